"""The counter system: what symmetry leaves of a model, and what every engine works on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.logic.formula import TRUE, Formula
from vsym.logic.properties import Fairness, Property, StatedRank
from vsym.logic.terms import Atom, Linear, Named
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.model import CLOSED, Assignment, LocalTransition, SharedVariable, Sizes, label_of
from vsym.models.counting.processes import Processes


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
        """How reports call it, by the local transitions it stems from."""
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
        """Where in a state's vector each variable stands."""
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
        """How many states there are, reachable or not: the product of C(|b|+m−1, m−1) and of the shared ranges."""
        m = len(self.states)
        counts = math.prod(math.comb(block.processes.size + m - 1, m - 1) for block in self.blocks)
        return counts * math.prod(variable.high - variable.low + 1 for variable in self.shared)
