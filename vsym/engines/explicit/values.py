"""What updates assign, over whole arrays of states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.columns import EXACT, Columns, Vocabulary
from vsym.engines.explicit.vectorised import compiled
from vsym.logic.terms import Linear
from vsym.system.terms import Case, Quotient, Remainder, Term


@frozen
class Value:
    """A term made ready: `positions` are the columns that it reads, `of` is its value in each of so many states."""

    positions: frozenset[int]
    of: Callable[[Columns, int], NDArray[Any]]


def value_of(vocabulary: Vocabulary, term: Term) -> Value:
    """A term made ready; raises KeyError on what is not a variable of the system."""
    match term:
        case Linear():
            combination = vocabulary.combination(term)
            return Value(frozenset(position for position, _ in combination.terms), combination.of)
        case Case():
            return _choice(vocabulary, term)
        case Quotient(inner, divisor):
            dividend = value_of(vocabulary, inner)
            return Value(
                dividend.positions, lambda columns, size: _wide(dividend.of(columns, size), divisor) // divisor
            )
        case Remainder(inner, divisor):
            dividend = value_of(vocabulary, inner)
            return Value(dividend.positions, lambda columns, size: _wide(dividend.of(columns, size), divisor) % divisor)
    assert_never(term)


def _choice(vocabulary: Vocabulary, term: Case) -> Value:
    conditions = compiled(vocabulary, [condition for condition, _ in term.branches])
    branches = [value_of(vocabulary, branch) for _, branch in term.branches]
    otherwise = value_of(vocabulary, term.otherwise)

    def chosen(columns: Columns, size: int) -> NDArray[Any]:
        result = otherwise.of(columns, size)
        cases = zip(conditions.run(columns, size), branches, strict=True)
        for mask, branch in reversed(list(cases)):
            result = np.where(mask, branch.of(columns, size), result)
        return result

    positions = otherwise.positions.union(conditions.positions, *(branch.positions for branch in branches))
    return Value(positions, chosen)


def _wide(values: NDArray[Any], divisor: int) -> NDArray[Any]:
    """The values as integers that can be divided by the divisor: Python's where it is past 64 bits."""
    return values if divisor < EXACT else values.astype(object)
