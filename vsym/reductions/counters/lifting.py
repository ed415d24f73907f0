"""An abstract trace made concrete: which process moves in each step, replayed on the semantics (theory, section 3)."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.models.counting.locations import Locations, arranged
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import (
    ModelPath,
    RangeError,
    State,
    Step,
    count,
    is_deadlocked,
    is_initial,
    line_steps,
)
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem
from vsym.symmetry.virtual.witness import LISTED
from vsym.system.result import Path, SystemPath


class ReplayError(Exception):
    """A trace is not one of the model: a bug of ours, never the user's."""


def lift(model: Model, system: CounterSystem, trace: SystemPath) -> ModelPath:
    """A concrete path with the trace's counters, state by state; raises ReplayError where the model has none."""
    state = concretize(model, system, trace.states[0])
    if not is_initial(model, state):
        raise ReplayError("the trace does not start in an initial state")
    states = [state]
    steps: list[Step | None] = []
    for number, after in zip(trace.steps, trace.states[1:], strict=True):
        if number is None:
            _check_stuck(model, system, state, after)
            steps.append(None)
        else:
            step = _step(model, system, system.transitions[number], state, after)
            state = step.target
            steps.append(step)
        states.append(state)
    if trace.loop is not None and trace.states[trace.loop] != trace.states[-1]:
        raise ReplayError("the trace's loop does not close")
    return Path(trace.kind, tuple(states), tuple(steps), trace.loop)


def concretize(model: Model, system: CounterSystem, vector: Sequence[int]) -> State:
    """The state in which the processes of each block take the local states in the model's order."""
    m = len(system.states)
    if model.size > LISTED:
        shared = tuple(
            (v.name, value) for v, value in zip(system.shared, vector[m * len(system.blocks) :], strict=True)
        )
        return State(_in_runs(system, vector), shared)
    locations = [""] * model.size
    for number, block in enumerate(system.blocks):
        counts = vector[number * m : (number + 1) * m]
        ordered = [state for state, size in zip(system.states, counts, strict=True) for _ in range(size)]
        for process, location in zip(block.processes, ordered, strict=True):
            locations[process - 1] = location
    values = vector[m * len(system.blocks) :]
    shared = tuple((variable.name, value) for variable, value in zip(system.shared, values, strict=True))
    return State(tuple(locations), shared)


def _in_runs(system: CounterSystem, vector: Sequence[int]) -> Locations:
    m = len(system.states)
    return arranged(
        (block.processes, zip(system.states, vector[number * m : (number + 1) * m], strict=True))
        for number, block in enumerate(system.blocks)
    )


def abstract(system: CounterSystem, state: State) -> tuple[int, ...]:
    """The vector of a concrete state: its counters and shared values."""
    counts = [count(state, location, block.processes) for block in system.blocks for location in system.states]
    return (*counts, *(value for _, value in state.shared))


def _step(
    model: Model, system: CounterSystem, transition: AbstractTransition, state: State, after: tuple[int, ...]
) -> Step:
    block = system.blocks[transition.block].processes
    for origin in transition.origins:
        for line in origin.lines:
            if not line.processes & block:
                continue
            try:
                step = next((s for s in line_steps(model, state, origin, line) if s.process in block), None)
            except RangeError:
                continue
            if step is not None and abstract(system, step.target) == after:
                return step
    raise ReplayError(f"no process can take `{transition.label}` where the abstraction says that one can")


def _check_stuck(model: Model, system: CounterSystem, state: State, after: tuple[int, ...]) -> None:
    if abstract(system, state) != after or not is_deadlocked(model, state):
        raise ReplayError("a step is enabled where the abstraction says that the system is stuck")
