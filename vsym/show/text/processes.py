"""The story of models of processes beside their symmetry: the saving by counting, and the states that were reached.

They are counter states, or those of other methods, for which edges stand in place of a verdict on the symmetry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from vsym.basics.limits import REASONS
from vsym.basics.numbers import number, plural, power, seconds
from vsym.checking.answer import Checked, Exploration
from vsym.logic.formula import TRUE
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling, shared_values
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.protocol import STATE, Method
from vsym.show.text.explorations import levels_line, quotient_line, unreached
from vsym.show.text.fitting import table
from vsym.show.text.lines import ROWS, TIME_WIDTH, Story, system_line
from vsym.show.text.symmetry import explanations, symmetry_line, transitions_table
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.checking.stages import Prepared
    from vsym.reductions.counters.bounds import Bounds
    from vsym.symmetry.virtual.identification import Decided

EXACT_FOR: Mapping[Method, str] = MappingProxyType(
    {
        "plain": "CTL*, any names",
        "orbit": "CTL*, names of whole classes only",
        "counter": "CTL*, this model's properties",
        "adaptive": "reachability, any names",
    }
)
"""For which properties each method is exact."""


def heading(checked: Checked) -> list[Text]:
    """The system with its symmetry: the verdict, or the number of edges that tell processes apart."""
    system = system_line(checked.model)
    if checked.decided is not None:
        return [system, symmetry_line(checked.decided)]
    return [system] if checked.prepared is None else [system, _edges_line(checked.prepared)]


def before_verdicts(checked: Checked, *, everything: bool) -> Story:
    """The findings on a model before its properties: its symmetry, the reduction and the reachable states."""
    decided, counters, main = checked.decided, checked.counters, checked.main
    if decided is None:
        return _annotated(checked, everything=everything)
    story: Story = [*heading(checked), Text(""), transitions_table(decided, counters, everything=everything)]
    story += explanations(decided, everything=everything)
    if counters is None or checked.model.sizes.parameters:
        return story
    story += [Text(""), *above_states(checked, everything=everything)]
    if main is not None and main.reached is not None:
        story.append(states_line(main, main.reached))
        if everything and main.reached.levels:
            story.append(levels_line(variables(checked), main.reached.levels))
        if main.reached.deadlocks and checked.deadlock is None and not main.bounds:
            story.append(Text("`vsym explore` searches longer for a path to a deadlock", "dim"))
    elif any(outcome.verdict.engine == "mdd" and outcome.verdict.outcome != "unknown" for outcome in checked.outcomes):
        story.append(Text("vsym did not need the reachable states: it searched from the states in question", "dim"))
    return story


def _annotated(checked: Checked, *, everything: bool) -> Story:
    """The lines on adaptive exploration before the verdicts."""
    main = checked.main
    if checked.prepared is None or main is None or main.reached is None:
        return [system_line(checked.model)]
    edges = edges_table(checked.prepared, everything=everything)
    return [*heading(checked), Text(""), edges, Text(""), states_line(main, main.reached)]


def above_states(checked: Checked, *, everything: bool) -> Story:
    """The lines above the reached states: the counter abstraction with its group and notes. For states explored without
    a decision on symmetry, only `everything` shows lines: the edges."""
    main = checked.main
    if checked.decided is None:
        tables = [] if checked.prepared is None or not everything else [edges_table(checked.prepared, everything=True)]
        return [part for edges in tables for part in (edges, Text(""))]
    if checked.counters is None:
        return []
    lines = [reduction_line(checked.model, checked.counters)]
    if main is not None and main.factors:
        lines.append(quotient_line(main, STATE[main.method]))
    return [*lines, *(Text(note, "dim") for note in checked.notes)]


def abstraction(decided: Decided, system: CounterSystem, *, everything: bool) -> Story:
    """The blocks with their counters, and the guard of each abstract transition."""
    counters = counters_table(decided.model, system)
    guards = transitions_table(decided, system, everything=everything)
    heads = [system_line(decided.model), symmetry_line(decided), Text("")]
    return [*heads, counters, Text(""), guards, Text(""), reduction_line(decided.model, system)]


def bounds(decided: Decided, pair: Bounds, *, quiet: bool) -> Story:
    """The blocks, and the bounds of each step: the states where it may be possible, and those where it must be."""
    guards = bounds_table(decided.model, pair)
    if quiet:
        return [guards]
    heads = [system_line(decided.model), symmetry_line(decided), Text("")]
    counters = counters_table(decided.model, pair.may)
    return [*heads, counters, Text(""), guards, Text(""), reduction_line(decided.model, pair.may)]


def bounds_table(model: Model, pair: Bounds) -> Table:
    """Each abstract transition with both guards; where they are the same, once."""
    spelling = Spelling(model)
    guards = table("local transition", "block", "may", "must")
    certain = {replace(one, guard=TRUE): one.guard for one in pair.must.transitions}
    for one in pair.may.transitions:
        must = certain.get(replace(one, guard=TRUE))
        block = pair.may.blocks[one.block].name
        said = Text("never", "dim") if must is None else Text(spelling.formula(must))
        same = Text("wherever it may", "dim") if must == one.guard else said
        guards.add_row(Text(one.label), Text(block), Text(spelling.formula(one.guard)), same)
    return guards


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


def states_line(one: Exploration, reached: Reached, **_: bool) -> Text:
    """The reachable states and deadlocks, with -v or without."""
    if one.bounds:
        return _bounded_line(reached)
    line = Text(f"{_states(one, reached)}, ")
    if reached.depth is not None:
        line.append(f"depth {reached.depth}, ")
    if reached.nodes is not None:
        line.append(f"at most {plural(reached.nodes, 'node')} (saturation has no depth), ")
    if reached.deadlocks:
        line.append(plural(reached.deadlocks, "deadlock"), "yellow")
    else:
        line.append("no deadlock" if reached.complete else "no deadlock so far")
    line.append(f", {seconds(reached.seconds)}")
    if not reached.complete:
        line.append(f"; not all of them: {one.reason or 'the exploration was stopped'}", "yellow")
    return line


def _bounded_line(reached: Reached) -> Text:
    """The counter states that may be reached, among them all that are."""
    stuck = "it is not decided whether one is a deadlock" if reached.deadlocks else "no deadlock"
    return Text(f"at most {plural(reached.states, 'reachable counter state')}, {stuck}, {seconds(reached.seconds)}")


def _states(one: Exploration, reached: Reached) -> str:
    """The number of states that were reached, of a group's orbits or by themselves."""
    state = STATE[one.method]
    if not one.factors:
        return plural(reached.states, f"reachable {state}")
    if not one.exact:
        return plural(reached.states, f"stored {state}")
    stand_for = "" if reached.represented is None else f" ({plural(reached.represented, state)})"
    return f"{plural(reached.states, 'reachable orbit')} of {state}s{stand_for}"


