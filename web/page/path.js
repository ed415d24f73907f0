// A path: a trace of a property, or steps by hand; a lane for each process or variable, and what is possible where.
import { beside } from "./beside.js";
import { button, byId, element } from "./dom.js";
import * as observing from "./observing.js";
import { cells, drawn, tones, width } from "./path/lanes.js";
import { Stepper } from "./path/stepper.js";
import { ask } from "./server.js";

const tone = tones();

let desk,
  columns = [],
  title = "",
  loop = null,
  fault = null,
  cut = 0,
  frame = null,
  kept = null;

export const begin = (given) => {
  desk = given;
  observing.begin(given);
};

export const clear = (why) => {
  columns = [];
  frame = null;
  byId("path-body").replaceChildren(element("p", { class: "quiet" }, why), button("start", start));
};

export const start = async () => {
  try {
    const found = await ask("steps", desk.request());
    follow({ columns: [{ told: null, ...found.starts[0] }], loop: null, fault: null, cut: 0 }, "by hand", 0);
    if (found.notes.length) desk.say(found.notes.join("; "));
  } catch (error) {
    clear(error.message);
  }
};

// Begins at a state of a picture.
export const from = (state, told) =>
  follow({ columns: [{ told: null, state, lanes: [] }], loop: null, fault: null, cut: 0 }, told);

export const follow = (path, told, place = 0) => {
  frame ??= framed();
  title = told;
  become(path.columns, place, path);
};

// Other states, at one of which one stands; what repeats is as the server says, or where a state comes again.
const become = (states, place, path = { loop: null, fault: null, cut: 0 }) => {
  columns = [...states];
  ({ fault, cut } = path);
  loop = path.loop ?? repeated();
  frame.title.textContent = title;
  draw(place);
  look();
};

const repeated = () => {
  const told = columns.map((one) => JSON.stringify(one.state));
  const place = told.lastIndexOf(told[told.length - 1], told.length - 2);
  return told.length > 1 && place >= 0 ? place : null;
};

// What stays in its place wherever one goes: the buttons, the box of the lanes, and what is written in the fields.
const framed = () => {
  const body = byId("path-body");
  const named = element("strong");
  const box = element("div", {
    class: "scroll lanes-box",
    tabindex: "0",
    role: "group",
    "aria-label": "states of the path; arrow keys go along it",
  });
  const said = element("p", { class: "said", "aria-live": "polite" });
  const rows = element("dl", { class: "rows" });
  const possible = element("div", { class: "possible" });
  const stepper = new Stepper(box, said, arrive);
  stepper.listen(box);
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
    said,
    rows,
    observing.fields(walk),
    possible,
  );
  return { title: named, box, rows, possible, stepper };
};

// The table of the path as far as it is known; of another path, with the place where one stands.
const draw = (place = null) => {
  const names = (columns.find((one) => one.lanes.length) ?? columns[0]).lanes.map(([name]) => name);
  const lanes = names.map((name, row) => ({
    name,
    group: "",
    cells: cells(
      columns.map((one) => one.lanes[row]?.[1] ?? null),
      tone,
    ),
  }));
  const counters = observing.expressions().map((written) => ({
    name: written,
    cells: cells(columns.map((one) => one.values?.get(written) ?? null)),
    tool: observing.forget(written, () => draw()),
  }));
  const trace = {
    columns: columns.map((one, number) => ({
      number,
      mover: "",
      step: one.told ?? "start",
      sentence: sentence(one, number),
    })),
    lanes,
    counters,
    loop: loop === null ? null : { first: loop, last: columns.length - 1 },
    width: width(
      lanes,
      columns.flatMap((one) => (one.told ?? "start").split(" ")),
    ),
    headings: ["", "Watched"],
  };
  frame.box.style.height = "";
  if (place === null) frame.stepper.renew(drawn(trace));
  else frame.stepper.follow(drawn(trace), place);
};

const sentence = (column, place) => {
  const ending = fault
    ? ` It ends in an error: ${fault}`
    : loop !== null
      ? ` It can repeat from state ${loop} for ever.`
      : cut
        ? ` ${cut} more states are not shown.`
        : "";
  const last = columns.length - 1;
  return `State ${place} of ${last}: ${place ? column.told : "the start"}.${place === last ? ending : ""}`;
};

