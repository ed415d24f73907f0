"""Which concrete states a picture of the quotient shows: whole orbits near the initial states, as far as they fit."""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.vectors import abstract, concretize
from vsym.show.pictures.stepping import steps_inside

IN_ORBIT = 12
"""Up to how many states of an orbit are all shown; of a larger orbit, half as many."""

# How many states and steps are looked at to find out what is reachable.
_KNOWN_STATES = 2_000
_KNOWN_STEPS = 20_000


@dataclass(frozen=True)
class Orbit:
    """The reachable states with the counters and shared values of `vector`.

    `shown` are those to be drawn, `known` is how many were found, and `distance` is that of the nearest from an initial
    state.
    """

    vector: tuple[int, ...]
    shown: tuple[State, ...]
    known: int
    distance: int


@dataclass(frozen=True)
class Reached:
    """Orbits near the initial states, nearest first.

    `complete` if all reachable states were looked at, `known` of them, and `orbits` says how many orbits these are.
    `outside` if a step that would leave a shared variable's range was met, which is none.
    """

    nearest: tuple[Orbit, ...]
    initial: frozenset[State]
    orbits: int
    known: int
    complete: bool
    outside: bool

    @property
    def whole(self) -> bool:
        """Whether every reachable state is drawn."""
        return self.complete and sum(len(orbit.shown) for orbit in self.nearest) == self.known


def reached(model: Model, system: CounterSystem, room: int) -> Reached:
    """The reachable states of a model in the orbits of a counter system's blocks; a picture has room for so many."""
    initial = list(itertools.islice(initial_states(model, system), _KNOWN_STATES))
    distance = dict.fromkeys(initial, 0)
    queue = deque(initial)
    taken = 0
    outside = False
    while queue and len(distance) < _KNOWN_STATES and taken < _KNOWN_STEPS:
        state = queue.popleft()
        found, left = steps_inside(model, state)
        outside |= left
        taken += len(found)
        for step in found:
            if step.target not in distance:
                distance[step.target] = distance[state] + 1
                queue.append(step.target)
    members: dict[tuple[int, ...], list[State]] = {}
    for state in distance:
        members.setdefault(abstract(system, state), []).append(state)
    nearest = tuple(_fitting(members, distance, room))
    complete = not queue and len(initial) < _KNOWN_STATES
    return Reached(nearest, frozenset(initial), len(members), len(distance), complete, outside)


def initial_states(model: Model, system: CounterSystem) -> Iterator[State]:
    """The initial states, orbit by orbit; they may be very many."""
    from vsym.engines.explicit.initial import initial_vectors
    from vsym.reductions.counters.lowering import lowered

    for vectors in initial_vectors(lowered(system)):
        for vector in vectors.tolist():
            yield from orbit_of(model, system, vector)


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


def _fitting(
    members: Mapping[tuple[int, ...], list[State]], distance: Mapping[State, int], room: int
) -> Iterator[Orbit]:
    """The first orbits, as far as their states fit; the first two fit always."""
    drawn = 0
    for number, (vector, states) in enumerate(members.items()):
        shown = states if len(states) <= IN_ORBIT else states[: IN_ORBIT // 2]
        drawn += len(shown)
        if drawn > room and number > 1:
            return
        yield Orbit(vector, tuple(shown), len(states), distance[states[0]])
