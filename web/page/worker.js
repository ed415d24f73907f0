// Python in a worker of the page: it loads Python, its packages and Graphviz, and answers one verb after the other.
const MEGABYTE = 1_000_000;
const HOME = "/page";

/** @param {string} name */
const built = (name) => new URL(`./browser/${name}`, import.meta.url).href;

/** @param {object} message */
const tell = (message) => postMessage(message);

// A file, and while it comes how much of it is there.
/** @type {(name: string, what: string) => Promise<ArrayBuffer>} */
const fetched = async (name, what) => {
  const answer = await fetch(built(name));
  if (!answer.ok || !answer.body) throw new Error(`${name} is not there`);
  const size = Number(answer.headers.get("Content-Length") ?? 0);
  const parts = [];
  let there = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    there += value.length;
    const of = size ? ` of ${Math.ceil(size / MEGABYTE)}` : "";
    tell({ progress: `loading ${what}: ${Math.floor(there / MEGABYTE)}${of} MB` });
  }
  return new Blob(parts).arrayBuffer();
};

const load = async () => {
  tell({ progress: "loading Python" });
  const { loadPyodide } = await import(built("pyodide.mjs"));
  const python = await loadPyodide({ indexURL: built("") });
  for (const [name, what] of Object.entries({ "packages.zip": "packages", "vsym.zip": "vsym" })) {
    python.unpackArchive(await fetched(name, what), "zip", { extractDir: HOME });
  }
  const { instance } = await import(built("viz.js"));
  const drawing = await instance();
  python.registerJsModule("vsym_page", {
    /** @param {string} graph */
    svg: (graph) => drawing.renderString(graph, { format: "svg" }),
  });
  const model = await (await fetch(built("model.json"))).json();
  tell({ progress: "starting vsym" });
  python.globals.set("model", python.toPy(model));
  const lab = python.runPython(`
import sys
sys.path.insert(0, "${HOME}")
from vsym.lab.browser import Lab
Lab(**model)
`);
  lab.preload();
  return lab;
};

const loaded = load();
loaded.then(
  () => tell({ ready: true }),
  (error) => tell({ failure: `Python cannot be loaded: ${error.message}` }),
);

addEventListener("message", async ({ data: { number, verb, body } }) => {
  const lab = await loaded;
  try {
    tell({ number, reply: JSON.parse(lab.ask(verb, JSON.stringify(body))) });
  } catch (error) {
    // After an error in the interpreter itself, nothing that it holds is to be relied on.
    tell({ number, fatal: error instanceof Error ? error.message : String(error) });
  }
});
