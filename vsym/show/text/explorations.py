"""How far a model was explored, up to which group, and what that may take: on a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import factorial, prod
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from vsym.basics.limits import REASONS, Interruption
from vsym.basics.numbers import number, plural, seconds, writable
from vsym.show.documents import Record, Value
from vsym.show.text.fitting import table
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.checking.answer import Exploration
    from vsym.checking.estimating import Estimate
    from vsym.models.program.renaming import Factor

SEVERAL = " (an orbit may be counted several times)"
"""What is said of representatives where nothing proves that each orbit has one of them."""

_MANY = 100_000
"""From how many states the size of one says something: a table has a size of its own."""

_WAYS: Mapping[str, str] = {
    "sorting": "by sorting",
    "least image": "by least images",
    "local search": "by local search",
}

_LEVELS = 4


def exploration_line(one: Exploration, reached: Reached, *, everything: bool = False) -> Text:
    """The states that were reached and what was counted with them; with `everything` also the nodes of decision
    diagrams.

    Where a C program explored, a second line tells compiling apart from exploring.
    """
    line = Text(_states(one, reached))
    if reached.rules_fired is not None:
        line.append(f", {plural(reached.rules_fired, 'rule')} fired")
    if reached.depth is not None:
        line.append(f", depth {reached.depth}")
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
    """The figures of what stopped before any state was reached."""
    reason: Interruption = "keyboard" if one.stopped == REASONS["keyboard"] else "time"
    return Reached(0, None, 0, False, reason, 0.0)


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


def quotient_line(
    factors: Sequence[Factor],
    *,
    exact: bool,
    state: str = "state",
    beside: str = "",
    permutations: int = 1,
    ways: bool = True,
    proved: bool = True,
) -> Text:
    """What the factors of a group are called, and what is known of how states of an orbit are made one.

    `beside` are permutations of something else, so many. Decision diagrams make states of an orbit one in `ways` of
    their own, of which nothing is said here.
    """
    parts = [beside] if beside else []
    parts += (f"{one.name}, order {number(one.order)}{f' ({_WAYS[one.strategy]})' if ways else ''}" for one in factors)
    most = permutations * prod(one.order for one in factors)
    several = "" if exact or not ways else ", of some of which several are stored"
    said = f" under {' and '.join(parts)}: orbits of up to {plural(most, state)}{several}"
    return Text.assemble(("symmetric", "green") if proved else ("not proved to be symmetric", "yellow"), said)


def quotient_record(
    factors: Sequence[Factor], *, exact: bool, scalarsets: Sequence[tuple[str, int]] = ()
) -> Record | None:
    """The order of the group, whether one state is stored of each orbit, the factors, and the names of the scalarsets
    of some sizes that it permutes besides; None where there is nothing but the identity."""
    permutations = prod(factorial(size) for _, size in scalarsets)
    if not factors and permutations == 1:
        return None
    each: list[Value] = [
        {"text": one.name, "order": writable(one.order), "strategy": one.strategy, "exact": one.exact}
        for one in factors
    ]
    order = permutations * prod(one.order for one in factors)
    names: list[Value] = [name for name, _ in scalarsets]
    return {"order": writable(order), "exact": exact, "scalarsets": names, "factors": each}


def estimate_lines(found: Estimate) -> Iterator[Text]:
    """What was measured, and what it means for all states; a state count that is known is said as such."""
    memory, disk = found.memory, found.disk
    if memory is not None and memory.complete:
        size = memory.states * (memory.bytes_per_state or 0.0)
        yield Text(f"{plural(memory.states, 'state')} are all, explored in {seconds(memory.seconds)}: memory will do")
        yield Text(f" they take {size / 1e6:,.1f} MB, and work may take {found.bytes / 1e6:,.0f} MB", "dim")
        return
    if memory is None and disk is None:
        yield Text("nothing was explored in the time there was: compiling takes some of it", "yellow")
    if memory is not None:
        yield Text(f"in memory: {_measured(memory)}")
        yield from _room(f"{found.bytes / 1e9:,.1f} GB that work may take", found.in_memory)
    if disk is not None and found.free is not None:
        yield Text(f"on disk (--store): {_measured(disk)}, {found.written or 0:.0f} bytes written for each")
        yield from _room(f"{found.free / 1e9:,.1f} GB that are free here", found.on_disk)
    if found.growth is not None:
        last = ", ".join(f"{size:,}" for size in found.levels[-_LEVELS:])
        yield Text(
            f"the last of {len(found.levels)} levels have {last} states, {found.growth:.2f} times as many at last"
        )
        following = _rounded(int(found.levels[-1] * found.growth))
        yield Text(f" so the next has about {following}; how many levels there are, nothing tells", "dim")


def estimate_record(found: Estimate) -> Record:
    """The same as JSON."""
    return {
        "memory": _record(found.memory),
        "disk": _record(found.disk),
        "levels": list(found.levels),
        "bytes": found.bytes,
        "free": found.free,
        "states_in_memory": None if found.in_memory is None else writable(found.in_memory),
        "states_on_disk": None if found.on_disk is None else writable(found.on_disk),
    }


def _measured(reached: Reached) -> str:
    many = f"{'' if reached.complete else 'more than '}{plural(reached.states, 'state')}"
    size = "" if reached.bytes_per_state is None else f", {reached.bytes_per_state:.1f} bytes each"
    return f"{many} in {seconds(reached.seconds)}{size}"


def _room(what: str, states: int | None) -> Iterator[Text]:
    if states is not None:
        yield Text(f" the {what} hold about {_rounded(states)} states", "dim")


def _rounded(value: int) -> str:
    """Two digits of a number: what is estimated has no more."""
    digits = max(0, len(str(value)) - 2)
    return number(round(value, -digits))


def _record(reached: Reached | None) -> Record | None:
    if reached is None:
        return None
    return {
        "states": writable(reached.states),
        "complete": reached.complete,
        "bytes_per_state": reached.bytes_per_state,
        "seconds": round(reached.seconds, 6),
    }
