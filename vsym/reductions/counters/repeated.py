"""Many processes moved at once by one local transition, where one after another can move.

A guard that is a conjunction of comparisons is convex. Moving processes that the model does not tell apart, one by
one, changes every count in it by a constant each time, so that it holds all the way if it holds for the first and the
last.
"""

from __future__ import annotations

from collections.abc import Iterator

from vsym.logic.formula import And, Comparison, Formula, Truth
from vsym.models.counting.locations import Locations, located
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.semantics import RangeError, State, Step, step_of
from vsym.models.protocol import ReplayError
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem
from vsym.reductions.counters.vectors import abstract
from vsym.symmetry.virtual.cells import cells
from vsym.system.step import after
from vsym.system.system import System


def move(
    model: Model, counters: CounterSystem, system: System, number: int, state: State, most: int
) -> tuple[Step, int]:
    """The move of as many processes, at most `most`, as the first choice of them allows by a transition's number.

    The step names the first and leads behind the last. Raises ReplayError where no process can take it.
    """
    transition = counters.transitions[number]
    wanted = after(system, number, abstract(counters, state))
    for origin, line, low, high in _candidates(model, counters, transition, state):
        try:
            first = step_of(model, state, low, origin)
        except RangeError:
            continue
        if first is None or abstract(counters, first.target) != wanted:
            continue
        last = low + min(most, high - low + 1) - 1
        if not _is_convex(line.guard):
            last = low
        while last > low:
            end = _together(model, origin, state, first, low, last)
            if end is not None:
                return Step(low, origin, end), last - low + 1
            last = (low + last) // 2
        return first, 1
    raise ReplayError(f"no process can take `{transition.label}` where the abstraction says that one can")


def _candidates(
    model: Model, counters: CounterSystem, transition: AbstractTransition, state: State
) -> Iterator[tuple[LocalTransition, GuardedUpdate, int, int]]:
    """Processes low..high in the source that the model does not tell apart, with the line that is for them."""
    block = counters.blocks[transition.block].processes
    locations = located(state.locations)
    for origin in transition.origins:
        for line in origin.lines:
            for cell in cells(model):
                for low, high in locations.inside(transition.source, line.processes & block & cell):
                    yield origin, line, low, high


def _together(model: Model, origin: LocalTransition, state: State, first: Step, low: int, last: int) -> State | None:
    """The state after low..last have moved, one after another, None if the last cannot move as the first does."""
    locations = located(state.locations)
    change = [after - before for (_, before), (_, after) in zip(state.shared, first.target.shared, strict=True)]

    def moved_by(processes: int) -> State:
        shared = tuple((name, value + processes * by) for (name, value), by in zip(state.shared, change, strict=True))
        moved: Locations = locations.moved(low, low + processes - 1, origin.target)
        return State(moved, shared)

    try:
        step = step_of(model, moved_by(last - low), last, origin)
    except RangeError:
        return None
    end = moved_by(last - low + 1)
    return end if step is not None and step.target == end else None


def _is_convex(guard: Formula) -> bool:
    match guard:
        case Truth():
            return True
        case Comparison(_, operator, _):
            return operator != "!="
        case And(operands):
            return all(map(_is_convex, operands))
        case _:
            return False
