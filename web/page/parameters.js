// The parameters of the model: a field for each, with the condition on its values, and what is wrong with one.
import { button, byId, element } from "./dom.js";

/** @typedef {import("./answers").Parameter} Parameter */

/** @type {Parameter[]} */
let known = [];
/** @type {Record<string, number>} */
let given = {};
/** @type {() => void} */
let changed;

/** @param {() => void} again */
export const begin = (again) => {
  changed = again;
};

// The values that differ from those of the text.
export const values = () =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => known.find((one) => one.name === name)?.value !== value),
  );

export const forget = () => {
  known = [];
  given = {};
  byId("parameters").replaceChildren();
};

export const problem = () => known.find((one) => one.problem)?.problem ?? null;

// The parameters of a text; a value that the text does not give for the moment stays as it was.
/** @param {Parameter[]} listed */
export const show = (listed) => {
  const same = listed.length === known.length && listed.every((one, place) => one.name === known[place].name);
  known = listed.map((one) => ({
    ...one,
    value: one.value ?? known.find((before) => before.name === one.name)?.value ?? null,
  }));
  given = Object.fromEntries(Object.entries(given).filter(([name]) => known.some((one) => one.name === name)));
  if (!same)
    byId("parameters").replaceChildren(
      ...(known.length
        ? [element("fieldset", {}, element("legend", {}, "Parameters"), known.map(field), reset())]
        : []),
    );
  for (const one of known) tell(one);
  document.getElementById("reset-parameters")?.toggleAttribute("hidden", !Object.keys(values()).length);
};

/** @param {Parameter} one */
const field = (one) => {
  const write = () => {
    const written = input.value.trim();
    if (/^-?\d{1,15}$/.test(written)) given[one.name] = Number(written);
    else if (written === "") delete given[one.name];
    else return;
    changed();
  };
  const input = element("input", {
    type: "number",
    step: "1",
    id: `parameter-${one.name}`,
    "aria-describedby": `about-${one.name}`,
    oninput: write,
  });
  return element(
    "div",
    { class: "parameter" },
    element("label", { for: `parameter-${one.name}` }, one.name),
    input,
    element("span", { id: `about-${one.name}`, role: "status" }),
  );
};

const reset = () =>
  button(
    "as in the text",
    () => {
      given = {};
      changed();
      byId("parameters").querySelector("input")?.focus();
    },
    { class: "small", id: "reset-parameters", hidden: true },
  );

/** @param {Parameter} one */
const tell = (one) => {
  const input = /** @type {HTMLInputElement} */ (byId(`parameter-${one.name}`));
  const about = byId(`about-${one.name}`);
  const value = String(given[one.name] ?? one.value ?? "");
  if (document.activeElement !== input || input.value.trim() !== "") input.value = value;
  input.setAttribute("aria-invalid", String(one.problem !== null));
  about.className = one.problem ? "bad" : "quiet";
  about.textContent = one.problem
    ? `✗ ${one.problem}${one.domain ? `: ${one.domain}` : ""}`
    : one.domain
      ? `where ${one.domain}`
      : "";
};
