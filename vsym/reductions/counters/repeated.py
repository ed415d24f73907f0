"""Traces with repeated steps made concrete: many processes moved at once where one after another can move.

A guard that is a conjunction of comparisons is convex. Moving processes that the model does not tell apart, one by
one, changes every count in it by a constant each time, so that it holds all the way if it holds for the first and the
last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.logic.formula import And, Comparison, Formula, Truth
from vsym.models.counting.locations import Locations, located
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.semantics import ModelPath, RangeError, State, Step, is_initial, step_of
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem
from vsym.reductions.counters.lifting import ReplayError, abstract, concretize
from vsym.symmetry.virtual.cells import cells
from vsym.system.result import Path, SystemPath

MOVES = 10_000
"""At most how many times processes are moved at once on one trace."""


def lift_repeated(model: Model, system: CounterSystem, trace: SystemPath) -> tuple[SystemPath, ModelPath]:
    """A concrete path with the trace's counters, and the trace with the states that it stops at.

    Raises ReplayError where the model has none, or none that needs few stops.
    """
    state = concretize(model, system, trace.states[0])
    state = State(located(state.locations), state.shared)
    if not is_initial(model, state):
        raise ReplayError("the trace does not start in an initial state")
    states = [state]
    steps: list[Step] = []
    times: list[int] = []
    numbers: list[int] = []
    for number, repeated, after in zip(trace.steps, trace.times or (), trace.states[1:], strict=True):
        left = repeated
        while left:
            if number is None or len(steps) == MOVES:
                raise ReplayError("a repeated step cannot be replayed")
            step, moved = _move(model, system, system.transitions[number], state, left)
            state, left = step.target, left - moved
            states.append(state)
            steps.append(step)
            times.append(moved)
            numbers.append(number)
        if abstract(system, state) != after:
            raise ReplayError("a repeated step leads elsewhere than the abstraction says")
    told = replace(
        trace, states=tuple(abstract(system, one) for one in states), steps=tuple(numbers), times=tuple(times)
    )
    return told, Path(trace.kind, tuple(states), tuple(steps), None, tuple(times))


def _move(
    model: Model, system: CounterSystem, transition: AbstractTransition, state: State, most: int
) -> tuple[Step, int]:
    """The move of as many processes as the first choice allows; the step names the first and leads behind the last."""
    for origin, line, low, high in _candidates(model, system, transition, state):
        try:
            first = step_of(model, state, low, origin)
        except RangeError:
            continue
        if first is None or not _has_effect(system, transition, state, first):
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
    model: Model, system: CounterSystem, transition: AbstractTransition, state: State
) -> Iterator[tuple[LocalTransition, GuardedUpdate, int, int]]:
    """Processes low..high in the source that the model does not tell apart, with the line that is for them."""
    block = system.blocks[transition.block].processes
    locations = located(state.locations)
    for origin in transition.origins:
        for line in origin.lines:
            for cell in cells(model):
                for low, high in locations.inside(transition.source, line.processes & block & cell):
                    yield origin, line, low, high


def _has_effect(system: CounterSystem, transition: AbstractTransition, state: State, step: Step) -> bool:
    """Whether the shared variables become what the abstract transition says."""
    positions, before = system.positions, abstract(system, state)
    values = dict(step.target.shared)
    return all(
        values[assignment.variable]
        == assignment.value.constant + sum(c * before[positions[v]] for v, c in assignment.value.terms)
        for assignment in transition.update
    )


def _together(model: Model, origin: LocalTransition, state: State, first: Step, low: int, last: int) -> State | None:
    """The state after low..last have moved, one after another, None if the last cannot move as the first does."""
    locations = located(state.locations)
    change = [after - before for (_, before), (_, after) in zip(state.shared, first.target.shared, strict=True)]

    def after(processes: int) -> State:
        shared = tuple((name, value + processes * by) for (name, value), by in zip(state.shared, change, strict=True))
        moved: Locations = locations.moved(low, low + processes - 1, origin.target)
        return State(moved, shared)

    try:
        step = step_of(model, after(last - low), last, origin)
    except RangeError:
        return None
    end = after(last - low + 1)
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
