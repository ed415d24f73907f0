// A path: a trace of a property, or steps by hand; a lane for each process or variable, and what is possible where.
import { beside } from "./beside.js";
import { button, byId, element, focused, kin } from "./dom.js";
import * as observing from "./observing.js";
import { parts } from "./path/element.js";
import { repeated, said, table } from "./path/hand.js";
import { cells, tones } from "./path/lanes.js";
import { Stepper } from "./path/stepper.js";
import { disabledItems, stepItems, stepKeys } from "./path/steps.js";
import { ask, problem, sceneOf } from "./server.js";

/** @typedef {import("./answers").Scene} Scene */
/** @typedef {import("./answers").Choice & { scene?: Scene, values?: Map<string, string> }} Choice */
/**
 * A state of a path: as the path has it, with what is known of it so far; `asked` while its scene is.
 * @typedef {import("./answers").Column & Partial<Omit<Scene, "choices">> & {
 *   choices?: Choice[], values?: Map<string, string>, problem?: string, asked?: boolean,
 * }} State
 */
/** @typedef {Pick<import("./answers").Path, "loop" | "cut" | "fault">} Ending */
/** @typedef {{ title: HTMLElement, box: HTMLElement, rows: HTMLElement, possible: HTMLElement, stepper: Stepper }} Frame */

const tone = tones();
/** @type {Ending} */
const OPEN = { loop: null, fault: null, cut: 0 };

/** @type {import("./desk").Desk} */
let desk;
/** @type {State[]} */
let columns = [];
let title = "";
/** @type {Ending} */
let ending = OPEN;
/** @type {Frame | null} */
let frame = null;
/** @type {string | null} */
let kept = null;

/** @param {import("./desk").Desk} given */
export const begin = (given) => {
  desk = given;
  observing.begin(given);
};

/** @param {string} why */
export const clear = (why) => {
  columns = [];
  frame = null;
  byId("path-body").replaceChildren(element("p", { class: "quiet" }, why), button("start", start));
};

export const start = async () => {
  try {
    const { starts, notes } = /** @type {import("./answers").Starts} */ (await ask("steps", desk.request()));
    follow({ ...OPEN, columns: [{ told: null, ...starts[0] }] }, "by hand");
    if (notes.length) desk.say(notes.join("; "));
  } catch (error) {
    clear(problem(error).message);
  }
};

// Begins at a state of a picture.
/** @type {(state: import("./desk").State, told: string) => void} */
export const from = (state, told) => follow({ ...OPEN, columns: [{ told: null, state, lanes: [] }] }, told);

/** @type {(path: Ending & { columns: State[] }, told: string) => void} */
export const follow = (path, told) => {
  title = told;
  become(path.columns, 0, path);
};

// Other states, at one of which one stands; what repeats is as the server says, or where a state comes again.
/** @type {(states: State[], place: number, path?: Ending) => void} */
const become = (states, place, path = OPEN) => {
  columns = [...states];
  ending = { ...path, loop: path.loop ?? repeated(columns.map((one) => JSON.stringify(one.state))) };
  frame ??= framed();
  frame.title.textContent = title;
  draw(frame, place);
  look();
};

// What stays in its place wherever one goes: the buttons, the box of the lanes, and what is written in the fields.
const framed = () => {
  const body = byId("path-body");
  const named = element("strong");
  const box = element("div", {
    class: "scroll lanes-box",
    tabindex: "0",
    role: "group",
    "aria-label": "states of the path; arrow keys go along it, digits take steps",
  });
  const line = element("p", { class: "said", "aria-live": "polite" });
  const rows = element("dl", { class: "rows" });
  const possible = element("div", { class: "possible" });
  const stepper = new Stepper(box, line, arrive);
  stepper.listen(
    box,
    stepKeys(() => steps(columns[at()])),
  );
  const many = element("input", {
    type: "number",
    min: "1",
    max: "1000",
    value: "5",
    "aria-label": "how many random steps",
  });
  const chance = button("random steps", () => random(Math.max(1, Math.min(1000, Number(many.value) || 1))));
  const together = element("span", { class: "together" }, many, chance);
  body.replaceChildren(
    element("p", {}, named),
    element("div", { class: "controls" }, button("start", start), stepper.back, stepper.forward, together),
    box,
    line,
    rows,
    observing.fields(walk),
    possible,
  );
  return { title: named, box, rows, possible, stepper };
};

// The table of the path as far as it is known; of another path, with the place where one stands.
/** @type {(frame: Frame, place?: number | null) => void} */
const draw = (frame, place = null) => {
  const names = (columns.find((one) => one.lanes.length) ?? columns[0]).lanes.map(([name]) => name);
  /** @type {[string, (string | null)[]][]} */
  const lanes = names.map((name, row) => [name, columns.map((one) => one.lanes[row]?.[1] ?? null)]);
  const counters = observing.expressions().map((written) => ({
    name: written,
    group: "",
    cells: cells(columns.map((one) => one.values?.get(written) ?? null)),
    tool: observing.forget(written, () => draw(frame)),
  }));
  const heads = columns.map((one, number) => ({
    number,
    mover: "",
    step: one.told ?? "start",
    sentence: sentence(one, number),
  }));
  const texts = columns.flatMap((one) => (one.told ?? "start").split(" "));
  const drawn = table(heads, lanes, tone, { loop: ending.loop, texts, counters, heading: "Watched" });
  frame.box.style.height = "";
  if (place === null) frame.stepper.renew(drawn);
  else frame.stepper.follow(drawn, place);
};

