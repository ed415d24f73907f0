"""Columns of processes, which traces and witnesses share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from vsym.models.counting.locations import located
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State
from vsym.models.counting.spelling import Spelling

PROCESSES = 24
"""Up to how many processes have a column each."""

MOVED = "bold reverse"

_PLACES = 6


def process_headers(table: Table, model: Model, processes: Sequence[int], *, first: int) -> None:
    """Head the columns from `first` on with the processes, and with their groups where there are several."""
    several = sum(bool(group.processes) for group in model.groups) > 1
    spelling = Spelling(model)
    for place, process in enumerate(processes, first):
        group = next(group.name for group in model.groups if process in group.processes)
        name = spelling.process(process)
        table.columns[place].header = Text(f"{name}\n{group}" if several and name != group else name)


def at_rest(model: Model, state: State, shown: Sequence[int]) -> tuple[Text, ...]:
    """A note that says where the processes without a column are, all the time."""
    columns = Processes.of((process, process) for process in shown)
    parts = [f"{who} in {location}" for who, location in places(model, state, model.processes - columns)]
    if not parts:
        return ()
    more = f", … {len(parts) - _PLACES} more places" if len(parts) > _PLACES else ""
    return (Text(f" all others stay where they are: {', '.join(parts[:_PLACES])}{more}", "dim"),)


def places(model: Model, state: State, processes: Processes) -> Iterator[tuple[str, str]]:
    """Which of these processes are in which local state, as `("1..3, 7", "Idle")`."""
    spelling = Spelling(model)
    for location, members in located(state.locations).by_state.items():
        inside = members & processes
        if inside:
            yield ", ".join(map(spelling.process, inside)) if spelling.one_each else str(inside), location
