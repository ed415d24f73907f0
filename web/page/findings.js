// What is wrong with the text, below the editor: where, what, how it is put right.
import { button, byId, element } from "./dom.js";

/** @typedef {import("./desk").Desk} Desk */

/** @type {(text: string, offset: number) => string} */
const place = (text, offset) => {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
};

/** @type {(findings: import("./answers").Finding[], text: string, desk: Desk) => void} */
export const show = (findings, text, desk) => {
  const items = findings.map((one) =>
    element(
      "li",
      { class: one.severity === "error" ? "bad" : "open" },
      button(place(text, one.from), () => desk.select(one.from, one.to), {
        class: "place",
        "aria-label": `line and column ${place(text, one.from)}`,
      }),
      " ",
      element("span", {}, one.severity === "error" ? "✗ " : "! ", one.message),
      one.hint && element("span", { class: "hint" }, ` ${one.hint}`),
      " ",
      one.fix && button(one.fix.title, () => desk.fix(one), { class: "small" }),
      " ",
      button(`explain ${one.code}`, () => desk.explain(one.code), { class: "small" }),
    ),
  );
  byId("findings").replaceChildren(
    items.length
      ? element("ul", { "aria-label": "errors and warnings" }, items)
      : element("p", { class: "quiet" }, "No errors."),
  );
};
