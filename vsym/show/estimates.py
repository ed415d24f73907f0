"""How much memory and disk an exploration may need, as a terminal and as JSON show it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from vsym.basics.numbers import number, plural, seconds, writable
from vsym.checking.estimating import Estimate
from vsym.show.documents import Record
from vsym.system.result import Reached

_LEVELS = 4


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
