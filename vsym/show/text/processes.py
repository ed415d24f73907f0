"""What is said of models of processes beside their symmetry: what counting saves, and the states that were reached.

They are counter states, or those of other methods, for which edges stand in place of a verdict on the symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rich.console import Group
from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import number, plural, power, seconds
from vsym.checking.answer import STATE, Checked, Exploration
from vsym.checking.stages import Prepared
from vsym.models.counting.extent import shared_values
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.protocol import Method
from vsym.show.text.explorations import quotient_line
from vsym.show.text.fitting import table
from vsym.show.text.lines import ROWS, TIME_WIDTH, Story, system_line
from vsym.show.text.symmetry import explanations, heading, transitions_table
from vsym.symmetry.virtual.identification import Decided
from vsym.system.result import Reached

EXACT_FOR: Mapping[Method, str] = MappingProxyType(
    {
        "plain": "CTL*, whatever it names",
        "orbit": "CTL*, naming whole classes only",
        "counter": "CTL*, this model's properties",
        "adaptive": "reachability, whatever it names",
    }
)
"""For which properties each method is exact."""


def _before_verdicts(checked: Checked, *, everything: bool) -> Story:
    """What is known of the model before its properties: its symmetry, the reduction and the reachable states."""
    decided, counters = checked.decided, checked.counters
    if decided is None:
        return annotated(checked, everything=everything)
    told = [*heading(decided), transitions_table(decided, counters, everything=everything)]
    told += explanations(decided, everything=everything)
    if counters is None or checked.model.sizes.parameters:
        return told
    told += [Text(""), text.reduction_line(checked.model, counters)]
    told += up_to(checked.explored, checked.notes)
    if checked.explored is not None:
        told.append(text.explored_line(checked.explored))
        if everything and checked.explored.levels:
            told.append(text.levels_line(checked.model, counters, checked.explored.levels))
        if checked.explored.deadlocks and checked.deadlock is None:
            told.append(Text("`vsym explore` looks longer for a path to a deadlock", "dim"))
    elif any(outcome.verdict.engine == "mdd" and outcome.verdict.outcome != "unknown" for outcome in checked.outcomes):
        told.append(Text("the reachable states were not needed: the states in question were searched from", "dim"))
    return told


def abstraction(decided: Decided, system: CounterSystem, *, everything: bool) -> Story:
    """The blocks with their counters, and the guard of each abstract transition."""
    counters = text.counters_table(decided.model, system)
    guards = transitions_table(decided, system, everything=everything)
    return [*heading(decided), counters, Text(""), guards, Text(""), text.reduction_line(decided.model, system)]


def reduction_line(model: Model, system: CounterSystem) -> Text:
    """|L|^n against the counter states."""
    factor = shared_values(model)
    concrete = concrete_states(model)
    shape = f"{len(model.states)}^{number(model.size)}" + (f" * {number(factor)}" if factor > 1 else "")
    counted = f"{concrete} concrete states" + (f" ({shape})" if shape != concrete else "")
    return Text(f"{counted}, {plural(system.state_count, 'counter state')}")


def concrete_states(model: Model) -> str:
    """|L|^n times the shared values, as a person reads it."""
    return power(len(model.states), model.size, shared_values(model))


def explored_line(explored: Explored) -> Text:
    """The reachable states and deadlocks."""
    line = Text(f"{reached_text(explored)}, ")
    if explored.depth is not None:
        line.append(f"depth {explored.depth}, ")
    if explored.nodes is not None:
        line.append(f"at most {plural(explored.nodes, 'node')} (saturation knows no depth), ")
    if explored.deadlocks:
        line.append(plural(explored.deadlocks, "deadlock"), "yellow")
    else:
        line.append("no deadlock" if explored.complete else "no deadlock so far")
    line.append(f", {seconds(explored.seconds)}")
    if not explored.complete:
        line.append(f"; not all of them: {explored.reason or 'the exploration was stopped'}", "yellow")
    return line


def reached_text(explored: Explored) -> str:
    """How many states were reached, of a group's orbits or by themselves."""
    state = STATE[explored.method]
    if not explored.factors:
        return plural(explored.states, f"reachable {state}")
    if not explored.exact:
        return plural(explored.states, f"stored {state}")
    stand_for = "" if explored.represented is None else f" ({plural(explored.represented, state)})"
    return f"{plural(explored.states, 'reachable orbit')} of {state}s{stand_for}"


def levels_line(model: Model, system: CounterSystem, levels: Sequence[int]) -> Text:
    """The order of the levels in the decision diagrams, from the root."""
    spelling = Spelling(model)
    names = [spelling.count(counter) for counter in system.counters] + [variable.name for variable in system.shared]
    return Text(f"levels of the decision diagrams: {', '.join(names[position] for position in levels)}", "dim")


def counters_table(model: Model, system: CounterSystem) -> Table:
    """The blocks of a counter system with their counters."""
    spelling = Spelling(model)
    found = table("block", "processes", "counters")
    for place, block in enumerate(system.blocks):
        m = len(system.states)
        counters = [spelling.count(counter) for counter in system.counters[place * m : (place + 1) * m]]
        shown = ", ".join(counters[:12]) + (f", … {m - 12} more" if m > 12 else "")
        found.add_row(Text(block.name), Text(str(block.processes)), Text(shown))
    return found


def invariant_lines(invariants: Sequence[str]) -> list[Text]:
    """The linear invariants that were found."""
    if not invariants:
        return [Text(""), Text("no linear invariants were found beyond the number of processes")]
    return [Text(""), Text("linear invariants of the counters:"), *(Text(f" {found}") for found in invariants)]


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
