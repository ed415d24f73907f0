// A plain field for the text, where the editor is not built; the diagnostics stand below it as they do there.
import { element } from "./dom.js";

/** @type {import("./desk").Mount} */
export const mount = (parent, text, _lexical, asked) => {
  const field = element("textarea", {
    "aria-label": "model",
    spellcheck: "false",
    autocapitalize: "off",
    wrap: "off",
    rows: "24",
  });
  field.value = text;
  field.addEventListener("input", () => asked.changed());
  parent.append(field);
  return {
    text: () => field.value,
    replace: (from, to, insert) => {
      field.setRangeText(insert, from, to, "end");
      asked.changed();
    },
    select: (from, to) => {
      field.setSelectionRange(from, to);
      const line = field.value.slice(0, from).split("\n").length - 1;
      field.scrollTop = (field.scrollHeight * line) / field.value.split("\n").length - field.clientHeight / 3;
    },
    focus: () => field.focus(),
    end: () => field.remove(),
    mark: () => {},
  };
};
