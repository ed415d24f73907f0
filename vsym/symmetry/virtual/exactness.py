"""The best exact reduction: a partition of the cells into blocks, exact for every relation, with few counters.

`Exactness` decides one partition at a time for steps that move one process, `SynchronisedExactness` for steps that move
several. Every solution is kept and tried on later partitions, so most inexact ones fall without another call of the
solver. Exactness is not monotone (a coarser partition may be exact where a finer one is not), so up to `EXHAUSTIVE`
cells all partitions are tried, fewest blocks first. Beyond that, blocks are merged until no two can be.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, combinations, product

from vsym.basics.frozen import frozen
from vsym.logic.folding import satisfied
from vsym.logic.terms import Atom, value
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.decision import decide_by_orbits
from vsym.symmetry.virtual.question import OrbitPair, Setting, outcomes
from vsym.symmetry.virtual.relations import Relation, is_union
from vsym.symmetry.virtual.synchronised import decide_synchronised, units
from vsym.symmetry.virtual.transpositions import ExchangeQuery, Transpositions, decide_by_exchanges

Blocks = tuple[Processes, ...]


Counts = Mapping[tuple[str, int], int]
"""The number of processes of each cell (by number) in each local state."""


@frozen
class CellPair:
    """Two states with different steps of one relation, as counts per local state and cell."""

    relation: Relation
    first: Counts
    second: Counts
    shared: Mapping[str, int]


class _Solutions(ABC):
    """Solutions that are kept for later partitions. `cells` are those of the model."""

    def __init__(self, setting: Setting, relations: Sequence[Relation], cells: Sequence[Processes]) -> None:
        self._setting, self._relations, self._cells = setting, relations, cells
        self._pairs: list[CellPair] = []

    def remember(self, relation: Relation, pair: OrbitPair) -> CellPair:
        """Keep a solution, perhaps found elsewhere."""
        first, second = (self._dealt(pair, counts) for counts in (pair.enabled, pair.disabled))
        self._pairs.append(CellPair(relation, first, second, pair.shared))
        return self._pairs[-1]

    def _dealt(self, pair: OrbitPair, counts: Counts) -> Counts:
        """Each column's processes dealt out to the cells inside it, local state by local state."""
        model = self._setting.model
        dealt: Counter[tuple[str, int]] = Counter()
        for column, sizes in pair.columns(model, counts):
            queue = [(state, size) for state, size in sizes if size]
            for number, cell in enumerate(self._cells):
                room = pair.size_of(model, cell & column)
                while room:
                    state, left = queue.pop()
                    taken = min(room, left)
                    dealt[state, number] += taken
                    room -= taken
                    if left > taken:
                        queue.append((state, left - taken))
        return dealt

    def is_refuted(self, blocks: Sequence[Processes]) -> bool:
        """True where a solution that is kept shows that a partition, each block a union of cells, is not exact."""
        return any(self.refutes(pair, blocks) for pair in reversed(self._pairs))

    def refutes(self, pair: CellPair, blocks: Sequence[Processes]) -> bool:
        """Tells if both states have the same counters of `blocks`, and steps with different effects."""
        members = [[number for number, cell in enumerate(self._cells) if cell.first in block] for block in blocks]
        for inside in members:
            for state in self._setting.model.states:
                totals = (sum(side.get((state, number), 0) for number in inside) for side in (pair.first, pair.second))
                if len(set(totals)) > 1:
                    return False
        first, second = (self._effects(pair, counts, blocks) for counts in (pair.first, pair.second))
        return any(one != other for one, other in zip(first, second, strict=True))

    @abstractmethod
    def _effects(self, pair: CellPair, counts: Counts, blocks: Sequence[Processes]) -> Iterator[Set[object]]:
        """The effects of steps from one of a pair's states, in some order of kinds of steps."""

    def _values(self, pair: CellPair, counts: Counts) -> Callable[[Atom], int]:
        """The values of atoms in one of a pair's states."""

        def value_of(variable: Atom) -> int:
            if isinstance(variable, Count):
                inside = (number for number, cell in enumerate(self._cells) if cell.first in variable.processes)
                return sum(counts.get((variable.state, number), 0) for number in inside)
            return pair.shared[name_of(variable)]

        return value_of


