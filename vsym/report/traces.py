"""Traces and witnesses as tables: counters left, processes right, the moving process marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from vsym.abstraction.counters import AbstractTrace, CounterSystem
from vsym.abstraction.lift import ConcreteTrace
from vsym.model import Model
from vsym.pipeline import Outcome
from vsym.semantics import State, Step, count
from vsym.spelling import Spelling
from vsym.symmetry.witness import Witness

PROCESSES = 24
"""Up to how many processes are listed one by one; beyond that, a step names the one that moves."""

TraceStyle = Literal["full", "diff", "off"]

_MOVED = "bold reverse"
_CHANGED = "bold yellow"


def trace_table(model: Model, system: CounterSystem, outcome: Outcome, style: TraceStyle) -> Group:
    """The trace of a property: `full` shows every counter, `diff` those that a step changes."""
    abstract, concrete = outcome.abstract_trace, outcome.trace
    if abstract is None or concrete is None or style == "off":
        return Group()
    said = {"counterexample": "violated by", "witness": "shown by"}[concrete.kind]
    title = Text.assemble((outcome.property.name, "bold"), f" is {said} ({concrete.kind}):")
    return Group(title, path_table(model, system, abstract, concrete, style))


def path_table(
    model: Model, system: CounterSystem, abstract: AbstractTrace, concrete: ConcreteTrace, style: TraceStyle
) -> Table:
    """One row per state, with the step that leads to it."""
    spelling = Spelling(model)
    names = [spelling.count(counter) for counter in system.counters] + [variable.name for variable in system.shared]
    # A counter that is 0 throughout tells nothing, and a wide model has many of them.
    used = [place for place in range(len(names)) if any(vector[place] for vector in abstract.states)]
    listed = model.size <= PROCESSES
    table = Table(box=None, pad_edge=True, header_style="bold")
    table.add_column("", justify="right")
    table.add_column("step")
    if style == "full":
        for place in used:
            table.add_column(Text(names[place]), justify="right")
    else:
        table.add_column("changes")
    if listed:
        for process in range(1, model.size + 1):
            table.add_column(str(process))
    for place, vector in enumerate(abstract.states):
        before = abstract.states[place - 1] if place else vector
        step = concrete.steps[place - 1] if place else None
        row: list[RenderableType] = [_number(place, concrete), Text(_said(step, place))]
        if style == "full":
            row += [_counter(system, n, vector[n], changed=vector[n] != before[n]) for n in used]
        else:
            row.append(Text(", ".join(_changes(system, names, before, vector, first=place == 0))))
        if listed:
            row += _processes(concrete.states[place], step)
        table.add_row(*row)
    return table


def _number(place: int, trace: ConcreteTrace) -> str:
    if trace.loop is None or place not in (trace.loop, len(trace.states) - 1):
        return str(place)
    return f"↻ {place}"


def _said(step: Step | None, place: int) -> str:
    if place == 0:
        return ""
    return "stuck" if step is None else f"{step.process}: {step.transition.source} -> {step.transition.target}"


def _value(system: CounterSystem, place: int, value: int) -> str:
    at = place - len(system.counters)
    return str(value) if at < 0 or not system.shared[at].boolean else str(bool(value)).lower()


def _counter(system: CounterSystem, place: int, value: int, *, changed: bool) -> Text:
    return Text(_value(system, place, value), _CHANGED if changed else "")


def _changes(
    system: CounterSystem, names: list[str], before: tuple[int, ...], after: tuple[int, ...], *, first: bool
) -> Iterator[str]:
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new or (first and new):
            yield f"{names[place]} = {_value(system, place, new)}"


def _processes(state: State, step: Step | None) -> list[RenderableType]:
    return [
        Text(location, _MOVED if step is not None and process == step.process else "")
        for process, location in enumerate(state.locations, 1)
    ]


def witness_table(model: Model, label: str, witness: Witness) -> Group:
    """Why a local transition is not virtually symmetric: the two states, the permutation and the missing step."""
    arrow = Text.assemble((label, "bold"), (" is broken", "red"), ": two states with the same counters, and")
    arrow.append(f" process {witness.moves} moves in the first, but no step of the second leads to the same counters.")
    listed = model.size <= PROCESSES
    table = Table(box=None, pad_edge=True, header_style="bold")
    table.add_column("")
    if listed:
        for process in range(1, model.size + 1):
            table.add_column(str(process))
    else:
        table.add_column("processes by group")
    table.add_column("", style="dim")
    rows = [("this state moves", witness.enabled, ""), ("this one cannot", witness.disabled, _permuted(witness))]
    if witness.target is not None:
        rows.insert(1, ("to this one", witness.target, f"process {witness.moves} has moved"))
    for name, state, note in rows:
        shown: list[RenderableType] = []
        if listed:
            shown += [
                Text(location, _MOVED if process == witness.moves and state is not witness.disabled else "")
                for process, location in enumerate(state.locations, 1)
            ]
        else:
            shown.append(Text(_by_group(model, state)))
        values = ", ".join(f"{variable} = {value}" for variable, value in state.shared)
        table.add_row(name, *shown, Text("; ".join(part for part in (values, note) if part)))
    return Group(arrow, table)


def _permuted(witness: Witness) -> str:
    moved = [(i, j) for i, j in enumerate(witness.permutation, 1) if i != j]
    if len(moved) > 12:
        return f"the first with {len(moved)} processes exchanged"
    return "the first, exchanged: " + ", ".join(f"{i} is as {j}" for i, j in moved)


def _by_group(model: Model, state: State) -> str:
    parts = []
    for group in model.groups:
        counts = [(location, count(state, location, group.processes)) for location in model.states]
        inside = ", ".join(f"{size} {location}" for location, size in counts if size)
        parts.append(f"{group.name}: {inside}")
    shown = parts[:8]
    return "; ".join(shown) + (f"; … {len(parts) - 8} more groups" if len(parts) > 8 else "")