// Shows what is possible in the state where one stands, and asks for it unless that is known.
const arrive = async (at) => {
  const column = columns[at];
  show(column, at);
  if (column.choices || column.asked) return;
  column.asked = true;
  try {
    const { scene } = await ask("steps", { ...desk.request(), state: column.state });
    Object.assign(column, scene);
    if (columns.includes(column)) draw();
  } catch (error) {
    Object.assign(column, { problem: error.message, asked: false });
  }
  if (frame && columns[frame.stepper.at] === column) show(column, at);
};

const before = () => columns.slice(0, frame.stepper.at + 1);

const take = (choice) => {
  const next = { told: choice.told, state: choice.state, lanes: [], values: choice.values, ...choice.scene };
  if (!title.endsWith("by hand")) title = `${title}, then by hand`;
  const states = [...before(), next];
  become(states, states.length - 1);
};

const random = async (many) => {
  const seed = Math.floor(Math.random() * 1e6);
  try {
    const { taken } = await ask("steps", {
      ...desk.request(),
      state: walk.state(),
      random: many,
      seed,
    });
    const states = [...before(), ...taken];
    desk.say(
      `${taken.length} random steps, seed ${seed}${taken.length < many ? "; nothing is possible after them" : ""}`,
    );
    become(states, states.length - 1);
  } catch (error) {
    desk.say(error.message);
  }
};

// The values of what is watched, in all states of the path.
const look = async () => {
  const path = columns;
  try {
    while (path === columns && (await observing.look(path))) if (path === columns) draw();
  } catch (error) {
    desk.say(error.message);
  }
};

const walk = {
  state: () => columns[frame.stepper.at].state,
  look: async () => {
    draw();
    await look();
  },
  // On from here, to where a goal is reached; or from a start.
  along: ({ path, anew }, goal) => {
    if (anew) {
      follow(path, `to ${goal}`);
      return;
    }
    const states = [...before(), ...path.columns.slice(1)];
    become(states, states.length - 1, { loop: null, fault: null, cut: path.cut });
  },
};

const conditions = (one) =>
  one.hindrances.map((why) =>
    element(
      "div",
      {},
      element("code", {}, why.condition),
      " is false",
      why.values.length > 0 && `: ${why.values.map(([name, value]) => `${name} = ${value}`).join(", ")}`,
    ),
  );

const possible = (column, at) => {
  if (column.problem) return [element("p", { class: "bad" }, column.problem)];
  if (!column.choices) return [element("p", { class: "quiet" }, "looking for possible steps…")];
  const choices = column.choices.map((one, number) =>
    element(
      "li",
      {},
      one.fault
        ? element("span", { class: "bad" }, `✗ ${one.label} by ${one.by}: ${one.fault}`)
        : button(one.by ? `${one.label} by ${one.by}` : one.label, () => take(one), {
            class: "name",
            "data-keep": `choice-${number}`,
            ...beside(one, { column, at, tone, desk }),
          }),
      one.size > 1 && element("span", { class: "quiet" }, ` ${one.size} alike`),
    ),
  );
  const disabled = column.disabled.map((one) =>
    element(
      "li",
      {},
      element("span", { class: "name" }, one.by ? `${one.label} by ${one.by}` : one.label),
      conditions(one),
    ),
  );
  const [moreChoices, moreDisabled] = column.more;
  return [
    element("h3", {}, "Possible"),
    choices.length
      ? element("ul", { class: "choices" }, choices)
      : element("p", { class: "open" }, "Nothing is possible: a deadlock."),
    moreChoices > 0 && element("p", { class: "quiet" }, `${moreChoices} more are not listed`),
    disabled.length > 0 && element("h3", {}, "Not possible"),
    disabled.length > 0 && element("ul", { class: "disabled" }, disabled),
    moreDisabled > 0 && element("p", { class: "quiet" }, `${moreDisabled} more are not listed`),
  ];
};

const show = (column, at) => {
  const { rows, possible: parent } = frame;
  const pairs = (column.rows ?? []).filter(([name]) => name !== "processes");
  rows.replaceChildren(
    ...pairs.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
  if (parent.contains(document.activeElement)) kept = document.activeElement?.dataset.keep ?? null;
  parent.replaceChildren(...possible(column, at).filter(Boolean));
  // Whoever uses the keys stays among the steps; whoever has gone on meanwhile stays there.
  if (!column.choices || kept === null) return;
  if (document.activeElement === document.body) {
    const same = parent.querySelector(`[data-keep="${kept}"]`) ?? parent.querySelector("[data-keep]");
    same?.focus({ preventScroll: true });
  }
  kept = null;
};
