"""What the methods of exploration tell: the edges with what they respect, and the methods side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.numbers import number, plural, seconds
from vsym.checking.results import Checked, Explored, Method
from vsym.checking.stages import Prepared
from vsym.models.counting.spelling import Spelling
from vsym.show.text import lines as text
from vsym.show.text.fitting import table
from vsym.show.text.verdicts import TIME_WIDTH

EXACT_FOR: dict[Method, str] = {
    "plain": "CTL*, whatever it names",
    "orbit": "CTL*, naming whole classes only",
    "counter": "CTL*, this model's properties",
    "adaptive": "reachability, whatever it names",
}

Story = list[RenderableType]


def heading(prepared: Prepared) -> Story:
    """The system, and how many of its edges tell processes apart."""
    apart = sum(len(edge.partition) > 1 for edge in prepared.edges)
    line = Text(f"{plural(len(prepared.edges), 'edge')}, ")
    line.append(f"{number(apart)} of them telling processes apart" if apart else "none telling processes apart")
    return [text.system_line(prepared.model), line, Text("")]


def edges_table(prepared: Prepared, *, everything: bool) -> Group:
    """Each edge with its processes and the partition of processes that it respects."""
    spelling = Spelling(prepared.model)
    found = table("edge", "of", "respects")
    shown = prepared.edges if everything else prepared.edges[: text.ROWS]
    for edge in shown:
        label = prepared.model.label(edge.origins) + (" (leaves a range)" if edge.overflow else "")
        cells = ", ".join(spelling.processes(cell) for cell in edge.partition)
        found.add_row(Text(label), Text(spelling.processes(edge.processes)), Text(cells))
    more = len(prepared.edges) - len(shown)
    return Group(found, Text(f" … {number(more)} more rows (-v shows them)", "dim")) if more else Group(found)


def methods_table(explored: Sequence[Explored]) -> Group:
    """The methods side by side, and why one has not found all states."""
    found = table("method", "states", "depth", "deadlocks", "time", "exact for")
    for column in found.columns[1:5]:
        column.justify = "right"
    found.columns[4].min_width = TIME_WIDTH
    notes = []
    for one in explored:
        count = number(one.states) if one.complete else f">= {number(one.states)}"
        depth = "" if one.depth is None else str(one.depth)
        stuck = number(one.deadlocks) if one.complete or one.deadlocks else "?"
        found.add_row(one.method, count, depth, stuck, seconds(one.seconds), EXACT_FOR[one.method])
        if not one.complete:
            notes.append(Text(f" {one.method}: not all of them: {one.reason}", "yellow"))
    return Group(found, *notes)


def annotated(checked: Checked, *, everything: bool) -> Story:
    """What is told of adaptive exploration before the verdicts."""
    if checked.prepared is None or checked.explored is None:
        return [text.system_line(checked.model)]
    told = [*heading(checked.prepared), edges_table(checked.prepared, everything=everything), Text("")]
    return [*told, text.explored_line(checked.explored)]
