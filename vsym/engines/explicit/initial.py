"""The initial states of a system, without trying all vectors.

Sets of vectors are held as boxes, one in a row: an inclusive range for each entry. A box is narrowed by the bounds that
the linear conjuncts of the domain and of the initial predicate imply, dropped where one of the two is false on all of
it, and otherwise split along one entry, until it is a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.table import EXACT, Column, Combination, Mask, all_in_row, combination
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, conjunction, conjuncts
from vsym.system.system import System

# Cells of one batch of boxes.
_BATCH = 2**20
_ROUNDS = 8


@frozen
class Boxes:
    """Two arrays of one row per box and one column per entry."""

    low: Column
    high: Column

    def rows(self, chosen: NDArray[Any]) -> Boxes:
        """Some of the boxes."""
        return Boxes(self.low[chosen], self.high[chosen])


def initial_vectors(system: System) -> Iterator[NDArray[np.int64]]:
    """The vectors of the initial states, each once, in batches of one vector per row.

    Raises TypeError on a temporal operator and KeyError on an unknown variable, ValueError if a range depends on a
    parameter.
    """
    predicate = conjunction([system.domain, system.initial])
    comparisons = [part for part in conjuncts(predicate) if isinstance(part, Comparison)]
    bounds = [bound for part in comparisons for bound in _bounds_of(system, part)]
    start = np.array(system.ranges, dtype=np.int64).reshape((1, len(system.ranges), 2))
    stack = [_narrowed(Boxes(start[:, :, 0], start[:, :, 1]), system, predicate, bounds)]
    while stack:
        boxes = stack.pop()
        wide = np.flatnonzero((boxes.low < boxes.high).any(axis=0))
        if wide.size:
            some, rest = _split(boxes, int(wide[0]))
            stack += [rest] if len(rest.low) else []
            stack.append(_narrowed(some, system, predicate, bounds))
        elif len(boxes.low):
            yield boxes.low


def _split(boxes: Boxes, entry: int) -> tuple[Boxes, Boxes]:
    """Boxes cut into one for each value of an entry: those of a batch, and the boxes left uncut."""
    widths = boxes.high[:, entry] - boxes.low[:, entry] + 1
    batch = max(1, _BATCH // boxes.low.shape[1])
    rows = np.flatnonzero(np.cumsum(np.minimum(widths, batch)) - np.minimum(widths, batch) < batch)
    ends = np.cumsum(widths[rows])
    values = np.arange(min(int(ends[-1]), batch))
    row = np.searchsorted(ends, values, side="right")
    some = boxes.rows(row)
    some.low[:, entry] += values - (ends - widths[rows])[row]
    some.high[:, entry] = some.low[:, entry]
    rest = boxes.rows(np.arange(int(row[-1]), len(boxes.low)))
    rest.low[0, entry] = some.low[-1, entry] + 1
    return some, rest.rows(all_in_row(rest.low <= rest.high))


def _narrowed(boxes: Boxes, system: System, predicate: Formula, bounds: Sequence[_Bound]) -> Boxes:
    """The boxes without parts that are no initial states for sure; a point that stays is an initial state."""
    for _ in range(_ROUNDS):
        low, high = boxes.low.copy(), boxes.high.copy()
        for bound in bounds:
            bound.narrow(low, high)
        narrowed = Boxes(low, high).rows(all_in_row(low <= high))
        settled = len(narrowed.low) == len(boxes.low) and bool(
            (narrowed.low == boxes.low).all() and (narrowed.high == boxes.high).all()
        )
        boxes = narrowed
        if settled:
            break
    may_hold, _ = _possible(predicate, boxes, system)
    return boxes.rows(may_hold)


Possibilities: TypeAlias = tuple[Mask, Mask]


def _possible(formula: Formula, boxes: Boxes, system: System) -> Possibilities:
    """For every box, whether the predicate may be true and whether it may be false somewhere in it.

    Exact on points. On larger boxes, either answer may be true of a box without such a point, never false of one with
    such a point.
    """
    return fold(
        formula,
        Algebra(
            truth=lambda value: (np.full(len(boxes.low), value), np.full(len(boxes.low), not value)),
            comparison=partial(_comparison, boxes, system),
            negation=lambda operand: (operand[1], operand[0]),
            conjunction=lambda parts: (_all([true for true, _ in parts]), ~_all([~false for _, false in parts])),
            disjunction=lambda parts: (~_all([~true for true, _ in parts]), _all([false for _, false in parts])),
            equivalence=_alike,
        ),
    )


def _all(masks: Sequence[Mask]) -> Mask:
    result: Mask = np.logical_and.reduce(masks, axis=0)
    return result


def _alike(left: Possibilities, right: Possibilities) -> Possibilities:
    (true, false), (other_true, other_false) = left, right
    return (true & other_true) | (false & other_false), (true & other_false) | (false & other_true)


def _comparison(boxes: Boxes, system: System, comparison: Comparison) -> Possibilities:
    left, bound = combination(system, comparison.left), comparison.bound
    size = len(boxes.low)
    least = left.of({place: (boxes.low if c > 0 else boxes.high)[:, place] for place, c in left.terms}, size)
    most = left.of({place: (boxes.high if c > 0 else boxes.low)[:, place] for place, c in left.terms}, size)
    at_most: Possibilities = (least <= bound, most > bound)
    at_least: Possibilities = (most >= bound, least < bound)
    match comparison.operator:
        case "<=":
            return at_most
        case ">=":
            return at_least
        case "=":
            return at_most[0] & at_least[0], at_most[1] | at_least[1]
        case "!=":
            return at_most[1] | at_least[1], at_most[0] & at_least[0]
    assert_never(comparison.operator)


@frozen(eq=False)
class _Bound:
    """Σ ups · entries at `rising` − Σ downs · entries at `falling` ≤ limit; past 64 bits, in Python's integers."""

    rising: list[int]
    ups: NDArray[Any]
    falling: list[int]
    downs: NDArray[Any]
    limit: int

    @staticmethod
    def of(left: Combination, limit: int, sign: int) -> _Bound:
        """The bound sign · left ≤ limit."""
        limit -= sign * left.constant
        number = np.int64 if left.exact and abs(limit) < EXACT else object
        terms = [(place, sign * c) for place, c in left.terms]
        up, down = [(place, c) for place, c in terms if c > 0], [(place, -c) for place, c in terms if c < 0]
        ups, downs = (np.array([c for _, c in side], dtype=number) for side in (up, down))
        return _Bound([place for place, _ in up], ups, [place for place, _ in down], downs, limit)

    def narrow(self, low: Column, high: Column) -> None:
        """Narrow boxes in place, given by their ends, to the ranges that the bound allows."""
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


def _bounds_of(system: System, comparison: Comparison) -> Iterator[_Bound]:
    """The bounds that a comparison is the conjunction of; none if it is a `!=`."""
    left, bound = combination(system, comparison.left), comparison.bound
    match comparison.operator:
        case "<=":
            yield _Bound.of(left, bound, 1)
        case ">=":
            yield _Bound.of(left, -bound, -1)
        case "=":
            yield _Bound.of(left, bound, 1)
            yield _Bound.of(left, -bound, -1)
        case "!=":
            pass
        case _:
            assert_never(comparison.operator)
