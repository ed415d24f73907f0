// Buttons that try the model without one of its guards, and say what that breaks.
import { button, byId, element, verdict } from "./dom.js";
import { ask, problem } from "./server.js";
import { changes, facts } from "./verdicts.js";

/** @typedef {import("./desk").Desk} Desk */
/** @typedef {import("./answers").Guard} Guard */

/** @type {(guards: Guard[], desk: Desk) => void} */
export const show = (guards, desk) => {
  const parent = byId("breaking");
  if (!guards.length) {
    parent.replaceChildren();
    return;
  }
  const rows = guards.map((guard) => row(guard, desk));
  const all = button(
    "try each",
    async () => {
      for (const one of rows) if (!(await one.attempt())) break;
    },
    { class: "small" },
  );
  parent.replaceChildren(
    element("h3", {}, "Break it"),
    element(
      "p",
      { class: "quiet" },
      "What if a step had no guard? vsym tries each on its own and leaves the text unchanged. ",
      all,
    ),
    element(
      "ul",
      { class: "guards" },
      rows.map((one) => one.item),
    ),
  );
};

/** @type {(guard: Guard, desk: Desk) => { attempt: () => Promise<boolean>, item: HTMLElement }} */
const row = (guard, desk) => {
  const result = element("div", { class: "result", "aria-live": "polite" });
  const attempt = async () => {
    result.replaceChildren("trying…");
    const told = await tried(guard, desk);
    result.replaceChildren(...told.said);
    return told.goes;
  };
  const write = () => desk.replace(guard.from, guard.to, "true");
  return {
    attempt,
    item: element(
      "li",
      {},
      element("span", { class: "name" }, `${guard.title} if ${guard.guard}`),
      " ",
      button("without", attempt, { class: "small", "aria-label": `without the guard of ${guard.title}` }),
      " ",
      button("write it", write, { class: "small", "aria-label": `write it: ${guard.title} without its guard` }),
      result,
    ),
  };
};

/** @type {(guard: Guard, desk: Desk) => Promise<{ said: (string | Node)[], goes: boolean }>} */
const tried = async (guard, desk) => {
  const before = desk.facts();
  if (!before) return { said: ["wait for the model's own verdicts first"], goes: false };
  const text = desk.text();
  const without = `${text.slice(0, guard.from)}true${text.slice(guard.to)}`;
  try {
    const found = changes(before, facts(await ask("check", { ...desk.request(), text: without, version: 0 })));
    if (!found.length) return { said: ["no verdict changes"], goes: true };
    const said = found.map((one) =>
      element("div", {}, `${one.name}: `, verdict(one.before), " → ", verdict(one.after)),
    );
    return { said, goes: true };
  } catch (error) {
    const { kind, message } = problem(error);
    const undecided = kind === "undecided";
    return { said: [undecided ? `undecided: ${message}` : message], goes: undecided };
  }
};
