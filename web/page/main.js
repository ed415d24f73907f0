// The page: what the parts know of each other, and when the server is asked.
import * as breaking from "./breaking.js";
import { button, byId, element, tree } from "./dom.js";
import * as files from "./files.js";
import * as findings from "./findings.js";
import * as lessons from "./lessons.js";
import * as parameters from "./parameters.js";
import * as path from "./path.js";
import * as picture from "./picture.js";
import { ask, begin, Problem, problem } from "./server.js";
import * as share from "./share.js";
import * as verdicts from "./verdicts.js";

// Milliseconds after a change; a check waits as long as the last one took, between these. A check that takes no longer
// than the last number goes before the picture.
const LINT = 150,
  CHECK = 300,
  QUICK = 500;

/** @type {import("./desk").Editor} */
let editor;
/** @type {import("./desk").Mount} */
let make;
/** @type {import("./answers").Beginning} */
let started;
/** @type {import("./answers").Check | null} */
let known = null;
/** @type {ReturnType<import("./desk").Host["names"]>} */
let names = [];
/** @type {number | undefined} */
let timer;
/** @type {number | null} */
let shown = null;
/** @type {string | null} */
let lesson = null;
let version = 0;
let took = CHECK;
let changedAt = 0;
let language = "";
let own = true;
// The name of the text as a file.
let called = "";
let saved = "";

/** @param {string} text */
const say = (text) => {
  byId("told").textContent = text;
};
/** @returns {import("./desk").Request} */
const request = () => ({ text: editor.text(), version, language, parameters: parameters.values() });

/** @type {import("./desk").Desk} */
const desk = {
  text: () => editor.text(),
  language: () => language,
  suffix: (kind) => Object.keys(started.lexical).find((one) => started.lexical[one].name === kind),
  request,
  say,
  select: (from, to) => {
    editor.select(from, to);
    editor.focus();
  },
  replace: (from, to, insert) => {
    editor.replace(from, to, insert);
  },
  fix: ({ fix }) => {
    if (fix) editor.replace(fix.from, fix.to, fix.insert);
  },
  explain: (name) => explain(name),
  draw: (what, transition) => {
    picture.show(what, transition);
    reveal("picture");
  },
  follow: (found, title) => {
    path.follow(found, title);
    reveal("path");
  },
  from: (state, title) => {
    path.from(state, title);
    reveal("path");
  },
  facts: () => (byId("verdicts").classList.contains("stale") ? null : known && verdicts.facts(known)),
  open: (text, suffix, from) => foreign(text, suffix, from),
  again: () => {
    if (editor) check(version);
  },
  link: async (text) => {
    try {
      const found = await share.read(text);
      const own = found?.language ?? "";
      if (found === null) say("this link contains no model");
      else foreign(found.text, own in started.lexical ? own : Object.keys(started.lexical)[0]);
    } catch (error) {
      say(`this link cannot be read: ${problem(error).message}`);
    }
  },
};

/** @param {string} id */
const reveal = (id) => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  byId(id).scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
};

/** @type {(text: string, busy?: boolean) => void} */
const status = (text, busy = false) => {
  byId("status").textContent = text;
  byId("cancel").hidden = !busy;
};

const changed = (wait = LINT) => {
  version += 1;
  // A text that is opened is not typed any further.
  changedAt = wait ? performance.now() : -CHECK;
  byId("verdicts").classList.add("stale");
  byId("save").classList.toggle("dirty", own && editor.text() !== saved);
  clearTimeout(timer);
  timer = setTimeout(lint, wait);
};

const lint = async () => {
  const mine = version;
  share.refresh(desk);
  /** @type {import("./answers").Lint} */
  let found;
  try {
    found = await ask("lint", request());
  } catch (error) {
    if (mine === version) status(problem(error).message);
    return;
  }
  if (mine !== version) return;
  names = found.names.map((one) => ({ label: one.name, type: "variable", detail: one.kind }));
  editor.mark(found.findings);
  const wrong = found.findings.some((one) => one.severity === "error");
  // A text that does not parse for the moment has the parameters that it had.
  if (found.parameters.length || !wrong) parameters.show(found.parameters);
  findings.show(found.findings, editor.text(), desk);
  if (wrong) {
    status("the text has errors; these verdicts are for the text before");
    ask("cancel").catch(() => {});
    return;
  }
  if (parameters.problem()) {
    status("the model does not accept the value of a parameter; these verdicts are for the values before");
    ask("cancel").catch(() => {});
    return;
  }
  breaking.show(found.guards, desk);
  const wait = Math.min(took, CHECK);
  timer = setTimeout(() => check(mine), Math.max(0, wait - (performance.now() - changedAt)));
};

