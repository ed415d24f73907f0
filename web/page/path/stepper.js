// Along a path, state by state: forwards, backwards, round the loop of a lasso, by buttons, keys and the heads of columns.
import { button } from "./element.js";
import { heads, mark, reveal } from "./lanes.js";

export class Stepper {
  /** The number of the state that is shown among those of the path; -1 before the first step. */
  at = -1;

  #loop = -1;
  #turn = "";
  /** @type {HTMLTableElement | null} */
  #table = null;
  /** @type {HTMLTableCellElement[]} */
  #heads = [];
  #box;
  #said;
  #arrive;

  /**
   * @param {HTMLElement} box what scrolls, with the table of the path in it
   * @param {HTMLElement} said where the sentence of the state stands
   * @param {(at: number) => void} arrive
   */
  constructor(box, said, arrive = () => {}) {
    this.#box = box;
    this.#said = said;
    this.#arrive = arrive;
    this.back = button("← Back", () => this.go(this.at - 1), { "aria-label": "One state back" });
    this.forward = button("Forward →", () => this.go(this.at + 1), { "aria-label": "One state forward" });
  }

  /**
   * Takes the table of another path, and goes to one of its states.
   * @param {HTMLTableElement} table
   * @param {number} at
   */
  follow(table, at = -1) {
    this.#take(table);
    this.at = at;
    if (at >= 0) this.go(at);
  }

  /**
   * Takes another table of the same path, of which more is known.
   * @param {HTMLTableElement} table
   */
  renew(table) {
    this.#take(table);
    this.#show();
  }

  /**
   * Goes to a state. Behind the last one a lasso begins again after the state that this one is.
   * @param {number} wanted
   */
  go(wanted) {
    const last = this.#heads.length - 1;
    if (last < 0) return;
    this.at = Math.max(0, wanted);
    this.#turn = "";
    if (this.at > last) {
      this.#turn = this.#loop < 0 ? "The path ends here. " : "The loop begins again. ";
      this.at = this.#loop < 0 ? last : this.#loop + 1;
    }
    this.#show();
    this.#arrive(this.at);
  }

  /**
   * Has the keys along the path wherever `target` has the focus, and others beside them.
   * @param {HTMLElement | Document} target
   * @param {Record<string, () => void>} others
   */
  listen(target, others = {}) {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.#heads.length - 1),
      ...others,
    };
    target.addEventListener("keydown", (event) => {
      if (!(event instanceof KeyboardEvent) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    });
  }

  /** @param {HTMLTableElement} table */
  #take(table) {
    this.#table = table;
    this.#heads = heads(table);
    // Columns of states that are left out have no number.
    this.#loop = this.#heads.findIndex((head) => String(head.cellIndex - 1) === table.dataset.loop);
    for (const [number, head] of this.#heads.entries()) {
      const label = head.textContent;
      head.replaceChildren(button(label, () => this.go(number), { tabindex: "-1", "aria-label": `State ${label}` }));
    }
    if (table.parentElement === this.#box) return;
    const focused = this.#box.contains(document.activeElement);
    this.#box.replaceChildren(table);
    if (focused) this.#box.focus({ preventScroll: true });
  }

  #show() {
    const head = this.#heads[this.at];
    if (!head || !this.#table) return;
    mark(this.#table, head);
    reveal(this.#box, this.#table, head);
    this.#said.textContent = `${this.#turn}${head.dataset.say}`;
    this.back.setAttribute("aria-disabled", String(this.at === 0));
    const ends = this.at === this.#heads.length - 1 && this.#loop < 0;
    this.forward.setAttribute("aria-disabled", String(ends));
  }
}
