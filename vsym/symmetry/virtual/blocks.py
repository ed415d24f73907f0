"""The best exact reduction: a partition of the cells into blocks, exact for every relation, with few counters.

Exactness is not monotone (a coarser partition may be exact where a finer one is not), so up to `EXHAUSTIVE` cells all
partitions are tried, fewest blocks first. Beyond that, blocks are merged until no two can be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.decision import OrbitPair
from vsym.symmetry.virtual.refute import CellPair, cell_pair, refutes
from vsym.symmetry.virtual.relations import Relation

EXHAUSTIVE = 8
"""Up to how many cells every partition is considered."""

Blocks = tuple[Processes, ...]
DecideBlock = Callable[[Relation, Processes, Blocks], OrbitPair | None]
"""A solution of ψ_{r,b} for a relation, a block and the partition that the block belongs to, or None."""


class BlockSearch:
    """The search for exact partitions of one model's cells, with every solution of ψ met so far."""

    def __init__(
        self, model: Model, relations: Sequence[Relation], cells: Sequence[Processes], decide: DecideBlock
    ) -> None:
        self._model = model
        self._relations = relations
        self._cells = cells
        self._decide = decide
        self._pairs: list[CellPair] = []
        self.best: Blocks = tuple(cells)
        """The coarsest exact partition found so far; the cells themselves always are one."""

    def remember(self, relation: Relation, pair: OrbitPair) -> None:
        """Keep a solution of ψ found elsewhere, to try it on partitions before the solver is asked."""
        self._pairs.append(cell_pair(self._model, relation, pair, self._cells))

    def coarsest(self, observed: Sequence[Processes]) -> Blocks:
        """An exact partition that refines `observed`, of the quality the module promises; raises UndecidedError."""
        if self._exact(tuple(observed)):
            self.best = tuple(observed)
        elif len(self._cells) > EXHAUSTIVE:
            self._merge_greedily(observed)
        else:
            candidates = sorted(_refinements(self._cells, observed), key=self._cost)
            self.best = next(blocks for blocks in candidates if self._exact(blocks))
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
                if not any(first <= whole and second <= whole for whole in observed):
                    continue
                union = first | second
                candidate = tuple(sorted({*self.best, union} - {first, second}, key=lambda block: block.first))
                if self._exact_after_merge(candidate, union):
                    self.best, merged = candidate, True
                    break

    def _exact(self, blocks: Blocks) -> bool:
        return self._unrefuted(blocks) and all(
            self._holds(relation, block, blocks) for relation in self._relations for block in blocks
        )

    def _exact_after_merge(self, blocks: Blocks, union: Processes) -> bool:
        """Exactness where the partition with the two parts of `union` apart is known to be exact.

        Only steps of the union, and those whose guards tell its parts apart, can have lost it.
        """
        if not self._unrefuted(blocks):
            return False
        others = (block for block in blocks if block != union)
        affected = ((r, b) for b in others for r in self._relations if _splits(r, b, union))
        questions = [*((relation, union) for relation in self._relations), *affected]
        return all(self._holds(relation, block, blocks) for relation, block in questions)

    def _unrefuted(self, blocks: Blocks) -> bool:
        return not any(refutes(self._model, pair, self._cells, blocks) for pair in reversed(self._pairs))

    def _holds(self, relation: Relation, block: Processes, blocks: Blocks) -> bool:
        pair = self._decide(relation, block, blocks)
        if pair is None:
            return True
        self.remember(relation, pair)
        return False


def _splits(relation: Relation, block: Processes, union: Processes) -> bool:
    """Whether the steps of `block` depend on how the processes of `union` are divided."""
    return any(common and common != union for processes in relation.sets(block) for common in [processes & union])


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
