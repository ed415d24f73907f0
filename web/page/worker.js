// Python in a worker of the page: it loads Python, its packages and Graphviz, and answers one verb after the other.
import { parts, start } from "./pyodide.js";
import * as snapshot from "./snapshot.js";

const MEGABYTE = 1_000_000;
const HOME = "/page";
const Z3 = `${HOME}/z3/lib/libz3.so`;

/** @param {string} name */
const built = (name) => new URL(`./browser/${name}`, import.meta.url).href;

/** @param {object} message */
const tell = (message) => postMessage(message);

// A file, and while it comes how much of it is there.
/** @type {(name: string, what: string) => Promise<Response>} */
const fetched = async (name, what) => {
  const answer = await fetch(built(name));
  if (!answer.ok || !answer.body) throw new Error(`${name} is not there`);
  const size = Number(answer.headers.get("Content-Length") ?? 0);
  let there = 0;
  const counted = new TransformStream({
    transform: (part, control) => {
      there += part.length;
      const of = size ? ` of ${Math.ceil(size / MEGABYTE)}` : "";
      tell({ progress: `loading ${what}: ${Math.floor(there / MEGABYTE)}${of} MB` });
      control.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip")), {
    headers: { "Content-Type": "application/wasm" },
  });
};

// Writes the files of an archive below a folder.
/** @type {(files: any, archive: Uint8Array) => void} */
const unpack = (files, archive) => {
  const letters = new TextDecoder();
  const folders = new Set();
  /** @type {(from: number, size: number) => string} */
  const field = (from, size) => letters.decode(archive.subarray(from, from + size)).replace(/\0.*$/s, "");
  for (let at = 0; archive[at]; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const path = [HOME, field(at + 345, 155), field(at, 100)].filter(Boolean).join("/");
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) files.mkdirTree(folder);
    folders.add(folder);
    files.writeFile(path, archive.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
};

// Modules stay compressed until they are loaded, as most never are. What the first answers need is loaded, and is in the
// next snapshot.
const BEGIN = `
import sys, zlib
from importlib.machinery import FileFinder, SourceFileLoader, SourcelessFileLoader

class Compressed(SourcelessFileLoader):
    def get_data(self, path):
        data = super().get_data(path)
        return zlib.decompress(data) if path.endswith(".z") else data

def finder(place):
    if not place.startswith("${HOME}"):
        raise ImportError
    return FileFinder(place, (Compressed, [".pyc.z"]), (SourceFileLoader, [".py"]))

sys.path_hooks.insert(0, finder)
sys.path.insert(0, "${HOME}")
from vsym.lab.browser import Lab
lab = Lab(file)
lab.preload()
`;

const load = async () => {
  tell({ progress: "loading Python" });
  // All of it comes, and Z3 is compiled, while Python starts.
  const z3 = fetched("z3.bin", "Z3").then((answer) => WebAssembly.compileStreaming(answer));
  const archives = Promise.all(
    ["packages", "vsym"].map(async (name) => new Uint8Array(await (await fetched(`${name}.bin`, name)).arrayBuffer())),
  );
  const beginning = fetch(built("beginning.json")).then((answer) => answer.json());
  const pyodide = parts(built(""));
  const saved = await snapshot.read();
  /** @type {(saved: snapshot.Snapshot | null) => ReturnType<typeof start>} */
  const begin = async (saved) => {
    const begun = await start(await pyodide, Z3, z3, saved);
    for (const archive of await archives) unpack(begun.python.FS, archive);
    return begun;
  };
  const { python, machine } = await begin(saved).catch(async (error) => {
    if (!saved) throw error;
    await snapshot.forget();
    return begin(null);
  });
  if (!python.globals.has("lab")) {
    tell({ progress: "starting vsym" });
    python.globals.set("file", (await beginning).file);
    python.runPython(BEGIN);
    // Before it knows of any text.
    await snapshot.keep(python, machine).catch(() => {});
  }
  return { python, machine, lab: python.globals.get("lab") };
};

// Graphviz is loaded for the first picture.
/** @type {Promise<void> | null} */
let drawing = null;

/** @param {any} python */
const draw = async (python) => {
  const svg = await import(built("viz.js")).then(({ instance }) => instance());
  python.registerJsModule("vsym_page", {
    /** @param {string} graph */
    svg: (graph) => svg.renderString(graph, { format: "svg" }),
  });
};

// The bytes of a machine's memory, which never get fewer.
/** @param {snapshot.Machine} machine */
const memory = ({ module }) => module.HEAPU8.length;

const loaded = load();
loaded.then(
  ({ machine }) => tell({ ready: true, memory: memory(machine) }),
  (error) => tell({ failure: `Python cannot be loaded: ${error.message}` }),
);

addEventListener("message", async ({ data: { number, verb, body } }) => {
  const { python, machine, lab } = await loaded;
  if (verb === "picture") {
    try {
      drawing ??= draw(python);
      await drawing;
    } catch {
      drawing = null;
      tell({ number, reply: { problem: { kind: "refused", message: "Graphviz cannot be loaded" } } });
      return;
    }
  }
  try {
    const reply = JSON.parse(lab.ask(verb, JSON.stringify(body)));
    tell({ number, reply, memory: memory(machine) });
  } catch (error) {
    // After an error in the interpreter itself, nothing that it holds is to be relied on, nor what it began with.
    await snapshot.forget();
    tell({ number, fatal: error instanceof Error ? error.message : String(error) });
  }
});
