// A table of the states of a path: a lane for each process or variable, and for each value that is watched.
import { button, element } from "/dom.js";
import { expressions, forget } from "/observing.js";

const tones = new Map();

export const tone = (value) => {
  if (!tones.has(value)) tones.set(value, tones.size % 6);
  return `tone-${tones.get(value)}`;
};

// The states of a path as columns; `move` goes to one of them, `again` shows them anew.
export const lanes = (columns, at, move, again, loop = null) => {
  // The states that repeat for ever lie under an arc from the last of them to the first.
  const arc =
    loop !== null &&
    element(
      "tr",
      { class: "lasso", "aria-hidden": "true" },
      element("td", { colspan: loop + 1 }),
      element(
        "td",
        { colspan: columns.length - loop },
        element(
          "div",
          { class: "arc", style: `margin-inline: calc(50% / ${columns.length - loop})` },
          element("span", {}, "repeats"),
        ),
      ),
    );
  const names = (columns.find((one) => one.lanes.length) ?? columns[at]).lanes.map(([name]) => name);
  const value = (column, row) => column.lanes[row]?.[1] ?? "";
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, "state"),
    columns.map((one, number) =>
      element(
        "th",
        { scope: "col", class: number === at ? "here" : null, "aria-current": number === at ? "step" : null },
        button(String(number), () => move(number), {
          tabindex: "-1",
          title: one.told ?? "start",
          "aria-label": `state ${number}`,
        }),
      ),
    ),
  );
  const rows = names.map((name, row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      columns.map((one, number) => {
        const here = value(one, row);
        const changed =
          number > 0 &&
          columns[number - 1].lanes.length > 0 &&
          one.lanes.length > 0 &&
          value(columns[number - 1], row) !== here;
        return element(
          "td",
          { class: [tone(here), number === at ? "here" : "", changed ? "changed" : ""].join(" ") },
          here,
        );
      }),
    ),
  );
  const values = expressions().map((written) =>
    element(
      "tr",
      { class: "watched" },
      element("th", { scope: "row" }, element("code", {}, written), " ", forget(written, again)),
      columns.map((one, number) => {
        const here = one.values?.get(written) ?? "";
        const before = columns[number - 1]?.values?.get(written) ?? here;
        return element(
          "td",
          { class: [number === at ? "here" : "", before !== here ? "changed" : ""].join(" ") },
          here,
        );
      }),
    ),
  );
  const keys = (event) => {
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: columns.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step, true);
  };
  return element(
    "div",
    {
      class: "scroll lanes",
      tabindex: "0",
      "data-keep": "lanes",
      role: "group",
      "aria-label": "states of the path; arrow keys go along it",
      onkeydown: keys,
    },
    element("table", {}, element("thead", {}, arc, head), element("tbody", {}, rows, values)),
  );
};
