// This and the next state side by side: while a step is pointed at, or has the focus, a column shows the state after it.
import { element } from "./dom.js";
import { expressions, look as values } from "./observing.js";
import { counted, placed } from "./path/lanes.js";
import { ask } from "./server.js";

let pointed = null;

// The arc of a loop, or what stands before it, is as much wider while a column is there.
const widen = (table, at) => {
  const [before, under] = table.querySelectorAll(".lasso td");
  if (!under || at === before.colSpan + under.colSpan - 2) return;
  const over = at < before.colSpan - 1 ? before : under;
  over.colSpan += 1;
  over.classList.add("wider");
};

const clear = (table) => {
  table.parentElement.style.height = "";
  for (const one of table.querySelectorAll(".next")) one.remove();
  for (const one of table.querySelectorAll(".wider")) {
    one.colSpan -= 1;
    one.classList.remove("wider");
  }
};

const show = (table, { column, at, tone }, choice) => {
  clear(table);
  const box = table.parentElement;
  // What stands below stays under the pointer.
  box.style.height = `${box.offsetHeight}px`;
  const changed = (before, text) => before !== undefined && before !== text;
  const lanes = choice.scene.lanes.map(([, text], row) =>
    placed({ text, changed: changed(column.lanes[row]?.[1], text), tone: tone(text) }),
  );
  const counters = expressions().map((written) => {
    const text = choice.values?.get(written) ?? "";
    return counted({ text, changed: changed(column.values?.get(written), text) });
  });
  const head = element("th", { scope: "col" }, "next");
  const next = [head, element("td"), ...lanes, ...counters];
  for (const [number, row] of [...table.querySelectorAll("tr:not(.lasso, .heading)")].entries()) {
    next[number].classList.add("next");
    row.cells[at + 1].after(next[number]);
  }
  widen(table, at);
  const right = head.offsetLeft + head.offsetWidth;
  if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
};

// What a step's button has, for the choice that it takes from the state where one stands.
export const beside = (choice, place) => {
  const { desk } = place;
  const table = () => document.querySelector("#path .path");
  const look = async () => {
    pointed = choice;
    try {
      choice.scene ??= (await ask("steps", { ...desk.request(), state: choice.state })).scene;
      await values([choice]);
    } catch {
      return;
    }
    if (pointed === choice && table()) show(table(), place, choice);
  };
  const leave = () => {
    if (pointed !== choice) return;
    pointed = null;
    if (table()) clear(table());
  };
  return { onmouseenter: look, onfocus: look, onmouseleave: leave, onblur: leave };
};
