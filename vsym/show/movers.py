"""The movers of a step, and the columns that processes have in tables of states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.numbers import number as spelled
from vsym.models.counting.locations import Arrow, located
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import ModelPath, State, Step, moved_with
from vsym.models.counting.spelling import Spelling


@frozen
class Movers:
    """The processes that move in a step, which is taken `times` times: by mover and partner, then by the next ones."""

    mover: int
    partner: int | None
    others: Processes
    times: int = 1

    def sign(self, process: int) -> str | None:
        """The mark of a process for terminals without colours: `*` the mover, `+` its partner, `'` those moved with
        them; None for a process that stays."""
        if process == self.mover:
            return "*"
        if process == self.partner:
            return "+"
        return "'" if process in self.others else None

    def named(self, name: Callable[[int], str]) -> str:
        """Mover and partner: `3`, `3 with Server`, or `3..7` where the step is taken several times in a row."""
        mover = _range(self.mover, self.times, name)
        return mover if self.partner is None else f"{mover} with {_range(self.partner, self.times, name)}"

    @property
    def more(self) -> str:
        """The number of others that move: `, 3 others`; "" where nobody does."""
        many = self.others.size
        return f", {spelled(many)} other{'' if many == 1 else 's'}" if many else ""


def movers_of(step: Step, before: State, times: int = 1) -> Movers:
    """The processes that move in a step from a state."""
    return Movers(step.process, step.partner, moved_with(step, before), times)


def movers_to(path: ModelPath, state: int) -> Movers | None:
    """The processes that move in the step to a state of a path; None for the first state and where nothing can move."""
    step = path.steps[state - 1] if state else None
    if step is None:
        return None
    times = 1 if path.times is None else path.times[state - 1]
    return movers_of(step, path.states[state - 1], times)


def title(model: Model, step: Step) -> str:
    """The name of the transition of a step where paths show it, as in `rule 3`; else empty."""
    return step.transition.name or "" if model.numbered else ""


def arrows(step: Step) -> tuple[Arrow, ...]:
    """The arrows of mover and partner."""
    transition = step.transition
    first = Arrow(transition.source, transition.target)
    return (first,) if transition.partner is None else (first, transition.partner)


def _range(process: int, times: int, name: Callable[[int], str]) -> str:
    return name(process) if times == 1 else f"{process}..{process + times - 1}"


PROCESSES = 24
"""The most processes with a column each."""

MOVED = "bold reverse"

_PLACES = 6


def group_beside(model: Model, process: int) -> str:
    """The group of a process, where there are several."""
    groups = [group for group in model.groups if group.processes]
    return next(group.name for group in groups if process in group.processes) if len(groups) > 1 else ""


def process_headers(table: Table, model: Model, processes: Sequence[int], *, first: int) -> None:
    """Head the columns from `first` on with the processes, and with their groups where there are several."""
    spelling = Spelling(model)
    for place, process in enumerate(processes, first):
        name, group = spelling.process(process), group_beside(model, process)
        table.columns[place].header = Text(f"{name}\n{group}" if group not in ("", name) else name)


def at_rest(model: Model, state: State, processes: Sequence[int]) -> tuple[Text, ...]:
    """A note that says where the processes without a column are, all the time."""
    columns = Processes.of((process, process) for process in processes)
    parts = [f"{who} in {location}" for who, location in places(model, state, model.processes - columns)]
    if not parts:
        return ()
    more = f", … {len(parts) - _PLACES} more places" if len(parts) > _PLACES else ""
    return (Text(f" all others stay where they are: {', '.join(parts[:_PLACES])}{more}", "dim"),)


def places(model: Model, state: State, processes: Processes) -> Iterator[tuple[str, str]]:
    """The local states with those of these processes that are in each, as `("1..3, 7", "Idle")`."""
    spelling = Spelling(model)
    for location, members in located(state.locations).by_state.items():
        inside = members & processes
        if inside:
            yield ", ".join(map(spelling.process, inside)) if spelling.one_each else str(inside), location
