"""Predicates as unions of boxes: what a marking must have at least, and may have at most, at each place."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.engines.smt.linear import Atom, Sum, atom

MOST = 64
"""So many boxes at most; a predicate that takes more is taken for true where that is sound."""


@frozen
class Box:
    """The least and the greatest value of each symbol that has one."""

    low: Mapping[FNode, int]
    high: Mapping[FNode, int]

    def both(self, other: Box) -> Box | None:
        """What is in both boxes; None where that is nothing."""
        low, high = dict(self.low), dict(self.high)
        for symbol, bound in other.low.items():
            low[symbol] = max(bound, low.get(symbol, bound))
        for symbol, bound in other.high.items():
            high[symbol] = min(bound, high.get(symbol, bound))
        return None if any(symbol in high and high[symbol] < bound for symbol, bound in low.items()) else Box(low, high)


ALL = Box({}, {})


def boxes(formula: FNode, counters: frozenset[FNode], values: Mapping[FNode, int]) -> tuple[Box, ...]:
    """Boxes whose union has every state that satisfies a predicate and gives some symbols these values.

    Only counters, which are never negative, are bounded by it: what the predicate says of other symbols is left out.
    """
    return _Reading(counters, values).boxes(formula, positive=True)


@frozen
class _Reading:
    counters: frozenset[FNode]
    values: Mapping[FNode, int]

    def boxes(self, formula: FNode, *, positive: bool) -> tuple[Box, ...]:
        parts = formula.args()
        if formula.is_not():
            return self.boxes(parts[0], positive=not positive)
        if formula.is_bool_constant():
            return (ALL,) if bool(formula.constant_value()) == positive else ()
        if formula.is_implies():
            first, then = self.boxes(parts[0], positive=not positive), self.boxes(parts[1], positive=positive)
            return _either([first, then]) if positive else _all([first, then])
        if formula.is_iff():
            same = [_all([self.boxes(part, positive=sign) for part in parts]) for sign in (True, False)]
            other = [
                _all([self.boxes(parts[0], positive=sign), self.boxes(parts[1], positive=not sign)])
                for sign in (True, False)
            ]
            return _either(same if positive else other)
        if formula.is_and() or formula.is_or():
            found = (self.boxes(part, positive=positive) for part in parts)
            return _all(found) if formula.is_and() == positive else _either(found)
        return self._compared(atom(formula), positive=positive)

    def _compared(self, found: Atom | bool, *, positive: bool) -> tuple[Box, ...]:
        if isinstance(found, bool):
            return (ALL,) if found == positive else ()
        constant = sum(c * self.values[s] for s, c in found.left.coefficients.items() if s in self.values)
        left = Sum({s: c for s, c in found.left.coefficients.items() if s not in self.values})
        bound = found.bound - constant
        match found.operator, positive:
            case ("=", True):
                return _all([self._at_least(left, bound), self._at_most(left, bound)])
            case ("=", False):
                return _either([self._at_least(left, bound + 1), self._at_most(left, bound - 1)])
            case (">=", True):
                return self._at_least(left, bound)
            case (">=", False):
                return self._at_most(left, bound - 1)
            case ("<=", True):
                return self._at_most(left, bound)
            case _:
                return self._at_least(left, bound + 1)

    def _at_most(self, left: Sum, bound: int) -> tuple[Box, ...]:
        return self._at_least(Sum({}).plus(left, -1), -bound)

    def _at_least(self, left: Sum, bound: int) -> tuple[Box, ...]:
        """`left >= bound`: what has a negative coefficient makes the left side smaller, the rest has to reach it."""
        if not left.coefficients.keys() <= self.counters:
            return (ALL,) if left.coefficients or bound <= 0 else ()
        positive = {symbol: by for symbol, by in left.coefficients.items() if by > 0}
        negative = {symbol: -by for symbol, by in left.coefficients.items() if by < 0}
        if not positive:
            high = {symbol: -bound // by for symbol, by in negative.items()}
            return () if bound > 0 else (Box({}, high),)
        if bound <= 0:
            return (ALL,)
        return _bounded(tuple(Box(low, {}) for low in itertools.islice(_reaching(positive, bound), MOST + 1)))


def _reaching(coefficients: Mapping[FNode, int], bound: int) -> Iterator[dict[FNode, int]]:
    """Least values, never negative, whose weighted sum reaches a positive bound; the last symbol takes what is left."""
    (symbol, by), *rest = coefficients.items()
    enough = -(-bound // by)
    if not rest:
        yield {symbol: enough}
        return
    for number in range(enough + 1):
        missing = bound - by * number
        for low in _reaching(dict(rest), missing) if missing > 0 else [{}]:
            yield {symbol: number, **low} if number else low


def _either(parts: Iterable[tuple[Box, ...]]) -> tuple[Box, ...]:
    found: tuple[Box, ...] = ()
    for part in parts:
        found = (*found, *part)
    return _bounded(found)


def _all(parts: Iterable[tuple[Box, ...]]) -> tuple[Box, ...]:
    found: tuple[Box, ...] = (ALL,)
    for part in parts:
        meets = (one.both(other) for one in found for other in part)
        found = _bounded(tuple(box for box in meets if box is not None))
    return found


def _bounded(found: tuple[Box, ...]) -> tuple[Box, ...]:
    return found if len(found) <= MOST else (ALL,)
