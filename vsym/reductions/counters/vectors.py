"""From a vector of a counter system to a state of the model, and back."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.models.counting.locations import Locations, arranged
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import State, count
from vsym.reductions.counters.abstraction import CounterSystem


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
