"""Explorations on a terminal and as JSON: their extent, their group, and an estimate of their cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from vsym.basics.limits import REASONS, Interruption
from vsym.basics.numbers import exact, number, plural, seconds, writable
from vsym.show.text.fitting import table
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.checking.answer import Checked, Exploration
    from vsym.checking.estimating import Estimate
    from vsym.models.program.types import Scalarset
    from vsym.show.shapes import verdicts

SEVERAL = " (an orbit may be counted several times)"
"""The remark on representatives where nothing proves that each orbit has one of them."""

_MANY = 100_000
"""The number of states from which the bytes of a state are shown; below it, the fixed size of a table distorts them."""

_WAYS: Mapping[str, str] = {
    "sorting": "by sorting",
    "least image": "by least images",
    "local search": "by local search",
}

_LEVELS = 4


def exploration_line(one: Exploration, reached: Reached, *, everything: bool = False) -> Text:
    """The number of reached states and the counts that go with it; with `everything` also the nodes of decision
    diagrams.

    Where a C program explored, a second line tells compiling apart from exploring.
    """
    line = Text(_states(one, reached))
    if reached.rules_fired is not None:
        line.append(f", {plural(reached.rules_fired, 'rule')} fired")
    if reached.depth is not None:
        line.append(f", depth {reached.depth}")
    if one.virtual:
        line.append("; not all states of an orbit need be reachable")
    if reached.deadlocks and one.unproved is None:
        line.append(", ").append(plural(reached.deadlocks, "deadlock"), "yellow")
    if reached.bytes_per_state is not None and reached.states >= _MANY:
        line.append(f", {reached.bytes_per_state:.0f} bytes a state")
    if everything and reached.set_nodes is not None:
        line.append(f", {plural(reached.set_nodes, 'node')} (at most {number(reached.nodes or 0)} at once)")
    if reached.compile_seconds is None:
        line.append(f", {seconds(reached.seconds)}")
    if not reached.complete:
        missing = "not all of them" if reached.interrupted or not one.unproved else "there may be more"
        line.append(f"; {missing}: {one.reason or 'the exploration was stopped'}", "yellow")
    if reached.compile_seconds is not None:
        line.append(f"\ncompiled {seconds(reached.compile_seconds)}, explored {seconds(reached.seconds)}")
    return line


def _states(one: Exploration, reached: Reached) -> str:
    """The states, and the orbits or representatives in whose place they are explored."""
    if reached.strategy is None:
        concrete = reached.represented if one.permuted else None
        return plural(reached.states, one.kind) + (f" ({plural(concrete, 'concrete state')})" if concrete else "")
    if not one.permuted:
        return plural(reached.states, one.kind)
    stored = f"{plural(reached.representatives or 0, 'representative')}{'' if reached.orbits else SEVERAL}"
    if reached.represented is None:
        return plural(reached.orbits, "orbit") if reached.orbits and one.canonical else stored
    if reached.orbits is None:
        return f"{plural(reached.represented, one.kind)}, {stored}"
    orbits = f"{plural(reached.represented, one.kind)} in {plural(reached.orbits, 'orbit')}"
    return orbits if one.canonical else f"{orbits}, {stored}"


def unreached(one: Exploration) -> Reached:
    """The figures of an exploration that stopped before any state was reached."""
    reason: Interruption = "keyboard" if one.stopped == REASONS["keyboard"] else "time"
    return Reached(0, None, 0, False, reason, 0.0)


def sizes_table(reached: Reached) -> Table | None:
    """The number of orbits of each size, where that was counted."""
    if reached.orbit_sizes is None:
        return None
    sizes = table("states of an orbit", "orbits")
    for column in sizes.columns:
        column.justify = "right"
    for size, orbits in reached.orbit_sizes:
        sizes.add_row(number(size), number(orbits))
    return sizes


def quotient_line(one: Exploration, state: str = "state", *, ways: bool = True) -> Text:
    """The factors of the group of an exploration, and with `ways` the way from a state to its representative.

    Decision diagrams have ways of their own, which are not described here.
    """
    parts = [f"all permutations of {scalarsets_text(one.scalarsets)}"] if one.scalarsets else []
    for factor in one.factors:
        way = f" ({_WAYS[factor.strategy]})" if ways else ""
        parts.append(f"{factor.name}, order {exact(factor.order)}{way}")
    several = "" if one.exact or not ways else ", some of them with several stored states"
    said = f" under {' and '.join(parts)}: orbits of up to {plural(one.order, state)}{several}"
    symmetric = "virtually symmetric" if one.virtual else "symmetric"
    proved = (symmetric, "green") if one.unproved is None else ("not proved to be symmetric", "yellow")
    return Text.assemble(proved, said)


def group_line(_: Checked, one: Exploration) -> Text:
    """The same of states of a system, on decision diagrams or not."""
    return quotient_line(one, ways=one.reached is None or one.reached.strategy is None)


def scalarsets_text(scalarsets: Sequence[Scalarset]) -> str:
    """`Proc (3) and of Value (2)`."""
    return " and of ".join(f"{one.name} ({one.size})" for one in scalarsets)


def levels_line(names: Sequence[str], levels: Sequence[int]) -> Text:
    """The order of the levels in the decision diagrams, from the root, by the names of the variables."""
    return Text(f"levels of the decision diagrams: {', '.join(names[place] for place in levels)}", "dim")


def estimate_lines(estimate: Estimate) -> Iterator[Text]:
    """The measured figures, and their meaning for all states; a known number of states stands as such."""
    memory, disk = estimate.memory, estimate.disk
    if memory is not None and memory.complete:
        size = memory.states * (memory.bytes_per_state or 0.0)
        yield Text(f"all {plural(memory.states, 'state')} explored in {seconds(memory.seconds)}: memory suffices")
        yield Text(f" they take {size / 1e6:,.1f} MB, and work may take {estimate.bytes / 1e6:,.0f} MB", "dim")
        return
    if memory is None and disk is None:
        yield Text("the time ended before the exploration began; compiling takes part of it", "yellow")
    if memory is not None:
        yield Text(f"in memory: {_measured(memory)}")
        yield from _room(f"{estimate.bytes / 1e9:,.1f} GB that work may take", estimate.in_memory)
    if disk is not None and estimate.free is not None:
        yield Text(f"on disk (--store): {_measured(disk)}, {estimate.written or 0:.0f} bytes written for each")
        yield from _room(f"{estimate.free / 1e9:,.1f} GB that are free here", estimate.on_disk)
    if estimate.growth is not None:
        last = ", ".join(f"{size:,}" for size in estimate.levels[-_LEVELS:])
        said = f"the last of {len(estimate.levels)} levels have {last} states"
        yield Text(f"{said}, {estimate.growth:.2f} times as many at last")
        following = _rounded(int(estimate.levels[-1] * estimate.growth))
        yield Text(f" so the next has about {following}; the number of levels is unknown", "dim")


def estimate_record(estimate: Estimate) -> verdicts.Estimate:
    """The same as JSON."""
    return {
        "memory": _record(estimate.memory),
        "disk": _record(estimate.disk),
        "levels": list(estimate.levels),
        "bytes": estimate.bytes,
        "free": estimate.free,
        "states_in_memory": None if estimate.in_memory is None else writable(estimate.in_memory),
        "states_on_disk": None if estimate.on_disk is None else writable(estimate.on_disk),
    }


def _measured(reached: Reached) -> str:
    many = f"{'' if reached.complete else 'more than '}{plural(reached.states, 'state')}"
    size = "" if reached.bytes_per_state is None else f", {reached.bytes_per_state:.1f} bytes each"
    return f"{many} in {seconds(reached.seconds)}{size}"


def _room(what: str, states: int | None) -> Iterator[Text]:
    if states is not None:
        yield Text(f" the {what} hold about {_rounded(states)} states", "dim")


def _rounded(value: int) -> str:
    """A number rounded to two digits, since an estimate has no more."""
    digits = max(0, len(str(value)) - 2)
    return number(round(value, -digits))


def _record(reached: Reached | None) -> verdicts.Measured | None:
    if reached is None:
        return None
    return {
        "states": writable(reached.states),
        "complete": reached.complete,
        "bytes_per_state": reached.bytes_per_state,
        "seconds": round(reached.seconds, 6),
    }
