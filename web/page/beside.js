// This and the next state side by side: while a step is pointed at, or has the focus, a column shows the state after it.
import { element } from "./dom.js";
import { expressions, look as values } from "./observing.js";
import { counted, placed } from "./path/lanes.js";
import { sceneOf } from "./server.js";

/** @typedef {import("./path.js").State} State */
/** @typedef {import("./path.js").Choice} Choice */
/**
 * @typedef {object} Place Where one stands.
 * @property {State} column
 * @property {number} at
 * @property {(value: string) => number} tone
 * @property {import("./desk").Desk} desk
 */

/** @type {Choice | null} */
let pointed = null;

/** @param {HTMLTableElement} table */
const box = (table) => /** @type {HTMLElement} */ (table.parentElement);

// The arc of a loop, or what stands before it, is as much wider while a column is there.
/** @type {(table: HTMLTableElement, at: number) => void} */
const widen = (table, at) => {
  /** @type {NodeListOf<HTMLTableCellElement>} */
  const [before, under] = table.querySelectorAll(".lasso td");
  if (!under || at === before.colSpan + under.colSpan - 2) return;
  const over = at < before.colSpan - 1 ? before : under;
  over.colSpan += 1;
  over.classList.add("wider");
};

/** @param {HTMLTableElement} table */
const clear = (table) => {
  box(table).style.height = "";
  for (const one of table.querySelectorAll(".next")) one.remove();
  /** @type {NodeListOf<HTMLTableCellElement>} */
  const wider = table.querySelectorAll(".wider");
  for (const one of wider) {
    one.colSpan -= 1;
    one.classList.remove("wider");
  }
};

/** @type {(table: HTMLTableElement, place: Place, choice: Choice, scene: import("./answers").Scene) => void} */
const show = (table, { column, at, tone }, choice, scene) => {
  clear(table);
  const scrolled = box(table);
  // What stands below stays under the pointer.
  scrolled.style.height = `${scrolled.offsetHeight}px`;
  /** @type {(before: string | undefined, text: string) => boolean} */
  const changed = (before, text) => before !== undefined && before !== text;
  const lanes = scene.lanes.map(([, text], row) =>
    placed({ text, changed: changed(column.lanes[row]?.[1], text), tone: tone(text) }),
  );
  const counters = expressions().map((written) => {
    const text = choice.values?.get(written) ?? "";
    return counted({ text, changed: changed(column.values?.get(written), text), tone: null });
  });
  const head = element("th", { scope: "col" }, "next");
  const next = [head, element("td"), ...lanes, ...counters];
  /** @type {NodeListOf<HTMLTableRowElement>} */
  const rows = table.querySelectorAll("tr:not(.lasso, .heading)");
  for (const [number, row] of rows.entries()) {
    next[number].classList.add("next");
    row.cells[at + 1].after(next[number]);
  }
  widen(table, at);
  const right = head.offsetLeft + head.offsetWidth;
  if (right > scrolled.scrollLeft + scrolled.clientWidth) scrolled.scrollLeft = right - scrolled.clientWidth;
};

/** @type {(desk: Place["desk"], choice: Choice) => Promise<import("./answers").Scene>} */
const looked = async (desk, choice) => {
  choice.scene ??= await sceneOf(desk.request(), choice.state);
  return choice.scene;
};

// What a step's button has, for the choice that it takes from the state where one stands.
/** @type {(choice: Choice, place: Place) => Record<string, () => void>} */
export const beside = (choice, place) => {
  const { desk } = place;
  /** @returns {HTMLTableElement | null} */
  const table = () => document.querySelector("#path .path");
  const look = async () => {
    pointed = choice;
    let scene;
    try {
      scene = await looked(desk, choice);
      await values([choice]);
    } catch {
      return;
    }
    const there = table();
    if (pointed === choice && there) show(there, place, choice, scene);
  };
  const leave = () => {
    if (pointed !== choice) return;
    pointed = null;
    const there = table();
    if (there) clear(there);
  };
  return { onmouseenter: look, onfocus: look, onmouseleave: leave, onblur: leave };
};
