// Elements of the page by their names, and what many of its parts show.
import { button, element } from "./path/element.js";

export { button, element };

export const byId = (id) => document.getElementById(id);

// What a verdict is shown as: a sign, a word and a colour, so that none of them stands alone.
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
export const verdict = (word) => {
  const mood = moods[word] ?? "open";
  return element("span", { class: `verdict ${mood}` }, `${signs[mood]} ${word}`);
};

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
export const tree = (node, make) => {
  if (typeof node === "string") return document.createTextNode(node);
  const [name, attributes, ...inside] = node;
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
  return allowed.has(name) ? element(name, scope, parts) : element("span", {}, parts);
};
