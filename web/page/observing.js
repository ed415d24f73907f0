// What is asked about states: a path to where a condition is true, and values that stand beside every state.
import { button, byId, element } from "./dom.js";
import { ask } from "./server.js";

// How many states are asked about at once, and how many characters of them.
const MOST = 200,
  SIZE = 400_000;

let desk,
  watched = [];

export const begin = (given) => {
  desk = given;
};

export const expressions = () => watched;

// A field with what its condition or value comes to, or what is wrong with it, in a line below.
const field = (name, label, action, act) => {
  const said = element("p", { id: `${name}-said`, class: "quiet", role: "status" });
  const input = element("input", {
    id: name,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-describedby": said.id,
  });
  const told = (text, wrong) => {
    said.textContent = text;
    said.className = wrong ? "bad" : "quiet";
    input.setAttribute("aria-invalid", String(wrong));
  };
  const asked = async (event) => {
    event.preventDefault();
    const written = input.value.trim();
    if (!written) {
      told("write it in the model's own language, as in `#C >= 1`", true);
      return;
    }
    told("looking…", false);
    try {
      const found = await act(written);
      told(found.problem ? `✗ ${found.problem}` : found.told, Boolean(found.problem));
      // What was typed meanwhile stays.
      if (found.done && input.value.trim() === written) input.value = "";
    } catch (error) {
      told(error.kind === "undecided" ? `undecided: ${error.message}` : error.message, true);
    }
  };
  return element(
    "form",
    { class: "asking", onsubmit: asked },
    element("label", { for: name }, label),
    input,
    button(action, undefined, { type: "submit" }),
    said,
  );
};

// The fields; `walk` has the state where one stands, goes along a path and shows what is watched.
export const fields = (walk) => {
  const seek = async (goal) => {
    const { led } = await ask("steps", { ...desk.request(), state: walk.state(), goal });
    if (led.path) walk.along(led, goal);
    return led;
  };
  const watch = async (written) => {
    const {
      watched: [one],
    } = await ask("steps", { ...desk.request(), watched: [written], states: [walk.state()] });
    if (one.problem) return one;
    if (!watched.includes(written)) watched = [...watched, written];
    await walk.look();
    return { told: "", done: true };
  };
  return element(
    "div",
    { class: "fields" },
    field("goal", "goal", "find a path", seek),
    field("watch", "watch", "show", watch),
  );
};

// The button that takes an expression from the states again.
export const forget = (written, again) =>
  button(
    "×",
    () => {
      watched = watched.filter((one) => one !== written);
      again();
      byId("watch")?.focus({ preventScroll: true });
    },
    { class: "small", "aria-label": `watch ${written} no longer` },
  );

// Asks for the values that are not known yet, at most so many at once; says whether any came.
export const look = async (columns) => {
  let size = 0;
  const fits = (one, number) => {
    size += JSON.stringify(one.state).length;
    return size < SIZE || number === 0;
  };
  const lacking = columns
    .filter((one) => watched.some((written) => !one.values?.has(written)))
    .filter(fits)
    .slice(0, MOST);
  if (!lacking.length) return false;
  const found = await ask("steps", { ...desk.request(), watched, states: lacking.map((one) => one.state) });
  const wrong = found.watched.find((one) => one.problem);
  if (wrong) desk.say(`${wrong.written}: ${wrong.problem}`);
  for (const [number, column] of lacking.entries()) {
    column.values = new Map(found.watched.map((one) => [one.written, one.values ? one.values[number] : "✗"]));
  }
  return true;
};