class Exactness(_Solutions):
    """Decides for each partition whether every relation is virtually symmetric; all methods raise UndecidedError.

    Exchanges decide where they can. Elsewhere the question is over whole orbits, and every solution of ψ is tried on
    later partitions before the solver runs again.
    """

    def __init__(self, setting: Setting, relations: Sequence[Relation], cells: Sequence[Processes]) -> None:
        super().__init__(setting, relations, cells)
        answers: dict[ExchangeQuery, bool] = {}
        self._swaps = [Transpositions(setting, relation, answers) for relation in relations]

    def of(self, blocks: Blocks) -> bool:
        """True where a partition of the cells is exact."""
        if decide_by_exchanges(self._setting.model, self._setting.lemma, blocks):
            return not any(swaps.broken(block, blocks) for swaps in self._swaps for block in blocks)
        return self._hold(((relation, block) for relation in self._relations for block in blocks), blocks)

    def after_merge(self, blocks: Blocks, first: Processes, second: Processes) -> bool:
        """True where a partition is exact that is known to be so with the two parts of one block apart.

        Only steps of the union, and those whose guards tell its parts apart, can have lost it.
        """
        union = first | second
        if decide_by_exchanges(self._setting.model, self._setting.lemma, blocks):
            return all(self._alike(swaps, blocks, first, second) for swaps in self._swaps)
        others = (block for block in blocks if block != union)
        affected = ((r, b) for b in others for r in self._relations if not all(is_union(s, [union]) for s in r.sets(b)))
        return self._hold(chain(((relation, union) for relation in self._relations), affected), blocks)

    def _alike(self, swaps: Transpositions, blocks: Blocks, first: Processes, second: Processes) -> bool:
        """True where an exchange across two parts of a block, which with those inside makes up all, changes nothing."""
        ends = product((first.last, first.first), (second.first, second.last))
        one, other = min(ends, key=lambda pair: swaps.difference(*pair).bit_count())
        union = first | second
        choices = [choice.processes - union for choice in swaps.affected(one, other)]
        outside = Processes.of(piece for processes in choices for piece in processes.ranges)
        movers = [union, *(block for block in blocks if outside and block != union and block & outside)]
        return all(swaps.alike(block, one, other) for block in movers)

    def _hold(self, questions: Iterable[tuple[Relation, Processes]], blocks: Blocks) -> bool:
        """True where ψ has no solution for the steps of any of these relations by any of these blocks."""
        if self.is_refuted(blocks):
            return False
        for relation, block in questions:
            pair = decide_by_orbits(self._setting, relation, block, blocks)
            if pair is not None:
                self.remember(relation, pair)
                return False
        return True

    def _effects(self, pair: CellPair, counts: Counts, blocks: Sequence[Processes]) -> Iterator[Set[object]]:
        value_of = self._values(pair, counts)
        return (outcomes(pair.relation, block, pair.shared, value_of, joint=True) for block in blocks)


_Step = tuple[Sequence[tuple[tuple[int, str], int]], tuple[tuple[str, int], ...]]
"""The changes of the counters of cells by a step, and the shared values after it."""


