// What is asked about states: a path to where a condition is true, and values that stand beside every state.
import { button, element } from "./dom.js";
import { ask, problem } from "./server.js";

// How many states are asked about at once, and how many characters of them.
const MOST = 200,
  SIZE = 400_000;

/** @typedef {import("./desk").Desk} Desk */
/** @typedef {import("./desk").State} State */
/** @typedef {{ told: string | null, problem: string | null, done?: boolean }} Outcome */
/** @typedef {{ state: State | null, values?: Map<string, string> }} Observed A state with the values of what is watched. */
/**
 * @typedef {object} Walk The path: the state where one stands, what is watched, and where a goal leads.
 * @property {() => State} state
 * @property {() => Promise<void>} look
 * @property {(path: import("./answers").Path, anew: boolean, goal: string) => void} along
 */

/** @type {Desk} */
let desk;
/** @type {string[]} */
let watched = [];

/** @param {Desk} given */
export const begin = (given) => {
  desk = given;
};

export const expressions = () => watched;

// A field with what its condition or value comes to, or what is wrong with it, in a line below.
/** @type {(name: string, label: string, action: string, act: (written: string) => Promise<Outcome>) => HTMLElement} */
const field = (name, label, action, act) => {
  const said = element("p", { id: `${name}-said`, class: "quiet", role: "status" });
  const input = element("input", {
    id: name,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-describedby": said.id,
  });
  /** @type {(text: string | null, wrong: boolean) => void} */
  const told = (text, wrong) => {
    said.textContent = text;
    said.className = wrong ? "bad" : "quiet";
    input.setAttribute("aria-invalid", String(wrong));
  };
  /** @param {SubmitEvent} event */
  const asked = async (event) => {
    event.preventDefault();
    const written = input.value.trim();
    if (!written) {
      told("write it in the model's own language, as in `#C >= 1`", true);
      return;
    }
    told("looking…", false);
    try {
      const found = await act(written);
      told(found.problem ? `✗ ${found.problem}` : found.told, Boolean(found.problem));
      // What was typed meanwhile stays.
      if (found.done && input.value.trim() === written) input.value = "";
    } catch (error) {
      const { kind, message } = problem(error);
      told(kind === "undecided" ? `undecided: ${message}` : message, true);
    }
  };
  return element(
    "form",
    { class: "asking", onsubmit: asked },
    element("label", { for: name }, label),
    input,
    button(action, null, { type: "submit" }),
    said,
  );
};

/** @type {(expressions: string[], states: (State | null)[]) => Promise<import("./answers").Value[]>} */
const values = async (expressions, states) => {
  const asked = await ask("steps", { ...desk.request(), watched: expressions, states });
  return /** @type {import("./answers").Watched} */ (asked).watched;
};

// The fields; `walk` has the state where one stands, goes along a path and shows what is watched.
/** @param {Walk} walk */
export const fields = (walk) => {
  /** @param {string} goal */
  const seek = async (goal) => {
    const asked = await ask("steps", { ...desk.request(), state: walk.state(), goal });
    const { led } = /** @type {import("./answers").Led} */ (asked);
    if (led.path) walk.along(led.path, led.anew, goal);
    return led;
  };
  /** @param {string} written */
  const watch = async (written) => {
    const [one] = await values([written], [walk.state()]);
    if (one.problem) return { told: null, problem: one.problem };
    if (!watched.includes(written)) watched = [...watched, written];
    await walk.look();
    return { told: "", problem: null, done: true };
  };
  return element(
    "div",
    { class: "fields" },
    field("goal", "goal", "find a path", seek),
    field("watch", "watch", "show", watch),
  );
};

// The button that takes an expression from the states again.
/** @type {(written: string, again: () => void) => HTMLElement} */
export const forget = (written, again) =>
  button(
    "×",
    () => {
      watched = watched.filter((one) => one !== written);
      again();
      document.getElementById("watch")?.focus({ preventScroll: true });
    },
    { class: "small", "aria-label": `watch ${written} no longer` },
  );

// Asks for the values that are not known yet, at most so many at once; says whether any came.
/** @param {Observed[]} columns */
export const look = async (columns) => {
  let size = 0;
  /** @type {(one: Observed, number: number) => boolean} */
  const fits = (one, number) => {
    size += JSON.stringify(one.state).length;
    return size < SIZE || number === 0;
  };
  const lacking = columns
    .filter((one) => watched.some((written) => !one.values?.has(written)))
    .filter(fits)
    .slice(0, MOST);
  if (!lacking.length) return false;
  const found = await values(
    watched,
    lacking.map((one) => one.state),
  );
  const wrong = found.find((one) => one.problem);
  if (wrong) desk.say(`${wrong.written}: ${wrong.problem}`);
  for (const [number, column] of lacking.entries()) {
    column.values = new Map(found.map((one) => [one.written, one.values ? one.values[number] : "✗"]));
  }
  return true;
};