/** @param {number} mine */
const check = async (mine) => {
  if (mine !== version) return;
  status("checking…", true);
  const began = performance.now();
  const quick = took < QUICK;
  if (!quick) picture.show();
  try {
    // What a lesson hides is about its own models, whatever else has a property of that name.
    const asking = lesson !== null && lesson === lessons.shown() ? lesson : null;
    const answer = ask("check", { ...request(), ...(asking ? { lesson: asking } : {}) });
    if (quick) picture.show();
    const found = await answer.finally(() => {
      took = performance.now() - began;
    });
    if (mine !== version) return;
    const differ = known ? verdicts.changes(verdicts.facts(known), verdicts.facts(found)) : [];
    known = found;
    byId("verdicts").classList.remove("stale");
    byId("changes").replaceChildren(...differ.map(verdicts.change));
    verdicts.show(found, desk);
    lessons.tick(asking, found.hidden);
    status(found.stopped ? `stopped: ${found.stopped}` : `checked in ${(took / 1000).toFixed(1)} s`);
    // A path is one of the text that it was begun with.
    if (shown !== version) path.clear("Take steps by hand from a start, or follow a property's path.");
    shown = version;
  } catch (error) {
    if (mine !== version || !(error instanceof Problem)) {
      if (!(error instanceof Problem)) throw error;
      return;
    }
    /** @type {Record<string, string | undefined>} */
    const told = {
      undecided: `undecided: ${error.message}`,
      cancelled: "stopped",
      bug: "this is a bug in vsym; the terminal and the text say more",
    };
    status(told[error.kind] ?? error.message);
    if (error.kind === "bug") console.error(error.message);
  }
};

/** @param {string} name */
const explain = async (name) => {
  const panel = byId("explained");
  try {
    const found = await ask("explain", { name });
    /** @param {string} text */
    const code = (text) => element("pre", { tabindex: "0", role: "group", "aria-label": "example" }, text);
    /** @type {(href: string, inside: Node[]) => HTMLElement} */
    const link = (_, inside) => element("em", {}, inside);
    const close = button("close", () => {
      panel.hidden = true;
      editor.focus();
    });
    panel.replaceChildren(
      element("div", { class: "line" }, element("h2", {}, found.title), close),
      element("div", { class: "prose" }, tree(found.body, { code, link })),
    );
    panel.hidden = false;
    close.focus();
  } catch (error) {
    say(problem(error).message);
  }
};

/** @type {import("./desk").Host["hover"]} */
const hover = async (offset) => {
  try {
    const found = await ask("hover", { ...request(), offset });
    if (found.word === null || (!found.declaration && !found.said)) return null;
    const { page } = found;
    const judged = known?.symmetry.transitions.find(
      (one) => one.from <= offset && offset <= one.to && !byId("verdicts").classList.contains("stale"),
    );
    const dom = element(
      "div",
      { class: "hover" },
      found.declaration && element("pre", {}, found.declaration),
      element(
        "p",
        {},
        [found.kind && `${found.kind} ${found.word}`, judged && `symmetry: ${judged.verdict}`]
          .filter(Boolean)
          .join(" · "),
      ),
      found.said && element("p", {}, found.said.replaceAll("`", "")),
      page && button(`explain ${page}`, () => explain(page), { class: "small" }),
    );
    return { from: found.from, to: found.to, dom };
  } catch {
    return null;
  }
};

