// The steps that are possible in a state, by a button and the first of them by a key, and why others are not: as the lab
// and the pages of one file list them.
import { button, element } from "./element.js";
import { conditions } from "./hand.js";

/** @typedef {import("./element.js").Attributes} Attributes */
/**
 * A step by somebody, with how many are alike; why it cannot be taken, as an error that it ends in or as what the page
 * lacks; and what happens if it is chosen.
 * @typedef {{ label: string, by: string, size: number, fault: string | null, lack?: string, take: () => void }} Step
 */
/** @typedef {{ label: string, by: string, hindrances: import("./hand.js").Hindrance[] }} Disabled */

const KEYS = 9;

/** @param {Step} step */
const takes = ({ fault, lack }) => !fault && !lack;

/** @type {(label: string, by: string) => (HTMLElement | "")[]} */
const named = (label, by) => [
  element("span", { class: "name" }, label),
  by && element("span", { class: "by" }, ` by ${by}`),
];

/**
 * The items of the list of steps.
 * @param {Step[]} steps
 * @param {(step: Step, place: number) => Attributes} attributes Of the button of a step that can be taken.
 */
export const stepItems = (steps, attributes = () => ({})) =>
  steps.map((step, place) => {
    const { label, by, size, fault, lack, take } = step;
    const key = place < KEYS ? String(place + 1) : "";
    const inside = [
      element("span", { class: "key", "aria-hidden": "true" }, key),
      named(label, by),
      size > 1 && element("span", { class: "alike" }, ` – ${size.toLocaleString("en")} alike`),
      fault && element("span", { class: "fault" }, ` – ${fault}`),
      lack && element("span", { class: "alike" }, ` – ${lack}`),
    ];
    const more = takes(step) ? { "aria-keyshortcuts": key || null, ...attributes(step, place) } : { disabled: true };
    return element("li", {}, button(inside, take, { class: "step", ...more }));
  });

/**
 * The keys of the steps that can be taken, for a stepper: digits, and `r` for a random one.
 * @param {() => Step[]} steps
 * @returns {Record<string, () => void>}
 */
export const stepKeys = (steps) => {
  const keys = Array.from({ length: KEYS }, (_, place) => {
    const take = () => {
      const step = steps()[place];
      if (step && takes(step)) step.take();
    };
    return [String(place + 1), take];
  });
  const random = () => {
    const some = steps().filter(takes);
    if (some.length) some[Math.floor(Math.random() * some.length)].take();
  };
  return { ...Object.fromEntries(keys), r: random };
};

/**
 * The items of the list of what is not possible, each with the conditions in its way.
 * @param {Disabled[]} disabled
 * @param {boolean} open The conditions are there to be seen.
 */
export const disabledItems = (disabled, open = false) =>
  disabled.map(({ label, by, hindrances }) =>
    element("li", {}, element("details", { open }, element("summary", {}, named(label, by)), conditions(hindrances))),
  );
