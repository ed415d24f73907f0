"""A path as reports, handouts and the lab show it: the table that the template writes for reports is the one that
`web/page/path/lanes.js` draws of the same value, and the stepper goes along it."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from tests.show.text.tab import Tab
from vsym.basics.templates import templates
from vsym.show.page.rendering import inlined, prose
from vsym.show.page.values import Cell, Column, Lane, Loop, Trace

DRAWN = f"""([trace, html]) => {{
  {inlined("page/path/lanes.js")}
  const plain = (table) => {{
    table.normalize();
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    const blank = [];
    while (texts.nextNode()) if (!texts.currentNode.data.trim()) blank.push(texts.currentNode);
    for (const one of blank) one.remove();
    const column = table.style.getPropertyValue("--column").trim();
    // Set by a script, it is spelled in another way.
    table.setAttribute("style", "");
    return [table, column];
  }};
  const written = new DOMParser().parseFromString(html, "text/html").querySelector("table");
  const both = [plain(written), plain(drawn(trace))];
  const same = both[0][0].isEqualNode(both[1][0]) && both[0][1] === both[1][1];
  return same ? null : both.map(([table, column]) => [table.outerHTML, column]);
}}"""
"""Null where the tables of a template's text and of a value are the same, else both."""

_TEXTS = st.text("aB<&\"' ->1", min_size=1, max_size=9).map(str.strip).filter(bool)
_CELLS = st.builds(Cell, _TEXTS, st.booleans(), st.none() | st.integers(0, 5))


@st.composite
def _traces(draw: st.DrawFn) -> Trace:
    """A trace whose parts fit together, as `vsym/show/page/lanes.py` makes them; none of its lanes are folded."""
    states = draw(st.integers(1, 5))
    columns = [Column(number, draw(_TEXTS | st.just("")), draw(_TEXTS), draw(_TEXTS)) for number in range(states)]
    if states > 2 and draw(st.booleans()):
        columns[1] = Column(None)

    def lanes(groups: st.SearchStrategy[str], most: int) -> tuple[Lane, ...]:
        row = st.lists(_CELLS, min_size=states, max_size=states).map(tuple)
        return tuple(Lane(draw(_TEXTS), draw(groups), draw(row)) for _ in range(draw(st.integers(0, most))))

    loop = Loop(draw(st.integers(0, states - 2)), states - 1, 0, 0) if states > 1 and draw(st.booleans()) else None
    named, counters = lanes(_TEXTS | st.just(""), 3), lanes(st.just(""), 14)
    return Trace("p", "", (), tuple(columns), named, (), counters, loop, draw(st.integers(1, 16)))


@given(trace=_traces())
def test_reports_have_the_table_that_the_module_draws(tab: Tab, trace: Trace) -> None:
    writing = templates("templates", escape=True)
    writing.filters["prose"] = prose
    html = writing.get_template("report/traces.html.j2").render(page=SimpleNamespace(traces=(trace,)))
    assert tab.page.evaluate(DRAWN, [dataclasses.asdict(trace), html]) is None
