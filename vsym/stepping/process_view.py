"""A state of counted processes as it is shown: process by process, counted, and with its orbit."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.numbers import number, plural
from vsym.models.counting.locations import located
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.orbits import orbit_size
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.counters.vectors import abstract
from vsym.stepping.protocol import View

LANES = 24
"""Up to how many processes have a lane each; of more, the counters have one."""

_RANGES = 8
_COUNTERS = 16


def process_view(reduced: Reduced, spelling: Spelling, state: State) -> View:
    """A state of a model that is reduced to counters."""
    model, counters = reduced.model, reduced.counters
    vector = abstract(counters, state)
    told = [(spelling.count(one), str(value)) for one, value in zip(counters.counters, vector, strict=False)]
    by_state = located(state.locations).by_state
    places = [f"{name}: {listed(by_state[name])}" for name in model.states if name in by_state]
    size = orbit_size(counters, vector)
    rows = [
        ("processes", " · ".join(places)),
        ("counters", _counted(told)),
        ("orbit", f"{plural(size, 'state')} that symmetry calls the same" if size > 1 else "this state alone"),
    ]
    if state.shared:
        rows.append(("variables", spelling.values(state.shared)))
    values = {name: spelling.values([(name, value)]).partition(" = ")[2] for name, value in state.shared}
    cells = told if model.size > LANES else [*_lanes(reduced, state)]
    return View(tuple(rows), (*cells, *values.items()))


def listed(processes: Processes) -> str:
    """A set of processes, as its first ranges where there are many."""
    shown = Processes(processes.ranges[:_RANGES])
    left = processes.size - shown.size
    return f"{shown}, … {number(left)} more" if left else str(shown)


def lane(reduced: Reduced, process: int) -> str:
    """What the lane of a process is called: its group and its number."""
    group = next(group.name for group in reduced.model.groups if process in group.processes)
    return f"{group} {process}"


def _lanes(reduced: Reduced, state: State) -> Iterator[tuple[str, str]]:
    for process, location in enumerate(state.locations, 1):
        yield lane(reduced, process), location


def _counted(told: list[tuple[str, str]]) -> str:
    if len(told) > _COUNTERS:
        # Of many counters, those that are 0 say little.
        told = [(name, value) for name, value in told if value != "0"]
    more = f", … {len(told) - _COUNTERS} more" if len(told) > _COUNTERS else ""
    return ", ".join(f"{name} = {value}" for name, value in told[:_COUNTERS]) + more
