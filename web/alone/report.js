// A report's paths, step by step; without scripts all of them are there to be read.
import { button, element } from "../page/path/element.js";
import { Stepper } from "../page/path/stepper.js";

/** @param {HTMLElement} trace */
const stepped = (trace) => {
  const table = trace.querySelector("table");
  const box = table?.parentElement;
  if (!table || !box) return;
  const said = element("p", { class: "said", "aria-live": "polite" });
  const stepper = new Stepper(box, said);
  const hint = "or the arrow keys, Home and End, when the trace has the focus";
  box.before(
    element("div", { class: "controls" }, stepper.back, stepper.forward, element("p", { class: "note" }, hint)),
  );
  box.after(said);
  stepper.follow(table);
  stepper.listen(trace);
  const resting = table.querySelector(".resting");
  if (resting) fold(resting);
};

// Processes that never move are unfolded by a button.
/** @param {Element} resting */
const fold = (resting) => {
  /** @param {boolean} folded */
  const set = (folded) => {
    resting.classList.toggle("folded", folded);
    toggle.setAttribute("aria-expanded", String(!folded));
    toggle.textContent = folded ? "Show" : "Hide";
  };
  const toggle = button("", () => set(toggle.getAttribute("aria-expanded") === "true"));
  set(true);
  resting.querySelector("span")?.append(toggle);
};

for (const trace of document.querySelectorAll(".trace")) stepped(/** @type {HTMLElement} */ (trace));
