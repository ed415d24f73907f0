"""The states of a model that a vector of its counter system stands for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.vectors import concretize


def orbit_of(model: Model, system: CounterSystem, vector: Sequence[int]) -> Iterator[State]:
    """Every state with these block counters and shared values, each once."""
    first = concretize(model, system, tuple(vector))
    blocks = [block.processes for block in system.blocks]
    mixed = [block for block in blocks if len({first.locations[process - 1] for process in block}) > 1]
    for locations in _arrangements(model, list(first.locations), mixed):
        yield State(tuple(locations), first.shared)


def orbit_size(system: CounterSystem, vector: Sequence[int]) -> int:
    """How many states have these block counters and shared values, reachable or not: a product of multinomials."""
    width = len(system.states)
    size = 1
    for number, block in enumerate(system.blocks):
        left = block.processes.size
        for count in vector[number * width : (number + 1) * width]:
            size *= math.comb(left, count)
            left -= count
    return size


def _arrangements(model: Model, locations: list[str], blocks: Sequence[Processes]) -> Iterator[list[str]]:
    """Every way to give the processes of each block its local states, in the order of the model's."""
    if not blocks:
        yield locations
        return
    processes = tuple(blocks[0])
    places = sorted(model.states.index(locations[process - 1]) for process in processes)
    for arrangement in _permutations(places):
        for process, place in zip(processes, arrangement, strict=True):
            locations[process - 1] = model.states[place]
        yield from _arrangements(model, locations, blocks[1:])


def _permutations(sorted_places: list[int]) -> Iterator[list[int]]:
    """The different orders of a list, from the least to the greatest."""
    places = list(sorted_places)
    while True:
        yield places
        rise = next((i for i in reversed(range(len(places) - 1)) if places[i] < places[i + 1]), None)
        if rise is None:
            return
        least = next(i for i in reversed(range(len(places))) if places[i] > places[rise])
        places[rise], places[least] = places[least], places[rise]
        places[rise + 1 :] = reversed(places[rise + 1 :])
