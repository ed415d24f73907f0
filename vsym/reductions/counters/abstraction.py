"""The counter system, a model reduced by its symmetry, on which every engine works; and the states of the model for
which each of its vectors stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.logic.formula import TRUE, Formula
from vsym.logic.properties import Fairness, Property, StatedRank
from vsym.logic.terms import Atom, Linear, Named
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.locations import arranged
from vsym.models.counting.model import CLOSED, Assignment, LocalTransition, Model, SharedVariable, Sizes, label_of
from vsym.models.counting.processes import LISTED, Processes
from vsym.models.counting.semantics import State, count


@frozen
class Block:
    """Processes that the abstraction does not tell apart, with the names of the groups inside it."""

    name: str
    processes: Processes
    groups: tuple[str, ...]


@frozen
class AbstractTransition:
    """`guard → x[source][block] −= 1, x[target][block] += 1, update`; or, of a step that may move several processes,
    `guard → changes, update`, by how much counters grow. Its partner is in block `other`.

    The guard implies that a process of the block is in `source`. With `overflow`, the step would assign a value outside
    a variable's range: it is an error of the model if it is ever enabled, and leads nowhere.
    """

    source: str
    target: str
    block: int
    guard: Formula
    update: tuple[Assignment, ...]
    origins: tuple[LocalTransition, ...]
    overflow: bool = False
    changes: tuple[tuple[Count, Linear], ...] | None = None
    other: int | None = None

    @property
    def label(self) -> str:
        """Its name in reports, by the local transitions it stems from."""
        return label_of(self.origins)


@frozen
class CounterSystem:
    """Block counters x[L][b] and shared variables under abstract transitions (theory, section 2).

    Every count in a formula here is over exactly one block's processes, `Count(state, blocks[b].processes)`. A state is
    a vector: the counters in the order of `counters`, then the shared variables in the order of `shared`.
    A state in which no transition is enabled has itself as its only successor. The `lemma` holds initially and each
    step keeps it. The processes of a block stand for as many as `sizes` says.
    """

    name: str
    states: tuple[str, ...]
    blocks: tuple[Block, ...]
    shared: tuple[SharedVariable, ...]
    initial: Formula
    transitions: tuple[AbstractTransition, ...]
    properties: tuple[Property, ...]
    fairness: tuple[Fairness, ...]
    lemma: Formula = TRUE
    sizes: Sizes = CLOSED
    ranks: tuple[StatedRank, ...] = ()
    beside: tuple[Property, ...] = ()

    @cached_property
    def counters(self) -> tuple[Count, ...]:
        """The counters: block by block, in each block the local states in order."""
        return tuple(Count(state, block.processes) for block in self.blocks for state in self.states)

    @cached_property
    def positions(self) -> Mapping[Atom, int]:
        """The place of each variable in a state's vector."""
        names: list[Atom] = [*self.counters, *(Named(variable.name) for variable in self.shared)]
        return {variable: position for position, variable in enumerate(names)}

    def entries(self, variable: Atom) -> tuple[int, ...]:
        """The places in a state's vector whose sum is the variable: one, or one per block for a count over several."""
        m = len(self.states)
        if isinstance(variable, Named):
            return (self.positions[variable],)
        count = counted(variable)
        if count in self.positions:
            return (self.positions[count],)
        place = self.states.index(count.state)
        inside = (n for n, block in enumerate(self.blocks) if block.processes <= count.processes)
        return tuple(number * m + place for number in inside)

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """The inclusive range of each entry of a state's vector."""
        counts = [(0, counter.processes.size) for counter in self.counters]
        return (*counts, *((variable.low, variable.high) for variable in self.shared))

    @property
    def state_count(self) -> int:
        """The number of states, reachable or not: the product of C(|b|+m−1, m−1) and of the shared ranges."""
        m = len(self.states)
        counts = math.prod(math.comb(block.processes.size + m - 1, m - 1) for block in self.blocks)
        return counts * math.prod(variable.high - variable.low + 1 for variable in self.shared)


def concretize(model: Model, system: CounterSystem, vector: Sequence[int], homes: Sequence[Count] = ()) -> State:
    """The state in which processes with a home are there, and the others of each block take the local states in the
    model's order."""
    m = len(system.states)
    parts: list[tuple[Processes, list[tuple[str, int]]]] = []
    for number, block in enumerate(system.blocks):
        left = dict(zip(system.states, vector[number * m : (number + 1) * m], strict=True))
        others = block.processes
        for home in homes:
            if common := home.processes & others:
                parts.append((common, [(home.state, common.size)]))
                left[home.state] -= common.size
                others -= common
        parts.append((others, [*left.items()]))
    locations = arranged(parts)
    values = zip(system.shared, vector[m * len(system.blocks) :], strict=True)
    shared = tuple((variable.name, value) for variable, value in values)
    return State(locations if model.size > LISTED else tuple(locations), shared)


def abstract(system: CounterSystem, state: State) -> tuple[int, ...]:
    """The vector of a concrete state: its counters and shared values."""
    counts = [count(state, location, block.processes) for block in system.blocks for location in system.states]
    return (*counts, *(value for _, value in state.shared))


def rearranged(model: Model, state: State, sets: Sequence[Processes]) -> Iterator[State]:
    """Every state in which the processes of each of these sets have exchanged their local states, each once."""
    mixed = [one for one in sets if len({state.locations[process - 1] for process in one}) > 1]
    for locations in _arrangements(model, list(state.locations), mixed):
        yield State(tuple(locations), state.shared)


def orbit_size(system: CounterSystem, vector: Sequence[int]) -> int:
    """The number of states with these block counters and shared values, reachable or not: a product of multinomials."""
    width = len(system.states)
    size = 1
    for number, block in enumerate(system.blocks):
        left = block.processes.size
        for some in vector[number * width : (number + 1) * width]:
            size *= math.comb(left, some)
            left -= some
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
