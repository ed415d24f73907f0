"""Random elements of a group by product replacement, the same at every run.

Source: Celler, Leedham-Green, Murray, Niemeyer, O'Brien, "Generating random elements of a finite group",
Communications in Algebra 23 (1995); the accumulator is Leedham-Green's.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from vsym.groups.permutations import Images, inverse

_SLOTS = 10
_SEED = 20061


class RandomElements:
    """A stream of elements of the group that some permutations, at least one, generate."""

    def __init__(self, generators: Sequence[Images]) -> None:
        self._random = Random(_SEED)
        count = max(_SLOTS, len(generators) + 1)
        self._slots = [generators[slot % len(generators)] for slot in range(count)]
        self._product: Images = np.arange(generators[0].size, dtype=np.intp)
        for _ in range(5 * count):
            self.next()

    def next(self) -> Images:
        """One more element."""
        first, second = self._random.sample(range(len(self._slots)), 2)
        factor = self._slots[second]
        if self._random.random() < 0.5:
            factor = inverse(factor)
        if self._random.random() < 0.5:
            self._slots[first] = factor[self._slots[first]]
        else:
            self._slots[first] = self._slots[first][factor]
        self._product = self._slots[first][self._product]
        return self._product
