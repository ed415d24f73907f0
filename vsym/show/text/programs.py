"""The lines on programs beside their explorations: the permutations that identify states, and the counted elements."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from vsym.basics.numbers import number, plural
from vsym.checking.answer import Checked, Counting, Exploration, Partitioned
from vsym.models.program.spelling import extent
from vsym.models.program.types import Scalarset
from vsym.show.text.explorations import SEVERAL, group_line, scalarsets_text
from vsym.show.text.fitting import table
from vsym.show.text.lines import ROWS, Story, system_line
from vsym.symmetry.declared.formulas import named_elements


def heading(checked: Checked) -> list[Text]:
    """The program, at the size at which its elements are counted if they are, and a line on its reduction, if any."""
    counting, main = checked.counting, checked.main
    system = system_line(checked.model, None if counting is None else extent(checked.model, counting.slots))
    if counting is not None:
        return [system, counting_line(counting)]
    if checked.partitioned is not None:
        return [system, edges_line(checked.partitioned)]
    if main is not None and main.method == "adaptive":
        return [system]
    return [system, symmetry_line(checked, Exploration("plain") if main is None else main)]


def symmetry_line(checked: Checked, one: Exploration) -> Text:
    """The permutations that identify states in an exploration."""
    if one.factors:
        return group_line(checked, one)
    named = _named(checked, one)
    if not checked.model.scalarsets:
        return Text("no scalarset is declared: every state is explored", "dim")
    if not one.scalarsets:
        why = f"a property names elements of {scalarsets_text(named)}" if named else "symmetry is off"
        return Text(f"{why}: every state is explored", "dim")
    apart = f"; a property names elements of {scalarsets_text(named)}" if named else ""
    every = f" under all permutations of {scalarsets_text(one.scalarsets)}"
    said = f"{every}: orbits of up to {number(one.permutations)} states{apart}"
    return Text.assemble(("symmetric", "green"), said)


def counting_line(counting: Counting) -> Text:
    """The elements that were counted, and in how many local states."""
    counters = plural(len(counting.states), "local state")
    if counting.pointers:
        counters += f", {plural(len(counting.pointers), 'pointer')}"
    return Text.assemble(
        ("counted", "green"),
        f": {counting.scalarset} ({'any number' if counting.size is None else number(counting.size)}) ",
        f"is used as an index only: {counters}",
    )


def edges_line(partitioned: Partitioned) -> Text:
    """The type whose elements are processes, and the number of edges that tell them apart."""
    edges = partitioned.edges
    apart = sum(len(edge.cells) > 1 for edge in edges)
    line = Text(f"the {number(partitioned.size)} elements of {partitioned.type} are processes: ")
    line.append(f"{plural(len(edges), 'edge')}, {number(apart) if apart else 'none'} of them telling processes apart")
    return line


def details(checked: Checked, *, everything: bool) -> Story:
    """The edges of adaptive exploration, each with the partition of elements that it respects."""
    if checked.partitioned is None:
        return []
    rows = table("edge", "respects")
    edges = checked.partitioned.edges if everything else checked.partitioned.edges[:ROWS]
    for edge in edges:
        rows.add_row(Text(edge.label), Text(", ".join(edge.cells) if len(edge.cells) > 1 else "all"))
    more = len(checked.partitioned.edges) - len(edges)
    return [Text(""), rows, *([Text(f" … {number(more)} more rows (-v shows them)", "dim")] if more else [])]


def above_states(checked: Checked, *, everything: bool) -> Story:
    """The edges above the reached states of adaptive exploration; none without `everything`."""
    if not everything or checked.partitioned is None:
        return []
    return [*details(checked, everything=True)[1:], Text("")]


def _named(checked: Checked, one: Exploration) -> tuple[Scalarset, ...]:
    """The scalarsets of which a property names elements, so that not all permutations of theirs are used."""
    program, whole = checked.model, one not in checked.others
    properties = (prop for prop in program.properties if whole or prop.name in one.names)
    formulas = (*(prop.formula for prop in properties), *(fair.formula for fair in program.fairness))
    named = dict.fromkeys(scalarset for formula in formulas for scalarset in named_elements(formula))
    return tuple(scalarset for scalarset in named if scalarset not in one.scalarsets)


def variables(checked: Checked) -> list[str]:
    """The slots, which are the variables of decision diagrams."""
    return [slot.text for slot in checked.model.layout.slots]


def ways(checked: Checked) -> Iterator[str]:
    """One line for each strategy: the properties that it decided and the states that it stored."""
    methods: dict[str, list[str]] = {}
    for outcome in checked.outcomes:
        if outcome.verdict.method is not None:
            methods.setdefault(outcome.verdict.method, []).append(outcome.property.name)
    for method, names in methods.items():
        whose = "" if len(names) == len(checked.outcomes) else f"{', '.join(names)}: "
        yield f"{whose}{method}{'' if checked.main is None else _stored(checked.main, method)}"


def _stored(one: Exploration, method: str) -> str:
    """The states that the strategy that explored last has stored, and its group."""
    reached = one.reached
    if reached is None or reached.strategy != method or not one.permuted:
        return ""
    if method == "full":
        return ": every state by itself"
    stored = plural(reached.representatives or 0, "representative")
    stored += SEVERAL if reached.orbits is None else f" of {plural(reached.orbits, 'orbit')}"
    group = " × ".join([*(f"S{each.size}" for each in one.scalarsets), *(each.name for each in one.factors)])
    return f": {stored}, {group} {'not ' if one.unproved else ''}proved"
