// The picture: drawn by the server, with nodes that can be chosen, and a table beside it that says the same.
import { button, byId, element } from "/dom.js";
import { ask } from "/server.js";

let desk, what = "states", asking = 0;
const titles = { states: "local states", quotient: "orbits and counters" };

export const begin = (given) => {
  desk = given;
};

export const show = async () => {
  const mine = ++asking;
  const body = byId("picture-body");
  const place = body.querySelector(".drawing");
  place?.classList.add("stale");
  let shown;
  try {
    shown = drawn(await ask("picture", { ...desk.request(), what }));
  } catch (error) {
    shown = [element("p", { class: "quiet" }, error.message)];
  }
  if (mine !== asking) return;
  const pressed = document.activeElement?.dataset?.what;
  body.replaceChildren(tools(), ...shown);
  if (pressed) body.querySelector(`[data-what="${pressed}"]`)?.focus({ preventScroll: true });
};

const tools = () => element("div", { class: "tools" }, Object.entries(titles).map(([name, title]) =>
  button(title, () => {
    what = name;
    show();
  }, { "aria-pressed": String(what === name), "data-what": name })));

const drawn = (found) => {
  const nodes = new Map(found.nodes.map((one) => [one.name, one]));
  const svg = document.importNode(new DOMParser().parseFromString(found.svg, "image/svg+xml").documentElement, true);
  for (const one of svg.querySelectorAll("[data-node], [data-edge]")) {
    const known = one.dataset.node === undefined ? found.edges[Number(one.dataset.edge)] : nodes.get(one.dataset.node);
    if (known && (known.place || known.state)) choosable(one, known, one.classList.contains("edge"));
  }
  const rows = found.nodes.map((one) => element("tr", {},
    element("th", { scope: "row" }, one.place || one.state ? button(one.label, () => chosen(one), { class: "name" }) : one.label),
    element("td", {}, one.initial ? "initial" : "")));
  return [
    element("div", { class: "scroll drawing", tabindex: "0", role: "group", "aria-label": found.title }, svg),
    element("p", { class: "quiet" }, found.caption.join(" ")),
    found.left_out.length > 0 && element("p", { class: "open" }, `It shows ${found.left_out.join("; ")}.`),
    element("details", {}, element("summary", {}, "as a table"),
      element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "nodes" }, element("table", {},
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "node"), element("th", { scope: "col" }, "start"))), element("tbody", {}, rows)))),
  ].filter(Boolean);
};

const label = (one) => one.label || `${one.source} to ${one.target}`;

// A line is chosen by the pointer; for the keys, its label is enough.
const choosable = (mark, one, line) => {
  mark.classList.add("choosable");
  mark.addEventListener("click", () => chosen(one));
  if (line && one.label) return;
  mark.setAttribute("tabindex", "0");
  mark.setAttribute("role", "button");
  mark.setAttribute("aria-label", label(one));
  mark.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    chosen(one);
  });
};

const chosen = (one) => {
  if (one.place) desk.select(one.place.from, one.place.to);
  if (one.state) desk.from(one.state, `from ${label(one)}`);
};