/** @type {(column: State, place: number) => string} */
const sentence = (column, place) => {
  const { loop, fault, cut } = ending;
  const end = fault
    ? ` It ends in an error: ${fault}`
    : loop !== null
      ? ` It can repeat from state ${loop} for ever.`
      : cut
        ? ` ${cut} more states are not shown.`
        : "";
  const last = columns.length - 1;
  return `State ${place} of ${last}: ${place ? column.told : "the start"}.${place === last ? end : ""}`;
};

// Shows what is possible in the state where one stands, and asks for it unless that is known.
/** @param {number} at */
const arrive = async (at) => {
  const column = columns[at];
  if (frame) show(frame, column, at);
  if (column.choices || column.asked) return;
  column.asked = true;
  try {
    Object.assign(column, await sceneOf(desk.request(), column.state));
    if (frame && columns.includes(column)) draw(frame);
  } catch (error) {
    Object.assign(column, { problem: problem(error).message, asked: false });
  }
  if (frame && columns[frame.stepper.at] === column) show(frame, column, at);
};

const at = () => frame?.stepper.at ?? 0;
const before = () => columns.slice(0, at() + 1);

/** @type {(choice: Choice, state: import("./desk").State) => void} */
const take = (choice, state) => {
  /** @type {State} */
  const next = { told: choice.told, lanes: [], values: choice.values, ...choice.scene, state };
  if (!title.endsWith("by hand")) title = `${title}, then by hand`;
  const states = [...before(), next];
  become(states, states.length - 1);
};

/** @param {number} many */
const random = async (many) => {
  const seed = Math.floor(Math.random() * 1e6);
  try {
    const found = await ask("steps", { ...desk.request(), state: walk.state(), random: many, seed });
    const { taken } = /** @type {import("./answers").Taken} */ (found);
    const states = [...before(), ...taken];
    desk.say(
      `${taken.length} random steps, seed ${seed}${taken.length < many ? "; nothing is possible after them" : ""}`,
    );
    become(states, states.length - 1);
  } catch (error) {
    desk.say(problem(error).message);
  }
};

// The values of what is watched, in all states of the path.
const look = async () => {
  const path = columns;
  try {
    while (path === columns && (await observing.look(path))) if (frame && path === columns) draw(frame);
  } catch (error) {
    desk.say(problem(error).message);
  }
};

/** @type {observing.Walk} */
const walk = {
  state: () => columns[at()].state,
  look: async () => {
    if (frame) draw(frame);
    await look();
  },
  // On from here, to where a goal is reached; or from a start.
  along: (path, anew, goal) => {
    if (anew) {
      follow(path, `to ${goal}`);
      return;
    }
    const states = [...before(), ...path.columns.slice(1)];
    become(states, states.length - 1, { ...OPEN, cut: path.cut });
  },
};

// A step that ends in an error has no state after it.
/** @type {(column: State) => import("./path/steps.js").Step[]} */
const steps = ({ choices = [] }) =>
  choices.map((one) => {
    const { label, by, size, fault, state } = one;
    return { label, by, size, fault, take: () => state && take(one, state) };
  });

/** @type {(column: State, at: number) => (Node | false)[]} */
const possible = (column, at) => {
  if (column.problem) return [element("p", { class: "bad" }, column.problem)];
  if (!column.choices) return [element("p", { class: "quiet" }, "looking for possible steps…")];
  const { choices, disabled = [] } = column;
  /** @type {(step: unknown, place: number) => Record<string, unknown>} */
  const buttons = (_, place) => ({
    "data-keep": `choice-${place}`,
    ...beside(choices[place], { column, at, tone, desk }),
  });
  const [moreChoices, moreDisabled] = column.more ?? [0, 0];
  return [
    element("h3", {}, "Possible"),
    choices.length
      ? element("ol", { class: "choices" }, stepItems(steps(column), buttons))
      : element("p", { class: "open" }, "Nothing is possible: a deadlock."),
    moreChoices > 0 && element("p", { class: "quiet" }, `${moreChoices} more are not listed`),
    disabled.length > 0 && element("h3", {}, "Not possible"),
    disabled.length > 0 && element("ul", { class: "disabled" }, disabledItems(disabled, true)),
    moreDisabled > 0 && element("p", { class: "quiet" }, `${moreDisabled} more are not listed`),
  ];
};

/** @type {(frame: Frame, column: State, at: number) => void} */
const show = ({ rows, possible: parent }, column, at) => {
  const pairs = (column.rows ?? []).filter(([name]) => name !== "processes");
  rows.replaceChildren(...said(pairs));
  if (parent.contains(document.activeElement)) kept = focused()?.dataset.keep ?? null;
  parent.replaceChildren(...parts(possible(column, at)));
  // Whoever uses the keys stays among the steps; whoever has gone on meanwhile stays there.
  if (!column.choices || kept === null) return;
  if (document.activeElement === document.body) {
    (kin(parent, kept) ?? kin(parent, "choice-0"))?.focus({ preventScroll: true });
  }
  kept = null;
};
