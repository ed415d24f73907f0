// The picture: drawn by the server, with nodes that can be chosen, and a table beside it that says the same.
import { button, byId, element, focused, kin } from "./dom.js";
import { parts } from "./path/element.js";
import { ask, problem } from "./server.js";

/** @typedef {import("./desk").Desk} Desk */
/** @typedef {import("./answers").Node | import("./answers").Edge} Item */
/** @typedef {{ x: number, y: number }} Point */

/** @type {Desk} */
let desk;
let what = "states";
/** @type {string | null} */
let transition = null;
let asking = 0;
/** @type {number | null} */
let scale = null;
const titles = { states: "local states", quotient: "orbits and counters", witness: "why a step is broken" };

// How much larger one step makes a picture, and how large or small it gets.
const STEP = 1.25,
  MOST = 8,
  LEAST = 0.2;

/** @param {Desk} given */
export const begin = (given) => {
  desk = given;
};

// The picture that was shown, of the text as it is now; or another one, of a transition where it is about one.
export const show = async (wanted = what, about = wanted === what ? transition : null) => {
  if (wanted !== what) scale = null;
  what = wanted;
  transition = about;
  const mine = ++asking;
  const body = byId("picture-body");
  const place = body.querySelector(".drawing");
  place?.classList.add("stale");
  /** @type {(string | Node)[]} */
  let shown;
  try {
    shown = drawn(await ask("picture", { ...desk.request(), what, ...(transition ? { transition } : {}) }));
  } catch (error) {
    shown = [element("p", { class: "quiet" }, problem(error).message)];
  }
  if (mine !== asking) return;
  const kept = focused()?.dataset.keep;
  const seen = { left: place?.scrollLeft ?? 0, top: place?.scrollTop ?? 0 };
  body.replaceChildren(tools(), ...shown);
  zoom(scale);
  document.getElementById("drawing")?.scrollTo(seen);
  if (kept) kin(body, kept)?.focus({ preventScroll: true });
};

const tools = () =>
  element(
    "div",
    { class: "tools" },
    Object.entries(titles).map(([name, title]) =>
      button(title, () => show(name), { "aria-pressed": String(what === name), "data-keep": name }),
    ),
    element(
      "span",
      { class: "together", role: "group", "aria-label": "size of the picture" },
      button("−", () => nearer(1 / STEP), { "data-keep": "smaller", "aria-label": "smaller" }),
      button("+", () => nearer(STEP), { "data-keep": "larger", "aria-label": "larger" }),
      button("fit", () => zoom(null), { "data-keep": "fit", "aria-label": "fit the picture in" }),
      element("output", { id: "scale", "aria-live": "polite" }),
    ),
  );

// How large the picture is, where 1 is as it was drawn.
const present = () => {
  const svg = document.getElementById("drawing")?.querySelector("svg");
  return svg ? svg.getBoundingClientRect().width / Number(svg.getAttribute("width")) : 1;
};

// Makes the picture as large as that, or null as fits; the point of the frame at `at` stays where it is.
/** @type {(wanted: number | null, at?: Point) => void} */
const zoom = (wanted, at) => {
  const frame = document.getElementById("drawing");
  const svg = frame?.querySelector("svg");
  if (!frame || !svg) return;
  const before = present(),
    x = at?.x ?? frame.clientWidth / 2,
    y = at?.y ?? frame.clientHeight / 2;
  scale = wanted === null ? null : Math.min(MOST, Math.max(LEAST, wanted));
  svg.style.maxWidth = scale === null ? "" : "none";
  svg.style.width = scale === null ? "" : `${Number(svg.getAttribute("width")) * scale}px`;
  const grown = present() / before;
  frame.scrollLeft = (frame.scrollLeft + x) * grown - x;
  frame.scrollTop = (frame.scrollTop + y) * grown - y;
  byId("scale").textContent = `${Math.round(100 * present())} %`;
};

/** @type {(factor: number, at?: Point) => void} */
const nearer = (factor, at) => zoom(present() * factor, at);

/** @param {WheelEvent} event */
const wheel = (event) => {
  // A wheel goes along the page, unless one is at the picture.
  const frame = byId("drawing");
  if (!event.ctrlKey && !event.metaKey && !frame.contains(document.activeElement)) return;
  event.preventDefault();
  const { left, top } = frame.getBoundingClientRect();
  nearer(event.deltaY < 0 ? STEP : 1 / STEP, { x: event.clientX - left, y: event.clientY - top });
};

/** @type {Record<string, (() => void) | undefined>} */
const sizes = { "+": () => nearer(STEP), "=": () => nearer(STEP), "-": () => nearer(1 / STEP), 0: () => zoom(null) };

/** @param {KeyboardEvent} event */
const keys = (event) => {
  const act = sizes[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
};

/** @type {(found: import("./answers").Picture) => (string | Node)[]} */
const drawn = (found) => {
  const nodes = new Map(found.nodes.map((one) => [one.name, one]));
  const svg = document.importNode(new DOMParser().parseFromString(found.svg, "image/svg+xml").documentElement, true);
  /** @type {NodeListOf<SVGElement>} */
  const marks = svg.querySelectorAll("[data-node], [data-edge]");
  for (const one of marks) {
    const known = one.dataset.node === undefined ? found.edges[Number(one.dataset.edge)] : nodes.get(one.dataset.node);
    if (known && (known.place || ("state" in known && known.state)))
      choosable(one, known, one.classList.contains("edge"));
  }
  const rows = found.nodes.map((one) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        one.place || one.state ? button(one.label, () => chosen(one), { class: "name" }) : one.label,
      ),
      element("td", {}, one.initial ? "initial" : ""),
    ),
  );
  return parts([
    frame(found.title, svg),
    element("p", { class: "quiet" }, found.caption.join(" ")),
    found.left_out.length > 0 && element("p", { class: "open" }, `It shows ${found.left_out.join("; ")}.`),
    element(
      "details",
      {},
      element("summary", {}, "as a table"),
      element(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": "nodes" },
        element(
          "table",
          {},
          element(
            "thead",
            {},
            element("tr", {}, element("th", { scope: "col" }, "node"), element("th", { scope: "col" }, "start")),
          ),
          element("tbody", {}, rows),
        ),
      ),
    ),
  ]);
};

/** @type {(title: string, svg: Node) => HTMLElement} */
const frame = (title, svg) => {
  const made = element(
    "div",
    {
      id: "drawing",
      class: "scroll drawing",
      tabindex: "0",
      role: "group",
      "aria-label": `${title}; plus and minus change its size, 0 fits it in`,
      "data-keep": "drawing",
      onkeydown: keys,
    },
    svg,
  );
  made.addEventListener("wheel", wheel, { passive: false });
  return made;
};

/** @param {Item} one */
const label = (one) => one.label || ("source" in one ? `${one.source} to ${one.target}` : one.name);

// A line is chosen by the pointer; for the keys, its label is enough.
/** @type {(mark: SVGElement, one: Item, line: boolean) => void} */
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

/** @param {Item} one */
const chosen = (one) => {
  if (one.place) desk.select(one.place.from, one.place.to);
  if ("state" in one && one.state) desk.from(one.state, `from ${label(one)}`);
};
