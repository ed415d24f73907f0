"use strict";
// A path through the states that stand in the page. A state stands for its orbit, so that names are exchanged as the
// path goes on: `naming` says by which name each of the names in a state's text goes.
const data = JSON.parse(document.getElementById("data").textContent);
const walk = document.querySelector(".walk");
const find = (name) => walk.querySelector(name);
const [controls, said, box, table] = [".controls", ".said", ".lanes-box", ".lanes"].map(find);
const [rows, possible, impossible] = [".rows", ".possible", ".not-possible"].map(find);
const identity = data.names.map((_, place) => place);
const escaped = data.names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
escaped.sort((one, other) => other.length - one.length);
const pattern = escaped.length ? new RegExp(`(?<![\\w.])(?:${escaped.join("|")})(?!\\w)`, "gu") : null;
const number = new Map(data.names.map((name, place) => [name, place]));

const renamed = (text, naming) =>
  pattern ? text.replace(pattern, (name) => data.names[naming[number.get(name)]]) : text;
const made = (kind, text, name) => {
  const element = document.createElement(kind);
  if (text !== undefined) element.textContent = text;
  if (name) element.className = name;
  return element;
};

let start = 0;
let path = [{ place: 0, naming: identity, via: "" }];
let current = 0;

const here = () => path[current];
const scene = () => data.scenes[here().place];
const values = ({ place, naming }) => {
  const found = new Map();
  data.scenes[place].cells.forEach((cell, lane) => found.set(renamed(data.lanes[lane], naming), renamed(cell, naming)));
  return found;
};

const take = (wanted) => {
  const option = scene().options[wanted];
  if (!option || option[3] === null) return;
  const [label, by, , place, , exchanged] = option;
  const { naming } = here();
  const who = renamed(by, naming);
  const next = exchanged.length ? exchanged.map((name) => naming[name]) : naming;
  path = [...path.slice(0, current + 1), { place, naming: next, via: who ? `${label} by ${first(who)}` : label }];
  go(current + 1);
};
// The state that is shown is the one where the first of those who can take a step does.
const first = (who) => who.split(" with ").map((part) => part.split(/, (?![^(]*\))/)[0]).join(" with ");
const random = () => {
  const open = scene().options.flatMap((option, place) => (option[3] === null ? [] : [place]));
  if (open.length) take(open[Math.floor(Math.random() * open.length)]);
};
const restart = () => {
  start = (start + 1) % data.starts;
  path = [{ place: start, naming: identity, via: "" }];
  go(0);
};

const go = (wanted) => {
  current = Math.min(Math.max(0, wanted), path.length - 1);
  draw();
  const open = scene().options.length;
  const via = here().via ? `: ${here().via}` : "";
  said.textContent = `State ${current}${via}. ${open ? `${open} possible` : "Nothing is possible: a deadlock"}.`;
};

const tones = new Map();
const tone = (value) => {
  if (!tones.has(value)) tones.set(value, tones.size % 6);
  return `tone-${tones.get(value)}`;
};

const drawn = () => {
  const columns = path.map(values);
  const head = made("tr");
  head.append(made("th", "state"));
  const steps = made("tr", undefined, "steps");
  steps.append(made("th", "step"));
  path.forEach(({ via }, column) => {
    const cell = made("th");
    const button = made("button", String(column));
    button.type = "button";
    button.setAttribute("aria-label", `State ${column}`);
    button.addEventListener("click", () => go(column));
    cell.append(button);
    cell.classList.toggle("current", column === current);
    cell.classList.toggle("ahead", column > current);
    if (column === current) cell.setAttribute("aria-current", "step");
    head.append(cell);
    const step = made("td", via);
    step.classList.toggle("current", column === current);
    steps.append(step);
  });
  const top = made("thead");
  top.append(head, steps);
  const body = made("tbody");
  for (const name of data.lanes) {
    const row = made("tr", undefined, "lane");
    row.append(made("th", name));
    columns.forEach((column, place) => {
      const value = column.get(name) ?? "";
      const cell = made("td", undefined, tone(value));
      cell.classList.toggle("current", place === current);
      cell.classList.toggle("ahead", place > current);
      cell.classList.toggle("moved", place > 0 && columns[place - 1].get(name) !== value);
      cell.append(made("span", value, "place"));
      row.append(cell);
    });
    body.append(row);
  }
  table.replaceChildren(top, body);
  const column = head.cells[current + 1];
  box.scrollTo({ left: column.offsetLeft + column.offsetWidth / 2 - box.clientWidth / 2 });
};

const choices = ([label, by, size, place, fault], key) => {
  const item = made("li");
  const button = made("button");
  button.type = "button";
  button.disabled = place === null;
  if (key < 9) button.setAttribute("aria-keyshortcuts", String(key + 1));
  button.append(made("span", `${key + 1}`, "key"), made("span", label, "name"));
  const who = renamed(by, here().naming);
  if (who) button.append(made("span", ` by ${who}`, "by"));
  if (size > 1) button.append(made("span", ` – ${size.toLocaleString("en")} alike`, "alike"));
  if (fault) button.append(made("span", ` – ${fault}`, "fault"));
  else if (place === null) button.append(made("span", " – leads to a state that is not on this page", "alike"));
  button.addEventListener("click", () => take(key));
  item.append(button);
  return item;
};

const reason = (which) => {
  const [label, by, why] = data.reasons[which];
  const item = made("li");
  const details = made("details");
  const summary = made("summary");
  const who = renamed(by, here().naming);
  summary.append(made("span", label, "name"), made("span", who ? ` by ${who}` : "", "by"));
  details.append(summary);
  for (const [condition, told] of why) {
    const line = made("p", undefined, "why");
    const given = told.map(([name, value]) => renamed(`${name} = ${value}`, here().naming)).join(", ");
    line.append(made("code", condition), ` is false${given ? `: ${given}` : ""}`);
    details.append(line);
  }
  item.append(details);
  return item;
};

const draw = () => {
  drawn();
  const pairs = scene().rows.flatMap(([name, told]) => [made("dt", name), made("dd", renamed(told, here().naming))]);
  rows.replaceChildren(...pairs);
  possible.replaceChildren(...scene().options.map(choices));
  if (!scene().options.length) possible.append(made("li", "Nothing: a deadlock."));
  impossible.replaceChildren(...scene().disabled.map(reason));
  if (!scene().disabled.length) impossible.append(made("li", "Everything is possible."));
  act.back.disabled = current === 0;
  act.forward.disabled = current === path.length - 1;
  act.random.disabled = !scene().options.some((option) => option[3] !== null);
  act.start.disabled = data.starts < 2 && path.length === 1;
};

const act = {};
const moves = { back: () => go(current - 1), forward: () => go(current + 1), random, start: restart };
for (const button of controls.querySelectorAll("button")) {
  act[button.dataset.do] = button;
  button.addEventListener("click", moves[button.dataset.do]);
}
if (data.starts < 2) act.start.textContent = "Start again";
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const keys = { ArrowLeft: moves.back, ArrowRight: moves.forward, Home: () => go(0), End: () => go(path.length - 1), r: random };
  const wanted = /^[1-9]$/.test(event.key) ? () => take(Number(event.key) - 1) : keys[event.key];
  if (!wanted) return;
  event.preventDefault();
  wanted();
});
controls.hidden = false;
go(0);
