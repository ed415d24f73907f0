// Paths through the states that stand in the page. A state stands for its orbit, so that names are exchanged as a path
// goes on: `naming` says by which name each of the names in a state's text goes.
import { button, element } from "../page/path/element.js";
import { repeated, said, table } from "../page/path/hand.js";
import { tones } from "../page/path/lanes.js";
import { Stepper } from "../page/path/stepper.js";
import { disabledItems, stepItems, stepKeys } from "../page/path/steps.js";

/** @typedef {[label: string, by: string, size: number, place: number | null, fault: string | null, renamed: number[]]} Option */
/** @typedef {{ cells: string[], rows: [string, string][], options: Option[], disabled: number[] }} Scene */
/** @typedef {[label: string, by: string, why: [condition: string, values: [string, string][]][]]} Reason */
/** @typedef {{ place: number, naming: number[], mover: string, step: string }} State One of a path, by its scene. */

/** @type {{ lanes: string[], names: string[], starts: number, scenes: Scene[], reasons: Reason[] }} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "");

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(`.walk ${selector}`));
const [controls, rows, possible, impossible] = [".controls", ".rows", ".possible", ".not-possible"].map(find);

const identity = data.names.map((_, place) => place);
const escaped = data.names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
escaped.sort((one, other) => other.length - one.length);
const pattern = escaped.length ? new RegExp(`(?<![\\w.])(?:${escaped.join("|")})(?!\\w)`, "gu") : null;
const number = new Map(data.names.map((name, place) => [name, place]));

/** @type {(text: string, naming: number[]) => string} */
const renamed = (text, naming) =>
  pattern ? text.replace(pattern, (name) => data.names[naming[number.get(name) ?? 0]]) : text;

// The state that is shown is the one where the first of those who can take a step does.
/** @param {string} who */
const first = (who) =>
  who
    .split(" with ")
    .map((part) => part.split(/, (?![^(]*\))/)[0])
    .join(" with ");

const tone = tones();
/** @type {State} */
const begin = { place: 0, naming: identity, mover: "", step: "start" };
let start = 0;
let path = [begin];

const here = () => path[stepper.at];
const scene = () => data.scenes[here().place];

/** @param {State} state */
const values = ({ place, naming }) =>
  new Map(data.scenes[place].cells.map((cell, lane) => [renamed(data.lanes[lane], naming), renamed(cell, naming)]));

/** @type {(state: State, at: number, loop: number | null) => string} */
const sentence = ({ place, mover, step }, at, loop) => {
  const via = at ? `: ${step}${mover && ` by ${mover}`}` : "";
  const open = data.scenes[place].options.length;
  const again = loop !== null && at === path.length - 1 ? ` It can repeat from state ${loop} for ever.` : "";
  return `State ${at}${via}. ${open ? `${open} possible` : "Nothing is possible: a deadlock"}.${again}`;
};

/** @param {number} at */
const follow = (at) => {
  const columns = path.map(values);
  const loop = repeated(columns.map((column) => JSON.stringify(data.lanes.map((name) => column.get(name)))));
  const heads = path.map((state, number) => ({ ...state, number, sentence: sentence(state, number, loop) }));
  /** @type {[string, string[]][]} */
  const lanes = data.lanes.map((name) => [name, columns.map((column) => column.get(name) ?? "")]);
  const texts = path.map(({ mover, step }) => `${mover}: ${step}`);
  stepper.follow(table(heads, lanes, tone, { loop, texts }), at);
};

/** @param {number} wanted */
const take = (wanted) => {
  const [label, by, , place, , exchanged] = scene().options[wanted];
  if (place === null) return;
  const { naming } = here();
  const next = exchanged.length ? exchanged.map((name) => naming[name]) : naming;
  path = [...path.slice(0, stepper.at + 1), { place, naming: next, mover: first(renamed(by, naming)), step: label }];
  follow(path.length - 1);
};

const restart = () => {
  start = (start + 1) % data.starts;
  path = [{ ...begin, place: start }];
  follow(0);
};

/** @returns {import("../page/path/steps.js").Step[]} */
const steps = () =>
  scene().options.map(([label, by, size, place, fault], option) => ({
    label,
    by: renamed(by, here().naming),
    size,
    fault,
    lack: place === null && !fault ? "leads to a state that is not on this page" : "",
    take: () => take(option),
  }));

/** @param {number} which */
const reason = (which) => {
  const [label, by, why] = data.reasons[which];
  const { naming } = here();
  /** @type {(told: [string, string][]) => [string, string][]} */
  const exchanged = (told) => told.map(([name, value]) => [renamed(name, naming), renamed(value, naming)]);
  const hindrances = why.map(([condition, told]) => ({ condition, values: exchanged(told) }));
  return { label, by: renamed(by, naming), hindrances };
};

const arrive = () => {
  const { rows: pairs, options, disabled } = scene();
  const { naming } = here();
  rows.replaceChildren(...said(pairs.map(([name, told]) => [name, renamed(told, naming)])));
  possible.replaceChildren(...stepItems(steps()));
  if (!options.length) possible.append(element("li", {}, "Nothing: a deadlock."));
  impossible.replaceChildren(...disabledItems(disabled.map(reason)));
  if (!disabled.length) impossible.append(element("li", {}, "Everything is possible."));
  chance.disabled = !options.some((option) => option[3] !== null);
  anew.disabled = data.starts < 2 && path.length === 1;
};

const stepper = new Stepper(find(".lanes-box"), find(".said"), arrive);
const keys = stepKeys(steps);
const chance = button("Random step", keys.r);
const anew = button(data.starts < 2 ? "Start again" : "Another start", restart);
controls.prepend(stepper.back, stepper.forward, chance, anew);
stepper.listen(document, keys);
controls.hidden = false;
follow(0);
