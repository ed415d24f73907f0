// A path as a table: a column for each state, a lane for each process or variable, a row for each other value.
// templates/report/traces.html.j2 writes the same table for reports, which are read without scripts too; a test holds
// the two against each other. The values are those of `Trace` in vsym/show/page/values.py.
import { element } from "./element.js";

/** @typedef {{ text: string, changed: boolean, tone: number | null }} Cell */
/**
 * A state: its number, null for states that are left out; the step that leads to it, with who takes it; and all of it
 * as a sentence.
 * @typedef {{ number: number | null, mover: string, step: string, sentence: string }} Column
 */
/** @typedef {{ name: string, group: string, cells: Cell[], tool?: Node }} Lane A `tool` stands beside the name. */
/**
 * The last state of a `loop` is its first again. `width` is how many characters a column needs; a part has no heading
 * where that is empty.
 * @typedef {object} Trace
 * @property {Column[]} columns
 * @property {Lane[]} lanes
 * @property {Lane[]} counters
 * @property {{ first: number, last: number } | null} loop
 * @property {number} width
 * @property {[string, string]} headings
 */

// How many colours values take turns in, and up to how many counters stay in sight in a long table.
const TONES = 6;
const FEW = 12;

// The widest that a column gets, and the room beside a value, in characters.
const WIDEST = 16;
const BESIDE = 3;

/**
 * A number for each value, by which it has a colour: in the order in which values are met.
 * @returns {(value: string) => number}
 */
export const tones = () => {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  return (value) => {
    const tone = numbers.get(value) ?? numbers.size % TONES;
    numbers.set(value, tone);
    return tone;
  };
};

/**
 * The cells of a lane, each with what changed from the one before; where nothing is known of a state, it has no text.
 * @param {(string | null)[]} values
 * @param {((value: string) => number) | null} tone
 * @returns {Cell[]}
 */
export const cells = (values, tone = null) =>
  values.map((value, place) => {
    const before = place ? values[place - 1] : null;
    const changed = value !== null && before !== null && before !== value;
    return { text: value ?? "", changed, tone: value === null || tone === null ? null : tone(value) };
  });

/**
 * How many characters a column needs for the values of its lanes, and for texts of its steps that stay on one line.
 * @param {Lane[]} lanes
 * @param {string[]} texts
 */
export const width = (lanes, texts) => {
  const values = lanes.flatMap((lane) => lane.cells.map(({ text }) => text.length));
  const longest = [...values, ...texts.map((text) => text.length - BESIDE)].reduce(
    (one, other) => Math.max(one, other),
    3,
  );
  return Math.min(longest, WIDEST);
};

/** @param {Cell} cell */
export const placed = ({ text, changed, tone }) =>
  element(
    "td",
    { class: `${changed ? "moved " : ""}${tone === null ? "" : `tone-${tone}`}` },
    element("span", { class: "place" }, text),
  );

/** @param {Cell} cell */
export const counted = ({ text, changed }) => element("td", { class: changed ? "changed" : null }, text);

/** @param {Trace} trace */
export const drawn = ({ columns, lanes, counters, loop, width, headings }) => {
  const numbers = columns.map(({ number, sentence }) =>
    element("th", { scope: "col", "data-say": number === null ? null : sentence }, number ?? "…"),
  );
  const steps = columns.map(({ mover, step }) =>
    element("td", {}, mover && [element("span", { class: "who" }, `${mover}:`), " "], step),
  );
  /** @type {(text: string) => HTMLElement | ""} */
  const heading = (text) =>
    text &&
    element(
      "tr",
      { class: "heading" },
      element("th", { colspan: columns.length + 1, scope: "rowgroup" }, element("span", {}, text)),
    );
  const named = lanes.map(({ name, group, cells, tool }) => {
    const beside = group && [" ", element("span", { class: "group" }, group)];
    return element("tr", { class: "lane" }, element("th", { scope: "row" }, name, beside, tool), cells.map(placed));
  });
  const rows = counters.map(({ name, cells, tool }) => {
    const head = element("th", { scope: "row" }, element("code", {}, name), tool);
    return element("tr", { class: "counter" }, head, cells.map(counted));
  });
  const table = element(
    "table",
    { class: "lanes path", "data-loop": loop?.first },
    element(
      "thead",
      {},
      loop && arc(loop),
      element("tr", {}, element("th", { scope: "col" }, "State"), numbers),
      element("tr", { class: "steps" }, element("th", { scope: "row" }, "Step"), steps),
    ),
    lanes.length > 0 && element("tbody", {}, heading(headings[0]), named),
    counters.length > 0 &&
      element("tbody", { class: counters.length <= FEW ? "counters" : null }, heading(headings[1]), rows),
  );
  table.style.setProperty("--column", `${width + BESIDE}ch`);
  return table;
};

// What repeats for ever lies under an arc from its last state to its first.
/** @param {{ first: number, last: number }} loop */
const arc = ({ first, last }) =>
  element(
    "tr",
    { class: "lasso", "aria-hidden": "true" },
    element("td", { colspan: first + 1 }),
    element("td", { colspan: last - first + 1 }, element("div", { class: "arc" }, element("span", {}, "repeats"))),
  );

/**
 * The heads of the columns that are states.
 * @param {HTMLTableElement} table
 */
export const heads = (table) => [
  .../** @type {NodeListOf<HTMLTableCellElement>} */ (table.querySelectorAll("th[data-say]")),
];

/**
 * Marks the column of a head; what lies behind it is ahead.
 * @param {HTMLTableElement} table
 * @param {HTMLTableCellElement} head
 */
export const mark = (table, head) => {
  const column = head.cellIndex;
  for (const row of table.rows) {
    if (row.cells.length <= column || row.matches(".lasso, .heading, .rest")) continue;
    for (const cell of row.cells) {
      cell.classList.toggle("current", cell.cellIndex === column);
      cell.classList.toggle("ahead", cell.cellIndex > column);
    }
  }
  for (const one of heads(table)) one.removeAttribute("aria-current");
  head.setAttribute("aria-current", "step");
};

/**
 * Scrolls a box so that a column is in its middle, and so is the lane that moved, between the steps and the counters.
 * @param {HTMLElement} box
 * @param {HTMLTableElement} table
 * @param {HTMLTableCellElement} head
 */
export const reveal = (box, table, head) => {
  /** @type {HTMLElement | null} */
  const lane = table.querySelector("tr:has(> .moved.current)");
  const above = table.tHead?.offsetHeight ?? 0;
  const below = /** @type {HTMLElement | null} */ (table.querySelector(".counters"))?.offsetHeight ?? 0;
  box.scrollTo({
    left: head.offsetLeft + head.offsetWidth / 2 - box.clientWidth / 2,
    top: lane ? lane.offsetTop - above - (box.clientHeight - above - below - lane.offsetHeight) / 2 : box.scrollTop,
  });
};
