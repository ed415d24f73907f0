"""The initial states of a counter system, without trying all vectors.

Sets of vectors are held as boxes, one in a row: an inclusive range for each entry. A box is narrowed by what the block
sizes and the conjuncts of the initial predicate imply, dropped where the predicate is false on all of it, and otherwise
split along one entry, until it is a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_never

from vsym.engines.explicit.columns import Column, Term, Vocabulary
from vsym.engines.explicit.packing import Mask, all_in_row
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Operator, Or, Temporal, Truth
from vsym.reductions.counters.abstraction import CounterSystem

# Cells of one batch of boxes.
_BATCH = 2**20
_ROUNDS = 8


@dataclass(frozen=True)
class Boxes:
    """Two arrays of one row per box and one column per entry."""

    low: Column
    high: Column

    def rows(self, chosen: NDArray[Any]) -> Boxes:
        """Some of the boxes."""
        return Boxes(self.low[chosen], self.high[chosen])


@dataclass(frozen=True)
class Constraints:
    """What an initial state fulfils: blocks (their entries and size), linear bounds, and the whole predicate."""

    blocks: tuple[tuple[slice, int], ...]
    bounds: tuple[tuple[Term, Operator, int], ...]
    predicate: Formula
    vocabulary: Vocabulary


def initial_vectors(system: CounterSystem) -> Iterator[NDArray[np.int64]]:
    """The vectors of the initial states, each once, in batches of one vector per row.

    Raises TypeError on a temporal operator and KeyError on a count that is no sum of block counters.
    """
    constraints = _constraints(system)
    width = len(system.states)
    ranges = [*system.ranges[: len(system.blocks) * width], *((v.initial, v.initial) for v in system.shared)]
    start = np.array(ranges, dtype=np.int64).reshape((1, len(ranges), 2))
    stack = [_narrowed(Boxes(start[:, :, 0], start[:, :, 1]), constraints)]
    while stack:
        boxes = stack.pop()
        wide = np.flatnonzero((boxes.low < boxes.high).any(axis=0))
        if wide.size:
            some, rest = _split(boxes, int(wide[0]))
            stack += [rest] if len(rest.low) else []
            stack.append(_narrowed(some, constraints))
        elif len(boxes.low):
            yield boxes.low


def _constraints(system: CounterSystem) -> Constraints:
    vocabulary = Vocabulary.of(system)
    width = len(system.states)
    blocks = [(slice(i * width, (i + 1) * width), block.processes.size) for i, block in enumerate(system.blocks)]
    conjuncts = system.initial.operands if isinstance(system.initial, And) else (system.initial,)
    bounds = [
        (vocabulary.term(conjunct.left), conjunct.operator, conjunct.bound)
        for conjunct in conjuncts
        if isinstance(conjunct, Comparison)
    ]
    return Constraints(tuple(blocks), tuple(bounds), system.initial, vocabulary)


def _split(boxes: Boxes, entry: int) -> tuple[Boxes, Boxes]:
    """Boxes cut into one for each value of an entry: those of a batch, and what is left uncut."""
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


def _narrowed(boxes: Boxes, constraints: Constraints) -> Boxes:
    """The boxes without parts that are no initial states for sure; a point that stays is an initial state."""
    for _ in range(_ROUNDS):
        low, high = boxes.low.copy(), boxes.high.copy()
        for entries, size in constraints.blocks:
            part_low, part_high = low[:, entries], high[:, entries]
            least, most = part_low.sum(axis=1, keepdims=True), part_high.sum(axis=1, keepdims=True)
            low[:, entries] = np.maximum(part_low, size - (most - part_high))
            high[:, entries] = np.minimum(part_high, size - (least - part_low))
        for term, operator, bound in constraints.bounds:
            if operator in ("<=", "="):
                _bound_above(low, high, term, bound, 1)
            if operator in (">=", "="):
                _bound_above(low, high, term, bound, -1)
        narrowed = Boxes(low, high).rows(all_in_row(low <= high))
        settled = len(narrowed.low) == len(boxes.low) and bool(
            (narrowed.low == boxes.low).all() and (narrowed.high == boxes.high).all()
        )
        boxes = narrowed
        if settled:
            break
    may_hold, _ = _possible(constraints.predicate, boxes, constraints.vocabulary)
    return boxes.rows(may_hold)


def _bound_above(low: Column, high: Column, term: Term, bound: int, sign: int) -> None:
    """Narrow the boxes in place by sign · term ≤ sign · bound; a bound past 64 bits narrows nothing here."""
    limit = sign * (bound - term.constant)
    if not term.exact or not -(2**62) < limit < 2**62:
        return
    terms = [(position, sign * c) for position, c in term.terms]
    least = [c * (low if c > 0 else high)[:, position] for position, c in terms]
    slack = limit - np.sum(least, axis=0)
    for (position, c), part in zip(terms, least, strict=True):
        room = slack + part
        if c > 0:
            high[:, position] = np.minimum(high[:, position], room // c)
        else:
            low[:, position] = np.maximum(low[:, position], -(room // -c))


Possibilities: TypeAlias = tuple[Mask, Mask]


def _possible(formula: Formula, boxes: Boxes, vocabulary: Vocabulary) -> Possibilities:
    """For every box, whether the predicate may be true and whether it may be false somewhere in it.

    Exact on points; elsewhere `may` can be said where it is not so, never the other way round.
    """
    match formula:
        case Truth(value):
            return np.full(len(boxes.low), value), np.full(len(boxes.low), not value)
        case Comparison():
            return _comparison(vocabulary.term(formula.left), formula.operator, formula.bound, boxes)
        case Not(operand):
            true, false = _possible(operand, boxes, vocabulary)
            return false, true
        case And(operands):
            parts = [_possible(operand, boxes, vocabulary) for operand in operands]
            return _all([true for true, _ in parts]), ~_all([~false for _, false in parts])
        case Or(operands):
            parts = [_possible(operand, boxes, vocabulary) for operand in operands]
            return ~_all([~true for true, _ in parts]), _all([false for _, false in parts])
        case Iff(left, right):
            (true, false), (other_true, other_false) = (_possible(side, boxes, vocabulary) for side in (left, right))
            return (true & other_true) | (false & other_false), (true & other_false) | (false & other_true)
        case Temporal(operator):
            raise TypeError(f"{operator} speaks of paths, not of a state")
    assert_never(formula)


def _all(masks: Sequence[Mask]) -> Mask:
    result: Mask = np.logical_and.reduce(masks, axis=0)
    return result


def _comparison(term: Term, operator: Operator, bound: int, boxes: Boxes) -> Possibilities:
    least = term.of({position: (boxes.low if c > 0 else boxes.high)[:, position] for position, c in term.terms})
    most = term.of({position: (boxes.high if c > 0 else boxes.low)[:, position] for position, c in term.terms})
    at_most: Possibilities = (least <= bound, most > bound)
    at_least: Possibilities = (most >= bound, least < bound)
    match operator:
        case "<=":
            return at_most
        case ">=":
            return at_least
        case "=":
            return at_most[0] & at_least[0], at_most[1] | at_least[1]
        case "!=":
            return at_most[1] | at_least[1], at_most[0] & at_least[0]
    assert_never(operator)
