"""Linear terms over the columns of an array of states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.logic.terms import Atom, Linear
from vsym.system.system import System

Column: TypeAlias = NDArray[np.int64]
Columns: TypeAlias = Mapping[int, Column]

# Sums that stay below this are exact in 64 bits.
EXACT = 2**62


@frozen
class Combination:
    """Σ coefficient · column + constant; `low` and `high` bound its values over all vectors within the ranges.

    `exact` says whether 64-bit arithmetic computes it without overflow.
    """

    terms: tuple[tuple[int, int], ...]
    constant: int
    low: int
    high: int
    exact: bool

    def of(self, columns: Columns, size: int) -> NDArray[Any]:
        """Its value in each of `size` states, as 64-bit integers or, past their range, as Python's."""
        total: NDArray[Any] | None = None
        for position, coefficient in self.terms:
            column: NDArray[Any] = columns[position] if self.exact else columns[position].astype(object)
            part = column if coefficient == 1 else column * coefficient
            total = part if total is None else total + part
        if total is None:
            return np.full(size, self.constant)
        return total + self.constant if self.constant else total


@frozen
class Vocabulary:
    """Where the variables of a system stand in its vectors, and the inclusive range of each entry."""

    positions: Mapping[Atom, int]
    ranges: tuple[tuple[int, int], ...]

    @staticmethod
    def of(system: System) -> Vocabulary:
        """The vocabulary of a system; raises ValueError if a range depends on a parameter."""
        return Vocabulary(system.positions, system.ranges)

    def combination(self, linear: Linear) -> Combination:
        """A linear term as one over columns; raises KeyError on what is not a variable of the system."""
        terms = tuple((self.positions[variable], c) for variable, c in linear.terms)
        low = high = linear.constant
        magnitude = abs(linear.constant)
        for position, c in terms:
            ends = (c * self.ranges[position][0], c * self.ranges[position][1])
            low, high = low + min(ends), high + max(ends)
            magnitude += max(abs(ends[0]), abs(ends[1]))
        return Combination(terms, linear.constant, low, high, magnitude < EXACT)
