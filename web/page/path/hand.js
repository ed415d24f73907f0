// Paths taken by hand, as the lab and the pages of one file show them: their table, and what is said of a state.
import { element } from "./element.js";
import { cells, drawn, width } from "./lanes.js";

/** @typedef {import("./lanes.js").Lane} Lane */
/** @typedef {import("./lanes.js").Column} Column */
/** @typedef {{ condition: string, values: [name: string, value: string][] }} Hindrance */

/**
 * The place of the latest state before the last one that is the same, from which the path can go on for ever.
 * @param {string[]} told The states as texts.
 */
export const repeated = (told) => {
  const place = told.lastIndexOf(told[told.length - 1], told.length - 2);
  return told.length > 1 && place >= 0 ? place : null;
};

/**
 * The table of a path, from the values that each lane has in its states: null where nothing is known of a state.
 * @param {Column[]} columns
 * @param {[name: string, values: (string | null)[]][]} lanes
 * @param {(value: string) => number} tone
 * @param {{ loop: number | null, texts: string[], counters?: Lane[], heading?: string }} more The state in which the
 *   last one can go on, the texts of steps that stay on one line, and other rows, with their heading.
 */
export const table = (columns, lanes, tone, { loop, texts, counters = [], heading = "" }) => {
  const rows = lanes.map(([name, values]) => ({ name, group: "", cells: cells(values, tone) }));
  return drawn({
    columns,
    lanes: rows,
    counters,
    loop: loop === null ? null : { first: loop, last: columns.length - 1 },
    width: width(rows, texts),
    headings: ["", heading],
  });
};

/**
 * What else is said of a state, for a list of names with values.
 * @param {[name: string, value: string][]} rows
 */
export const said = (rows) =>
  rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)));

/**
 * The conditions that are in the way of a step, with the values of what stands in them.
 * @param {Hindrance[]} hindrances
 */
export const conditions = (hindrances) =>
  hindrances.map(({ condition, values }) => {
    const given = values.map(([name, value]) => `${name} = ${value}`).join(", ");
    return element("p", { class: "why" }, element("code", {}, condition), ` is false${given && `: ${given}`}`);
  });
