// A path: a trace of a property, or steps by hand; a lane for each process or variable, and what is possible where.
import { beside } from "/beside.js";
import { button, byId, element } from "/dom.js";
import { lanes } from "/lanes.js";
import * as observing from "/observing.js";
import { ask } from "/server.js";

let desk,
  columns = [],
  at = 0,
  title = "",
  loop = null,
  fault = null,
  cut = 0,
  asking = 0;

export const begin = (given) => {
  desk = given;
  observing.begin(given);
};

export const clear = (why) => {
  columns = [];
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
  ({ loop, fault, cut } = path);
  columns = [...path.columns];
  title = told;
  at = place;
  arrive();
};

// Goes to a column, and asks what is possible there unless that is known.
const arrive = async (focus = false) => {
  show(focus);
  look();
  const column = columns[at];
  if (column.choices) return;
  const mine = ++asking;
  try {
    const found = await ask("steps", { ...desk.request(), state: column.state });
    Object.assign(column, found.scene);
  } catch (error) {
    column.problem = error.message;
  }
  // Whoever has gone on to another part of the page meanwhile stays there.
  if (mine === asking || columns[at] === column) show(focus && byId("path-body").contains(document.activeElement));
};

const move = (to, focus = false) => {
  if (to < 0 || to >= columns.length || to === at) return;
  at = to;
  arrive(focus);
};

const take = (choice) => {
  columns = [
    ...columns.slice(0, at + 1),
    { told: choice.told, state: choice.state, lanes: [], values: choice.values, ...choice.scene },
  ];
  loop = fault = null;
  cut = 0;
  if (!title.endsWith("by hand")) title = `${title}, then by hand`;
  at += 1;
  arrive();
};

const random = async (many) => {
  const seed = Math.floor(Math.random() * 1e6);
  try {
    const { taken } = await ask("steps", { ...desk.request(), state: columns[at].state, random: many, seed });
    columns = [...columns.slice(0, at + 1), ...taken];
    loop = fault = null;
    at = columns.length - 1;
    desk.say(
      `${taken.length} random steps, seed ${seed}${taken.length < many ? "; nothing is possible after them" : ""}`,
    );
    arrive();
  } catch (error) {
    desk.say(error.message);
  }
};

// The values of what is watched, in all states of the path.
const look = async () => {
  const path = columns;
  try {
    while (path === columns && (await observing.look(path))) if (path === columns) show();
  } catch (error) {
    desk.say(error.message);
  }
};

const walk = {
  state: () => columns[at].state,
  look: async () => {
    show();
    await look();
  },
  // On from here, to where a goal is reached; or from a start.
  along: ({ path, anew }, goal) => {
    if (anew) {
      follow(path, `to ${goal}`);
      return;
    }
    columns = [...columns.slice(0, at + 1), ...path.columns.slice(1)];
    loop = fault = null;
    cut = path.cut;
    at = columns.length - 1;
    arrive();
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

const possible = (column) => {
  if (column.problem) return [element("p", { class: "bad" }, column.problem)];
  if (!column.choices) return [element("p", { class: "quiet" }, "looking what is possible…")];
  const choices = column.choices.map((one, number) =>
    element(
      "li",
      {},
      one.fault
        ? element("span", { class: "bad" }, `✗ ${one.label} by ${one.by}: ${one.fault}`)
        : button(one.by ? `${one.label} by ${one.by}` : one.label, () => take(one), {
            class: "name",
            "data-keep": `choice-${number}`,
            ...beside(one, column, at, desk),
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

const said = () => {
  const step = at === 0 ? "the start" : columns[at].told;
  const end =
    at < columns.length - 1
      ? ""
      : fault
        ? ` It ends in an error: ${fault}`
        : loop !== null
          ? ` It goes on as from state ${loop}, for ever.`
          : cut
            ? ` ${cut} more states are not shown.`
            : "";
  return `State ${at} of ${columns.length - 1}: ${step}.${end}`;
};

const show = (focus) => {
  const column = columns[at];
  const many = element("input", {
    type: "number",
    min: "1",
    max: "1000",
    value: "5",
    "aria-label": "how many random steps",
  });
  const body = byId("path-body");
  // What is written in the fields stays, wherever one goes.
  if (!body.querySelector(".fields"))
    body.replaceChildren(
      element("div", { class: "along" }),
      observing.fields(walk),
      element("div", { class: "possible" }),
    );
  const scrolled = body.querySelector(".lanes")?.scrollLeft ?? 0;
  const pressed = document.activeElement?.dataset?.keep;
  const tools = element(
    "div",
    { class: "tools" },
    button("start", start, { "data-keep": "start" }),
    button("back", () => move(at - 1), { "data-keep": "back", "aria-disabled": at === 0 ? "true" : null }),
    button("forward", () => move(at + 1), {
      "data-keep": "forward",
      "aria-disabled": at === columns.length - 1 ? "true" : null,
    }),
    element(
      "span",
      { class: "together" },
      many,
      button("random steps", () => random(Math.max(1, Math.min(1000, Number(many.value) || 1))), {
        "data-keep": "random",
      }),
    ),
  );
  body.querySelector(".along").replaceChildren(
    ...[
      element("p", {}, element("strong", {}, title)),
      tools,
      lanes(columns, at, move, () => show(), loop),
      element("p", { class: "where", "aria-live": "polite" }, said()),
      column.rows &&
        element(
          "dl",
          { class: "rows" },
          column.rows
            .filter(([name]) => name !== "processes")
            .map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
        ),
    ].filter(Boolean),
  );
  body.querySelector(".possible").replaceChildren(...possible(column).filter(Boolean));
  const table = body.querySelector(".lanes");
  table.scrollLeft = scrolled;
  const cell = table.querySelector("th.here");
  if (cell) {
    // The column at which one stands is seen, without the page being moved.
    const left = cell.offsetLeft,
      right = left + cell.offsetWidth;
    if (right > table.scrollLeft + table.clientWidth) table.scrollLeft = right - table.clientWidth;
    if (left < table.scrollLeft + 90) table.scrollLeft = left - 90;
  }
  if (focus) table.focus({ preventScroll: true });
  else if (pressed)
    (body.querySelector(`[data-keep="${pressed}"]`) ?? body.querySelector('[data-keep="choice-0"]'))?.focus({
      preventScroll: true,
    });
};
