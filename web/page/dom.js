// Elements of the page by their names, and what many of its parts show.
import { button, element } from "./path/element.js";

export { button, element };

// An element that the page has as it is loaded; others are there or not.
/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export const focused = () => /** @type {HTMLElement | null} */ (document.activeElement);

// The element inside that has this name, by which the focus is kept where a part is drawn anew.
/** @type {(parent: Element, name: string) => HTMLElement | null} */
export const kin = (parent, name) => parent.querySelector(`[data-keep="${name}"]`);

// What a verdict is shown as: a sign, a word and a colour, so that none of them stands alone.
/** @type {Record<string, "good" | "bad" | undefined>} */
const moods = {
  holds: "good",
  "proves it": "good",
  symmetric: "good",
  "virtually symmetric": "good",
  violated: "bad",
  "does not prove it": "bad",
  broken: "bad",
};
const signs = { good: "✓", bad: "✗", open: "?" };
/** @param {string} word */
export const verdict = (word) => {
  const mood = moods[word] ?? "open";
  return element("span", { class: `verdict ${mood}` }, `${signs[mood]} ${word}`);
};

/** @type {Set<string>} */
const allowed = new Set([
  "div",
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "ul",
  "ol",
  "li",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "code",
  "em",
  "strong",
  "blockquote",
  "hr",
  "span",
]);

// A text of the handbook or the tutorial, as the server gives it; `code`, `link` and `inline` make what is
// special there, the last one where it is wanted.
/**
 * @typedef {object} Make
 * @property {(text: string, kind: string) => HTMLElement} code
 * @property {(href: string, inside: Node[]) => HTMLElement} link
 * @property {(text: string) => HTMLElement | false} [inline]
 */
/**
 * @param {unknown} node
 * @param {Make} make
 * @returns {Node}
 */
export const tree = (node, make) => {
  if (typeof node === "string") return document.createTextNode(node);
  const [name, attributes, ...inside] = /** @type {[string, Record<string, string>, ...unknown[]]} */ (node);
  if (name === "pre") return make.code(inside.join(""), attributes.kind);
  const parts = inside.map((one) => tree(one, make));
  if (name === "a") return make.link(attributes.href ?? "", parts);
  if (name === "table")
    return element(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": "table" },
      element("table", {}, parts),
    );
  const special = name === "code" && make.inline?.(inside.join(""));
  if (special) return special;
  const scope = name === "th" ? { scope: "col" } : {};
  return element(allowed.has(name) ? /** @type {keyof HTMLElementTagNameMap} */ (name) : "span", scope, parts);
};