const save = async (overwrite = false) => {
  if (!started.saves) {
    files.download(called, editor.text());
    if (own) {
      saved = editor.text();
      byId("save").classList.remove("dirty");
    }
    say(`${called} is among your downloads`);
    return;
  }
  if (!own) {
    say(`this is not ${started.file}: go back to it, or share a link`);
    return;
  }
  const text = editor.text();
  try {
    const found = await ask("save", { text, version, ...(overwrite ? { overwrite } : {}) });
    say(found.message);
    if (found.saved) {
      saved = text;
      byId("save").classList.remove("dirty");
    } else {
      byId("told").append(
        " ",
        button("overwrite it", () => save(true), { class: "small" }),
      );
    }
  } catch (error) {
    say(problem(error).message);
  }
};

// A text of another origin than the file, which it does not replace on the disk.
/** @type {string | null} */
let kept = null;
/** @type {(text: string, suffix: string, from?: string | null, file?: string) => void} */
const foreign = (text, suffix, from = null, file = "") => {
  if (own) kept = editor.text();
  own = false;
  mount(text, suffix, from);
  called = file || `model${suffix}`;
  name(file || (started.saves ? `a text beside ${started.file}` : "a text of its own"));
};

/** @type {(file: string, text: string) => void} */
const opened = (file, text) => {
  const suffix = file.slice(file.lastIndexOf("."));
  if (suffix in started.lexical) foreign(text, suffix, null, file);
  else say(`${file} has none of the ends ${Object.keys(started.lexical).join(", ")}`);
};

/** @param {string} text */
const name = (text) => {
  byId("file").textContent = text;
  byId("back").hidden = own;
  byId("back").textContent = `Back to ${started.file}`;
  document.title = `${text} – vsym lab`;
};

const home = () => {
  own = true;
  called = started.file;
  mount(kept ?? started.text, started.language);
  name(started.file);
};

/** @type {(text: string, suffix: string, from?: string | null) => void} */
const mount = (text, suffix, from = null) => {
  language = suffix;
  lesson = from;
  known = null;
  parameters.forget();
  byId("changes").replaceChildren();
  editor?.end();
  /** @type {import("./desk").Host} */
  const asked = {
    nonce: started.nonce,
    changed: () => changed(),
    save: () => save(),
    hover,
    names: () => names,
    // Without an answer the text has the colours that it had.
    tokens: async (text) => {
      try {
        return (await ask("tokens", { text, version, language })).tokens;
      } catch {
        return null;
      }
    },
    fix: desk.fix,
    explain,
  };
  editor = make(byId("editor"), text, started.lexical[suffix], asked);
  changed(0);
};

// The editor is there where it was built; without it, a plain field does.
/** @type {(built: boolean) => Promise<import("./desk").Mount>} */
const maker = async (built) => (built ? (await import("./editor.js")).mount : (await import("./field.js")).mount);

const run = async () => {
  if (!begin())
    throw new Problem("refused", "Open the address that `vsym lab` printed; it contains a token that this one lacks.");
  started = await ask("begin");
  saved = started.text;
  called = started.file;
  path.begin(desk);
  parameters.begin(() => changed());
  picture.begin(desk);
  lessons.begin(desk, started.lessons);
  make = await maker(started.editor);
  name(started.file);
  mount(started.text, started.language);
  if (!started.editor) say("this is a plain field: `vsym doctor` says how to get the editor");
  path.clear("Take steps by hand from a start, or follow a property's path.");
  byId("save").addEventListener("click", () => save());
  byId("back").addEventListener("click", home);
  files.begin(opened, say);
  byId("share").addEventListener("click", () => share.toggle(desk));
  byId("lessons").addEventListener("click", () => lessons.toggle());
  byId("lessons").hidden = !started.lessons.length;
  byId("cancel").addEventListener("click", () => ask("cancel").catch(() => {}));
  const linked = () => {
    if (location.hash.includes("model=")) desk.link(location.hash);
  };
  window.addEventListener("hashchange", linked);
  linked();
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      // The editor has its own key for it.
      const handled = event.defaultPrevented;
      event.preventDefault();
      if (!handled) save();
    }
  });
};

run().catch((error) => {
  byId("desk").replaceChildren(element("p", { class: "bad" }, problem(error).message));
  if (!(error instanceof Problem)) throw error;
});
