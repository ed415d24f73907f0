// The tutorial at the side: its models are opened, its changes made, and what its questions hide is ticked.
import { button, byId, element, tree } from "./dom.js";
import { ask } from "./server.js";

/** @typedef {import("./desk").Desk} Desk */
/** @typedef {import("./answers").LessonTitle} Title */

/** @type {Desk} */
let desk;
/** @type {Title[]} */
let names = [];
/** @type {string | null} */
let current = null;
/** @type {Record<string, string>} */
let examples = {};
/** @type {(boolean | null)[]} */
let ticks = [];

/** @type {(given: Desk, listed: Title[]) => void} */
export const begin = (given, listed) => {
  desk = given;
  names = listed;
};

export const shown = () => (byId("lesson").hidden ? null : current);

export const toggle = async () => {
  const panel = byId("lesson");
  panel.hidden = !panel.hidden;
  byId("lessons").setAttribute("aria-expanded", String(!panel.hidden));
  document.body.classList.toggle("with-lesson", !panel.hidden);
  if (!panel.hidden && current === null) await open(names[0].name);
};

/** @param {string} name */
const open = async (name) => {
  const found = await ask(`lesson/${name}`);
  current = name;
  examples = found.examples;
  ticks = Array(found.hidden).fill(null);
  /** @type {HTMLSelectElement} */
  const choice = element(
    "select",
    { "aria-label": "lesson", onchange: () => open(choice.value) },
    names.map((one) => element("option", { value: one.name, selected: one.name === name }, one.title)),
  );
  choice.value = name;
  const body = element("div", { class: "prose" }, tree(found.body, { code, link, inline }));
  byId("lesson").replaceChildren(choice, element("p", { id: "hidden", role: "status" }), body);
  byId("lesson").scrollTop = 0;
  tick(null, []);
  desk.again();
};

// A whole model can be opened; of a change, the lines that go are looked for in the text.
/** @type {(text: string, kind: string) => HTMLElement} */
const code = (text, kind) => {
  const block = element("pre", { tabindex: "0", role: "group", "aria-label": kind || "text" }, text);
  const suffix = desk.suffix(kind);
  if (suffix)
    return element(
      "div",
      { class: "code" },
      block,
      button("open", () => desk.open(text, suffix, current), { class: "small" }),
    );
  if (kind === "diff")
    return element(
      "div",
      { class: "code" },
      block,
      button("apply", () => apply(text), { class: "small" }),
    );
  return element("div", { class: "code" }, block);
};

// An example that is named opens as well.
/** @param {string} path */
const inline = (path) =>
  path in examples &&
  button(path, () => desk.open(examples[path], path.slice(path.lastIndexOf(".")), current), { class: "name" });

/** @param {string} diff */
const apply = (diff) => {
  const lines = diff.replace(/\n$/, "").split("\n");
  /** @param {string} sign */
  const part = (sign) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const text = desk.text();
  const place = `${text}\n`.indexOf(part("+"));
  if (place < 0) desk.say("the text does not have the lines to replace: open the lesson's model first");
  else desk.replace(place, Math.min(text.length, place + part("+").length), part("-"));
};

/** @type {(href: string, inside: Node[]) => HTMLElement} */
const link = (href, inside) => {
  const name = href.replace(/^\.\//, "").replace(/\.md(#.*)?$/, "");
  if (names.some((one) => one.name === name))
    return button(inside.map((one) => one.textContent).join(""), () => open(name), { class: "link" });
  return element("em", {}, inside);
};

// The checks of the lesson whose model is open, if one is. What was ticked stays so while a model is open that they are
// not about.
/** @type {(lesson: string | null, met: (boolean | null)[]) => void} */
export const tick = (lesson, met) => {
  const line = document.getElementById("hidden");
  if (!line) return;
  const foreign = lesson !== current;
  if (!foreign) ticks = ticks.map((one, number) => met[number] ?? one);
  const done = ticks.filter((one) => one === true).length;
  const count = ticks.length === 1 ? "1 check" : `${ticks.length} checks`;
  const signs = ticks.map((one) => (one ? "✓" : "·")).join(" ");
  line.className = done === ticks.length ? "good" : "quiet";
  const open = foreign ? "; open a model of this lesson, since no other counts" : "";
  line.textContent = ticks.length
    ? `This lesson hides ${count} of its question: ${signs} (${done} of ${ticks.length} met)${open}`
    : "This lesson hides no checks.";
};