def variables(checked: Checked) -> list[str]:
    """The counters and shared variables, which are the variables of decision diagrams."""
    system, spelling = checked.counters, Spelling(checked.model)
    assert system is not None
    return [*map(spelling.count, system.counters), *(variable.name for variable in system.shared)]


def counters_table(model: Model, system: CounterSystem) -> Table:
    """The blocks of a counter system with their counters."""
    spelling = Spelling(model)
    counting = table("block", "processes", "counters")
    m = len(system.states)
    for place, block in enumerate(system.blocks):
        names = [spelling.count(counter) for counter in system.counters[place * m : (place + 1) * m]]
        counters = ", ".join(names[:12]) + (f", … {m - 12} more" if m > 12 else "")
        counting.add_row(Text(block.name), Text(str(block.processes)), Text(counters))
    return counting


def invariant_lines(invariants: Sequence[str]) -> list[Text]:
    """The linear invariants that were found."""
    if not invariants:
        return [Text(""), Text("vsym found no linear invariants beyond the number of processes")]
    return [Text(""), Text("linear invariants of the counters:"), *(Text(f" {one}") for one in invariants)]


def _edges_line(prepared: Prepared) -> Text:
    """The number of edges that tell processes apart."""
    apart = sum(len(edge.partition) > 1 for edge in prepared.edges)
    line = Text(f"{plural(len(prepared.edges), 'edge')}, ")
    line.append(f"{number(apart)} of them telling processes apart" if apart else "none telling processes apart")
    return line


def edges_table(prepared: Prepared, *, everything: bool) -> Group:
    """Each edge with its processes and the partition of processes that it respects."""
    spelling = Spelling(prepared.model)
    rows = table("edge", "of", "respects")
    edges = prepared.edges if everything else prepared.edges[:ROWS]
    for edge in edges:
        label = prepared.model.label(edge.origins) + (" (leaves a range)" if edge.overflow else "")
        cells = ", ".join(spelling.processes(cell) for cell in edge.partition)
        rows.add_row(Text(label), Text(spelling.processes(edge.processes)), Text(cells))
    more = len(prepared.edges) - len(edges)
    return Group(rows, Text(f" … {number(more)} more rows (-v shows them)", "dim")) if more else Group(rows)


def methods_table(explorations: Sequence[Exploration]) -> Group:
    """The methods side by side, and why one has not found all states."""
    methods = table("method", "states", "depth", "deadlocks", "time", "exact for")
    for column in methods.columns[1:5]:
        column.justify = "right"
    methods.columns[4].min_width = TIME_WIDTH
    notes = []
    for one in explorations:
        reached = unreached(one) if one.reached is None else one.reached
        count = number(reached.states) if reached.complete else f">= {number(reached.states)}"
        depth = "" if reached.depth is None else str(reached.depth)
        stuck = number(reached.deadlocks) if reached.complete or reached.deadlocks else "?"
        methods.add_row(one.method, count, depth, stuck, seconds(reached.seconds), EXACT_FOR[one.method])
        if not reached.complete:
            notes.append(Text(f" {one.method}: not all of them: {REASONS[reached.interrupted or 'time']}", "yellow"))
    return Group(methods, *notes)
