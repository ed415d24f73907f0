// This and the next state side by side: while a step is pointed at, or has the focus, a column shows the state after it.
import { element } from "/dom.js";
import { tone } from "/lanes.js";
import { expressions, look as values } from "/observing.js";
import { ask } from "/server.js";

let pointed = null;

const clear = (table) => {
  for (const one of table.querySelectorAll(".next")) one.remove();
};

const show = (table, at, column, choice) => {
  clear(table);
  const rows = [...table.querySelectorAll("tr")];
  const beside = (row) => row.cells[at + 1];
  beside(rows[0]).after(element("th", { scope: "col", class: "next" }, "next"));
  const pairs = [
    ...choice.scene.lanes.map(([, value], number) => ({ before: column.lanes[number]?.[1], value, tone: tone(value) })),
    ...expressions().map((written) => ({
      before: column.values?.get(written),
      value: choice.values?.get(written) ?? "",
      tone: "",
    })),
  ];
  for (const [number, one] of pairs.entries()) {
    const changed = one.before === one.value ? "" : "changed";
    beside(rows[number + 1])?.after(element("td", { class: `next ${one.tone} ${changed}` }, one.value));
  }
  const place = table.querySelector(".next");
  const right = place.offsetLeft + place.offsetWidth;
  if (right > table.scrollLeft + table.clientWidth) table.scrollLeft = right - table.clientWidth;
};

// What a step's button has, for the choice that it takes from a column of the lanes.
export const beside = (choice, column, at, desk) => {
  const table = () => document.querySelector("#path .lanes");
  const look = async () => {
    pointed = choice;
    try {
      choice.scene ??= (await ask("steps", { ...desk.request(), state: choice.state })).scene;
      await values([choice]);
    } catch {
      return;
    }
    if (pointed === choice && table()) show(table(), at, column, choice);
  };
  const leave = () => {
    if (pointed !== choice) return;
    pointed = null;
    if (table()) clear(table());
  };
  return { onmouseenter: look, onfocus: look, onmouseleave: leave, onblur: leave };
};
