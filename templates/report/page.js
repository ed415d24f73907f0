"use strict";
// Stepping through a trace; without scripts all of it is there to be read.
for (const trace of document.querySelectorAll(".trace")) {
  const table = trace.querySelector("table");
  if (!table) continue;
  const box = table.parentElement;
  const heads = [...table.querySelectorAll("th[data-say]")];
  const rows = [...table.rows].filter((row) => row.cells.length > heads.length);
  const loop = heads.findIndex((head) => String(head.cellIndex - 1) === table.dataset.loop);
  let current = -1;

  const controls = document.createElement("div");
  controls.className = "controls";
  const said = document.createElement("p");
  said.className = "said";
  said.setAttribute("aria-live", "polite");

  const go = (wanted) => {
    let prefix = "";
    let next = Math.max(0, wanted);
    if (next >= heads.length) {
      next = loop < 0 ? heads.length - 1 : loop + 1;
      prefix = loop < 0 ? "The trace ends here. " : "The loop begins again. ";
    }
    current = next;
    const column = heads[current].cellIndex;
    for (const row of rows) {
      for (const cell of row.cells) cell.classList.toggle("current", cell.cellIndex === column);
    }
    for (const head of heads) head.removeAttribute("aria-current");
    heads[current].setAttribute("aria-current", "step");
    said.textContent = prefix + heads[current].dataset.say;
    const middle = heads[current].offsetLeft + heads[current].offsetWidth / 2;
    const lane = rows.find((row) => row.cells[column].classList.contains("moved"));
    box.scrollTo({ left: middle - box.clientWidth / 2, top: lane ? height(lane) : box.scrollTop });
  };

  // Where the box is to be scrolled to, so that a lane is in the middle between the steps and the counters.
  const height = (lane) => {
    const head = table.tHead.offsetHeight;
    const foot = table.querySelector(".counters")?.offsetHeight ?? 0;
    return lane.offsetTop - head - (box.clientHeight - head - foot - lane.offsetHeight) / 2;
  };

  const button = (text, label, change) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", () => go(change()));
    controls.append(made);
  };
  button("← Back", "One state back", () => current - 1);
  button("Forward →", "One state forward", () => current + 1);
  const hint = document.createElement("p");
  hint.className = "note";
  hint.textContent = "or the arrow keys, Home and End, when the trace has the focus";
  controls.append(hint);
  box.before(controls);
  box.after(said);

  const resting = table.querySelector(".resting");
  if (resting) {
    const fold = document.createElement("button");
    fold.type = "button";
    const folded = (wanted) => {
      resting.classList.toggle("folded", wanted);
      fold.setAttribute("aria-expanded", String(!wanted));
      fold.textContent = wanted ? "Show" : "Hide";
    };
    fold.addEventListener("click", () => folded(fold.getAttribute("aria-expanded") === "true"));
    folded(true);
    resting.querySelector("span").append(fold);
  }

  trace.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const moves = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: heads.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    go(moves[event.key]);
  });
}
