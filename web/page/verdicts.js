// The verdicts: on the symmetry of each transition, on each property, and on what the text expects of them.
import { button, byId, element, verdict } from "./dom.js";
import { parts } from "./path/element.js";

/** @typedef {import("./desk").Desk} Desk */
/** @typedef {import("./answers").Check} Check */
/** @typedef {import("./desk").Facts} Facts */
/** @typedef {{ name: string, before: string, after: string }} Change */

/** @type {(caption: string, heads: string[], rows: HTMLElement[]) => HTMLElement} */
const table = (caption, heads, rows) =>
  element(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          heads.map((head) => element("th", { scope: "col" }, head)),
        ),
      ),
      element("tbody", {}, rows),
    ),
  );

/** @param {number} value */
const seconds = (value) =>
  value < 0.001 ? "0 ms" : value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`;

/** @type {(found: import("./answers").Symmetry, desk: Desk) => (HTMLElement | null | false)[]} */
const symmetry = (found, desk) => {
  const whole = found.full
    ? "The system is fully virtually symmetric."
    : `The system is not fully virtually symmetric; counted apart: ${found.blocks.join(" | ")}.`;
  const rows = found.transitions.map((one) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        button(one.label, () => desk.select(one.from, one.to), { class: "name" }),
      ),
      element(
        "td",
        {},
        verdict(one.verdict),
        one.witness &&
          element(
            "details",
            {},
            element("summary", {}, "why"),
            element("pre", { tabindex: "0", role: "group", "aria-label": "witness" }, one.witness),
            button("as a picture", () => desk.draw("witness", one.label), {
              class: "small",
              "aria-label": `why ${one.label} is broken, as a picture`,
            }),
          ),
      ),
    ),
  );
  return [
    rows.length > 0 && table("Symmetry", ["local transition", "verdict"], rows),
    found.full !== null && element("p", { class: "quiet" }, whole),
    found.group && element("p", { class: "quiet" }, grouped(found.group)),
  ];
};

/** @param {import("./answers").Group} group */
const grouped = (group) => {
  const kept = group.kept === null || group.kept === group.name ? "" : `; the properties keep ${group.kept}`;
  return group.order === 1
    ? "No symmetry of the program was found."
    : `Symmetries found: ${group.name}, order ${group.order.toLocaleString("en")}${kept}.`;
};

// Why a rank does not prove its property is what one looks for; why it does is long.
/** @param {import("./answers").Rank} one */
const reasoned = (one) =>
  one.outcome === "proves it"
    ? element("details", {}, element("summary", {}, "why"), element("div", { class: "quiet" }, one.reason))
    : element("div", { class: "quiet" }, one.reason);

/** @type {(one: import("./answers").Rank, desk: Desk) => HTMLElement} */
const rank = (one, desk) =>
  element(
    "tr",
    {},
    element(
      "th",
      { scope: "row" },
      button(one.name, () => desk.select(one.from, one.to), { class: "name", "aria-label": `rank of ${one.name}` }),
    ),
    element("td", {}, verdict(one.outcome), one.reason && reasoned(one)),
    element("td", {}, element("code", {}, one.weights)),
    element("td", { class: "number" }, seconds(one.seconds)),
  );

/** @type {(one: import("./answers").Property, desk: Desk) => HTMLElement} */
const property = (one, desk) => {
  const open = () => {
    desk.select(one.from, one.to);
    if (one.path) desk.follow(one.path, `${one.name}: ${one.outcome}`);
  };
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, button(one.name, open, { class: "name", title: one.formula })),
    element(
      "td",
      {},
      verdict(one.outcome),
      one.path && " ",
      one.path && button("path", open, { class: "small", "aria-label": `path of ${one.name}` }),
      one.reason && element("div", { class: "quiet" }, one.reason),
    ),
    element("td", {}, one.engine),
    element("td", { class: "number" }, seconds(one.seconds)),
  );
};

/** @param {import("./answers").Expectation} one */
const expectation = (one) =>
  element(
    "li",
    { class: one.met === null ? "open" : one.met ? "good" : "bad" },
    `${one.met === null ? "?" : one.met ? "✓" : "✗"} ${one.text}`,
    one.met === null && element("span", { class: "quiet" }, " not checked here"),
  );

/** @type {(found: Check, desk: Desk) => void} */
export const show = (found, desk) => {
  const states = found.reachable === null ? "" : `${found.reachable.toLocaleString("en")} reachable ${found.what}`;
  const dead = found.deadlock === null ? "" : found.deadlock ? "a deadlock is reachable" : "no deadlock";
  byId("tables").replaceChildren(
    ...parts([
      found.properties.length > 0 &&
        table(
          "Properties",
          ["property", "verdict", "engine", "time"],
          found.properties.map((one) => property(one, desk)),
        ),
      found.properties.length === 0 && element("p", {}, "The model asks for no property."),
      found.ranks.length > 0 &&
        table(
          "Ranks",
          ["rank", "verdict", "weights", "time"],
          found.ranks.map((one) => rank(one, desk)),
        ),
      ...symmetry(found.symmetry, desk),
      element("p", { class: "quiet" }, [states, dead].filter(Boolean).join(", ")),
      found.expectations.length > 0 && element("h3", {}, "Expected"),
      found.expectations.length > 0 && element("ul", { class: "expected" }, found.expectations.map(expectation)),
    ]),
  );
};

// What every verdict is, by what it is about: to say what has changed.
/** @type {(found: Check) => Facts} */
export const facts = (found) =>
  new Map(
    /** @type {[string, string][]} */ ([
      ...found.properties.map((one) => [one.name, one.outcome]),
      ...found.ranks.map((one) => [`rank of ${one.name}`, one.outcome]),
      ...found.symmetry.transitions.map((one) => [one.label, one.verdict]),
    ]),
  );

/** @type {(before: Facts, after: Facts) => Change[]} */
export const changes = (before, after) =>
  [...after].flatMap(([name, after]) => {
    const word = before.get(name);
    return word === undefined || word === after ? [] : [{ name, before: word, after }];
  });

/** @param {Change} one */
export const change = (one) =>
  element("li", {}, `changed: ${one.name} `, verdict(one.before), " → ", verdict(one.after));
