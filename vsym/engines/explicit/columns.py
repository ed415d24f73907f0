"""Linear terms over the columns of an array of states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.logic.terms import Atom, Linear
from vsym.models.counting.counts import Count
from vsym.reductions.counters.abstraction import CounterSystem

Column: TypeAlias = NDArray[np.int64]
Columns: TypeAlias = Mapping[int, Column]

# Sums that stay below this are exact in 64 bits.
EXACT = 2**62


@dataclass(frozen=True)
class Term:
    """Σ coefficient · column + constant; `low` and `high` bound its values over all vectors within the ranges.

    `exact` says whether 64-bit arithmetic computes it without overflow.
    """

    terms: tuple[tuple[int, int], ...]
    constant: int
    low: int
    high: int
    exact: bool

    def of(self, columns: Columns) -> NDArray[Any]:
        """Its value in every state, as 64-bit integers or, past their range, as Python's; needs one column at least."""
        total: NDArray[Any] | None = None
        for position, coefficient in self.terms:
            column: NDArray[Any] = columns[position] if self.exact else columns[position].astype(object)
            part = column if coefficient == 1 else column * coefficient
            total = part if total is None else total + part
        if total is None:
            return np.full(len(next(iter(columns.values()))), self.constant)
        return total + self.constant if self.constant else total


@dataclass(frozen=True)
class Vocabulary:
    """Where the variables of a system stand in its vectors, and the inclusive range of each entry."""

    positions: Mapping[Atom, int]
    ranges: tuple[tuple[int, int], ...]

    @staticmethod
    def of(system: CounterSystem) -> Vocabulary:
        """The vocabulary of a system."""
        return Vocabulary(system.positions, system.ranges)

    def term(self, linear: Linear) -> Term:
        """A linear term as one over columns; raises KeyError on a count that is no sum of block counters."""
        terms = tuple((position, c) for variable, c in linear.terms for position in self._places(variable))
        low = high = linear.constant
        magnitude = abs(linear.constant)
        for position, c in terms:
            ends = (c * self.ranges[position][0], c * self.ranges[position][1])
            low, high = low + min(ends), high + max(ends)
            magnitude += max(abs(ends[0]), abs(ends[1]))
        return Term(terms, linear.constant, low, high, magnitude < EXACT)

    def _places(self, variable: Atom) -> list[int]:
        if variable in self.positions:
            return [self.positions[variable]]
        # The normal form of terms joins the counts of one state that have the same coefficient, so blocks too.
        if isinstance(variable, Count):
            parts = {
                counter: position
                for counter, position in self.positions.items()
                if isinstance(counter, Count)
                and counter.state == variable.state
                and counter.processes
                and counter.processes <= variable.processes
            }
            if sum(counter.processes.size for counter in parts) == variable.processes.size:
                return list(parts.values())
        raise KeyError(variable)
