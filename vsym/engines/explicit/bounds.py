"""Linear bounds on the entries of vectors, and what they leave of boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.columns import EXACT, Column, Combination, Vocabulary
from vsym.logic.formula import Comparison


@frozen(eq=False)
class Bound:
    """Σ ups · entries at `rising` − Σ downs · entries at `falling` ≤ limit; past 64 bits, in Python's integers."""

    rising: list[int]
    ups: NDArray[Any]
    falling: list[int]
    downs: NDArray[Any]
    limit: int

    @staticmethod
    def of(left: Combination, limit: int, sign: int) -> Bound:
        """The bound sign · left ≤ limit."""
        limit -= sign * left.constant
        number = np.int64 if left.exact and abs(limit) < EXACT else object
        terms = [(place, sign * c) for place, c in left.terms]
        up, down = [(place, c) for place, c in terms if c > 0], [(place, -c) for place, c in terms if c < 0]
        ups, downs = (np.array([c for _, c in side], dtype=number) for side in (up, down))
        return Bound([place for place, _ in up], ups, [place for place, _ in down], downs, limit)

    def narrow(self, low: Column, high: Column) -> None:
        """Narrow boxes in place, given by their ends, to what the bound leaves of them."""
        up = low[:, self.rising].astype(self.ups.dtype, copy=False) * self.ups
        down = high[:, self.falling].astype(self.downs.dtype, copy=False) * self.downs
        slack = (self.limit - up.sum(axis=1) + down.sum(axis=1))[:, np.newaxis]
        # An end beyond the other one leaves nothing of a box; how far beyond does not matter, and may be past 64 bits.
        if self.rising:
            ends = np.minimum(high[:, self.rising], (slack + up) // self.ups)
            high[:, self.rising] = np.maximum(ends, low[:, self.rising] - 1)
        if self.falling:
            ends = np.maximum(low[:, self.falling], -((slack - down) // self.downs))
            low[:, self.falling] = np.minimum(ends, high[:, self.falling] + 1)


def bounds_of(vocabulary: Vocabulary, comparison: Comparison) -> Iterator[Bound]:
    """The bounds that a comparison is the conjunction of; none if it is a `!=`."""
    left, bound = vocabulary.combination(comparison.left), comparison.bound
    match comparison.operator:
        case "<=":
            yield Bound.of(left, bound, 1)
        case ">=":
            yield Bound.of(left, -bound, -1)
        case "=":
            yield Bound.of(left, bound, 1)
            yield Bound.of(left, -bound, -1)
        case "!=":
            pass
        case _:
            assert_never(comparison.operator)
