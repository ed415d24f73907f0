"""Columns of processes, which traces and witnesses share."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from vsym.models.counting.locations import located
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State

PROCESSES = 24
"""Up to how many processes have a column each."""

MOVED = "bold reverse"

_PLACES = 6


def process_headers(table: Table, model: Model, processes: Sequence[int], *, first: int) -> None:
    """Head the columns from `first` on with the processes, and with their groups where there are several."""
    several = sum(bool(group.processes) for group in model.groups) > 1
    for place, process in enumerate(processes, first):
        group = next(group.name for group in model.groups if process in group.processes)
        table.columns[place].header = Text(f"{process}\n{group}" if several else str(process))


def at_rest(state: State, shown: Sequence[int]) -> tuple[Text, ...]:
    """A note that says where the processes without a column are, all the time."""
    columns = Processes.of((process, process) for process in shown)
    places = {location: members - columns for location, members in located(state.locations).by_state.items()}
    parts = [f"{members} in {location}" for location, members in places.items() if members]
    if not parts:
        return ()
    more = f", … {len(parts) - _PLACES} more places" if len(parts) > _PLACES else ""
    return (Text(f" all others stay where they are: {', '.join(parts[:_PLACES])}{more}", "dim"),)
