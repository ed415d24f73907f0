"""How far a program was explored, as a terminal shows it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import number, plural, seconds
from vsym.checking.programs import CheckedProgram
from vsym.show.text.fitting import table
from vsym.system.result import Reached

_MANY = 100_000
"""From how many states the size of one says something: a table has a size of its own."""


def reached_line(checked: CheckedProgram, reached: Reached, *, everything: bool = False) -> Text:
    """The reachable states and what was counted with them; with `everything` also the nodes of decision diagrams.

    Where a C program explored, a second line tells compiling apart from exploring.
    """
    line = Text(_states(checked, reached))
    if reached.rules_fired is not None:
        line.append(f", {plural(reached.rules_fired, 'rule')} fired")
    if reached.depth is not None:
        line.append(f", depth {reached.depth}")
    if reached.deadlocks and checked.unproved is None:
        line.append(", ").append(plural(reached.deadlocks, "deadlock"), "yellow")
    if reached.bytes_per_state is not None and reached.states >= _MANY:
        line.append(f", {reached.bytes_per_state:.0f} bytes a state")
    if everything and reached.set_nodes is not None:
        line.append(f", {plural(reached.set_nodes, 'node')} (at most {number(reached.nodes or 0)} at once)")
    if reached.compile_seconds is None:
        line.append(f", {seconds(reached.seconds)}")
    if not reached.complete:
        missing = "not all of them" if reached.interrupted or not checked.unproved else "there may be more"
        line.append(f"; {missing}: {checked.reason or 'the exploration was stopped'}", "yellow")
    if reached.compile_seconds is not None:
        line.append(f"\ncompiled {seconds(reached.compile_seconds)}, explored {seconds(reached.seconds)}")
    return line


def _states(checked: CheckedProgram, reached: Reached) -> str:
    """The states, and the orbits or representatives in whose place they are explored."""
    permuted = checked.scalarsets or checked.factors
    if reached.strategy is None:
        concrete = reached.represented if permuted else None
        return plural(reached.states, checked.kind) + (f" ({plural(concrete, 'concrete state')})" if concrete else "")
    if not permuted:
        return plural(reached.states, checked.kind)
    kept = f"{plural(reached.representatives or 0, 'representative')}{'' if reached.orbits else SEVERAL}"
    if reached.represented is None:
        return plural(reached.orbits, "orbit") if reached.orbits and checked.canonical else kept
    if reached.orbits is None:
        return f"{plural(reached.represented, checked.kind)}, {kept}"
    orbits = f"{plural(reached.represented, checked.kind)} in {plural(reached.orbits, 'orbit')}"
    return orbits if checked.canonical else f"{orbits}, {kept}"


def sizes_table(reached: Reached) -> Table | None:
    """How many orbits there are of each size, where that was counted."""
    if reached.orbit_sizes is None:
        return None
    shown = table("states of an orbit", "orbits")
    for column in shown.columns:
        column.justify = "right"
    for size, orbits in reached.orbit_sizes:
        shown.add_row(number(size), number(orbits))
    return shown


def ways(checked: CheckedProgram) -> Iterator[str]:
    """By which strategy properties were decided, and what it kept, a line for each strategy."""
    methods: dict[str, list[str]] = {}
    for outcome in checked.outcomes:
        if outcome.verdict.method is not None:
            methods.setdefault(outcome.verdict.method, []).append(outcome.property.name)
    for method, names in methods.items():
        whose = "" if len(names) == len(checked.outcomes) else f"{', '.join(names)}: "
        yield f"{whose}{method}{_kept(checked, method)}"


def _kept(checked: CheckedProgram, method: str) -> str:
    """What the strategy that explored last has kept, and of which group."""
    reached = checked.reached
    if reached is None or reached.strategy != method or not (checked.scalarsets or checked.factors):
        return ""
    if method == "full":
        return ": every state by itself"
    kept = plural(reached.representatives or 0, "representative")
    kept += SEVERAL if reached.orbits is None else f" of {plural(reached.orbits, 'orbit')}"
    return f": {kept}, {_group(checked)} {'not ' if checked.unproved else ''}proved"


def _group(checked: CheckedProgram) -> str:
    """The group by its factors."""
    return " × ".join([*(f"S{one.size}" for one in checked.scalarsets), *(one.name for one in checked.factors)])


SEVERAL = " (an orbit may be counted several times)"
"""What is said of representatives where nothing proves that each orbit has one of them."""