class SynchronisedExactness(_Solutions):
    """Decides for each partition of the cells whether every relation is virtually symmetric; raises UndecidedError.

    Every solution is tried on later partitions before the solver runs again.
    """

    def __init__(self, setting: Setting, relations: Sequence[Relation], cells: Sequence[Processes]) -> None:
        super().__init__(setting, relations, cells)
        # By the identity of the counts, which live as long as the pairs that are kept.
        self._steps: dict[int, Sequence[_Step]] = {}

    def of(self, blocks: Blocks) -> bool:
        """True where a partition of the cells is exact."""
        if self.is_refuted(blocks):
            return False
        for relation in self._relations:
            decision = decide_synchronised(self._setting, self._relations, relation, blocks, readable=False)
            if decision.pair is not None:
                self.remember(relation, decision.pair)
                return False
        return True

    def after_merge(self, blocks: Blocks, first: Processes, second: Processes) -> bool:
        """The same: nothing is known of the parts, since a step of one block may change the counters of all blocks."""
        del first, second
        return self.of(blocks)

    def _effects(self, pair: CellPair, counts: Counts, blocks: Sequence[Processes]) -> Iterator[Set[object]]:
        block_of = [next(n for n, block in enumerate(blocks) if cell.first in block) for cell in self._cells]
        effects = set[tuple[object, ...]]()
        for changes, results in self._steps_from(pair, counts):
            totals = Counter[tuple[int, str]]()
            for (cell, state), change in changes:
                totals[block_of[cell], state] += change
            effects.add((*sorted((key, by) for key, by in totals.items() if by), *results))
        yield effects

    def _steps_from(self, pair: CellPair, counts: Counts) -> Sequence[_Step]:
        """The steps from one of a pair's states; they are the same for all partitions, and worked out once."""
        if (steps := self._steps.get(id(counts))) is None:
            value_of = self._values(pair, counts)
            alike = [relation for relation in self._relations if relation.overflow == pair.relation.overflow]
            steps = []
            for unit in units(alike, self._cells):
                if satisfied(unit.domain, value_of):
                    changes = tuple((key, value(change, value_of)) for key, change in unit.effect.changes)
                    results = {**pair.shared, **{name: value(term, value_of) for name, term in unit.effect.update}}
                    steps.append((changes, tuple(sorted(results.items()))))
            self._steps[id(counts)] = steps
        return steps


EXHAUSTIVE = 8
"""The most cells for which every partition is considered."""


class BlockSearch:
    """The search for exact partitions of one model's cells."""

    def __init__(self, model: Model, cells: Sequence[Processes], exactness: Exactness | SynchronisedExactness) -> None:
        self._model, self._cells, self._exactness = model, cells, exactness
        self.best: Blocks = tuple(cells)
        """The coarsest exact partition found so far; the cells themselves always are one."""

    def coarsest(self, observed: Sequence[Processes]) -> Blocks:
        """An exact partition that refines `observed`, of the quality the module promises; raises UndecidedError."""
        if self._exactness.of(tuple(observed)):
            self.best = tuple(observed)
        elif len(self._cells) > EXHAUSTIVE:
            self._merge_greedily(observed)
        else:
            candidates = sorted(_refinements(self._cells, observed), key=self._cost)
            self.best = next(blocks for blocks in candidates if self._exactness.of(blocks))
        return self.best

    def _cost(self, blocks: Blocks) -> tuple[int, int]:
        """Fewer counters first, then fewer counter states."""
        m = len(self._model.states)
        return len(blocks), math.prod(math.comb(block.size + m - 1, m - 1) for block in blocks)

    def _merge_greedily(self, observed: Sequence[Processes]) -> None:
        merged = True
        while merged:
            merged = False
            for first, second in combinations(self.best, 2):
                union = first | second
                if not any(union <= whole for whole in observed):
                    continue
                # The union begins where the first of the two does, so that the blocks stay in their order.
                candidate = tuple(union if block is first else block for block in self.best if block is not second)
                if self._exactness.after_merge(candidate, first, second):
                    self.best, merged = candidate, True
                    break


def _refinements(cells: Sequence[Processes], observed: Sequence[Processes]) -> Iterator[Blocks]:
    """Every partition of the cells whose blocks are inside sets of `observed`."""

    def extend(number: int, blocks: tuple[Processes, ...]) -> Iterator[Blocks]:
        if number == len(cells):
            yield tuple(sorted(blocks, key=lambda block: block.first))
            return
        cell = cells[number]
        whole = next(processes for processes in observed if cell <= processes)
        for place, block in enumerate(blocks):
            if block <= whole:
                yield from extend(number + 1, (*blocks[:place], block | cell, *blocks[place + 1 :]))
        yield from extend(number + 1, (*blocks, cell))

    yield from extend(0, ())
