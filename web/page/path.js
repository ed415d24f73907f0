// A path: a trace of a property, or steps by hand; a lane for each process or variable, and what is possible where.
import { button, byId, element } from "/dom.js";
import { ask } from "/server.js";

let desk, columns = [], at = 0, title = "", loop = null, fault = null, cut = 0, asking = 0;
const tones = new Map();

export const begin = (given) => {
  desk = given;
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
export const from = (state, told) => {
  walk({ columns: [{ told: null, state, lanes: [] }], loop: null, fault: null, cut: 0 }, told);
};
const walk = (path, told) => follow(path, told, 0);

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
  columns = [...columns.slice(0, at + 1), { told: choice.told, state: choice.state, lanes: [] }];
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
    desk.say(`${taken.length} random steps, seed ${seed}${taken.length < many ? "; nothing is possible after them" : ""}`);
    arrive();
  } catch (error) {
    desk.say(error.message);
  }
};

const tone = (value) => {
  if (!tones.has(value)) tones.set(value, tones.size % 6);
  return `tone-${tones.get(value)}`;
};

const lanes = () => {
  const names = (columns.find((one) => one.lanes.length) ?? columns[at]).lanes.map(([name]) => name);
  const value = (column, row) => column.lanes[row]?.[1] ?? "";
  const head = element("tr", {}, element("th", { scope: "col" }, "state"),
    columns.map((one, number) => element("th", { scope: "col", class: number === at ? "here" : null, "aria-current": number === at ? "step" : null },
      button(String(number), () => move(number), { tabindex: "-1", title: one.told ?? "start", "aria-label": `state ${number}` }))));
  const rows = names.map((name, row) => element("tr", {}, element("th", { scope: "row" }, name),
    columns.map((one, number) => {
      const here = value(one, row);
      const changed = number > 0 && columns[number - 1].lanes.length > 0 && one.lanes.length > 0 && value(columns[number - 1], row) !== here;
      return element("td", { class: [tone(here), number === at ? "here" : "", changed ? "changed" : ""].join(" ") }, here);
    })));
  const keys = (event) => {
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: columns.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step, true);
  };
  return element("div", { class: "scroll lanes", tabindex: "0", role: "group", "aria-label": "states of the path; arrow keys go along it", onkeydown: keys },
    element("table", {}, element("thead", {}, head), element("tbody", {}, rows)));
};

const conditions = (one) =>
  one.hindrances.map((why) => element("div", {}, element("code", {}, why.condition), " is false",
    why.values.length > 0 && `: ${why.values.map(([name, value]) => `${name} = ${value}`).join(", ")}`));

const possible = (column) => {
  if (column.problem) return [element("p", { class: "bad" }, column.problem)];
  if (!column.choices) return [element("p", { class: "quiet" }, "looking what is possible…")];
  const choices = column.choices.map((one) => element("li", {},
    one.fault ? element("span", { class: "bad" }, `✗ ${one.label} by ${one.by}: ${one.fault}`)
      : button(one.by ? `${one.label} by ${one.by}` : one.label, () => take(one), { class: "name" }),
    one.size > 1 && element("span", { class: "quiet" }, ` ${one.size} alike`)));
  const disabled = column.disabled.map((one) => element("li", {}, element("span", { class: "name" }, one.by ? `${one.label} by ${one.by}` : one.label), conditions(one)));
  const [moreChoices, moreDisabled] = column.more;
  return [
    element("h3", {}, "Possible"),
    choices.length ? element("ul", { class: "choices" }, choices) : element("p", { class: "open" }, "Nothing is possible: a deadlock."),
    moreChoices > 0 && element("p", { class: "quiet" }, `${moreChoices} more are not listed`),
    disabled.length > 0 && element("h3", {}, "Not possible"),
    disabled.length > 0 && element("ul", { class: "disabled" }, disabled),
    moreDisabled > 0 && element("p", { class: "quiet" }, `${moreDisabled} more are not listed`),
  ];
};

const said = () => {
  const step = at === 0 ? "the start" : columns[at].told;
  const end = at < columns.length - 1 ? "" : fault ? ` It ends in an error: ${fault}` : loop !== null ? ` It goes on as from state ${loop}, for ever.` : cut ? ` ${cut} more states are not shown.` : "";
  return `State ${at} of ${columns.length - 1}: ${step}.${end}`;
};

const show = (focus) => {
  const column = columns[at];
  const many = element("input", { type: "number", min: "1", max: "1000", value: "5", "aria-label": "how many random steps" });
  const body = byId("path-body");
  const scrolled = body.querySelector(".lanes")?.scrollLeft ?? 0;
  const pressed = document.activeElement?.dataset?.keep;
  const tools = element("div", { class: "tools" },
    button("start", start, { "data-keep": "start" }),
    button("back", () => move(at - 1), { "data-keep": "back", "aria-disabled": at === 0 ? "true" : null }),
    button("forward", () => move(at + 1), { "data-keep": "forward", "aria-disabled": at === columns.length - 1 ? "true" : null }),
    element("span", { class: "together" }, many, button("random steps", () => random(Math.max(1, Math.min(1000, Number(many.value) || 1))), { "data-keep": "random" })));
  body.replaceChildren(...[
    element("p", {}, element("strong", {}, title)), tools, lanes(), element("p", { class: "where", "aria-live": "polite" }, said()),
    column.rows && element("dl", { class: "rows" }, column.rows.filter(([name]) => name !== "processes").map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)))),
    ...possible(column),
  ].flat().filter(Boolean));
  const table = body.querySelector(".lanes");
  table.scrollLeft = scrolled;
  const cell = table.querySelector("th.here");
  if (cell) {
    // The column at which one stands is seen, without the page being moved.
    const left = cell.offsetLeft, right = left + cell.offsetWidth;
    if (right > table.scrollLeft + table.clientWidth) table.scrollLeft = right - table.clientWidth;
    if (left < table.scrollLeft + 90) table.scrollLeft = left - 90;
  }
  if (focus) table.focus({ preventScroll: true });
  else if (pressed) body.querySelector(`[data-keep="${pressed}"]`)?.focus({ preventScroll: true });
};
