"""The best exact reduction: a partition of the cells into blocks, exact for every relation, with few counters.

Exactness is not monotone (a coarser partition may be exact where a finer one is not), so up to `EXHAUSTIVE` cells all
partitions are tried, fewest blocks first. Beyond that, blocks are merged until no two can be.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.exactness import Blocks, Exactness
from vsym.symmetry.virtual.joint_exactness import JointExactness

EXHAUSTIVE = 8
"""Up to how many cells every partition is considered."""


class BlockSearch:
    """The search for exact partitions of one model's cells."""

    def __init__(self, model: Model, cells: Sequence[Processes], exactness: Exactness | JointExactness) -> None:
        self._model = model
        self._cells = cells
        self._exactness = exactness
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
                if not any(first <= whole and second <= whole for whole in observed):
                    continue
                union = first | second
                candidate = tuple(sorted({*self.best, union} - {first, second}, key=lambda block: block.first))
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
