"""Guards split into cases: a case is a conjunction in which all that concerns one level is one set of values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.diagrams.constraints import Linear
from vsym.diagrams.values import EVERY_VALUE, Values, both, either, interval


@frozen
class Case:
    """A conjunction: the allowed values of single levels, and sums over several levels.

    `masks` are sorted by level, none allows every value; `sums` have at least two levels, coprime coefficients of which
    the first is positive, and no two have the same coefficients.
    """

    masks: tuple[tuple[int, Values], ...] = ()
    sums: tuple[Linear, ...] = ()


def linear_cases(coefficients: Iterable[tuple[int, int]], low: int | None, high: int | None) -> tuple[Case, ...]:
    terms: dict[int, int] = {}
    for level, coefficient in coefficients:
        terms[level] = terms.get(level, 0) + coefficient
    ordered = sorted((level, coefficient) for level, coefficient in terms.items() if coefficient)
    if not ordered:
        return (Case(),) if (low is None or low <= 0) and (high is None or high >= 0) else ()
    divisor = math.gcd(*(coefficient for _, coefficient in ordered))
    if ordered[0][1] < 0:
        divisor = -divisor
        low, high = (None if high is None else -high), (None if low is None else -low)
    least = None if low is None else -(-low // abs(divisor))
    most = None if high is None else high // abs(divisor)
    if least is None and most is None:
        return (Case(),)
    if least is not None and most is not None and least > most:
        return ()
    if len(ordered) == 1:
        return _of_masks({ordered[0][0]: interval(least, most)}, ())
    reduced = tuple((level, coefficient // divisor) for level, coefficient in ordered)
    return (Case((), (Linear(reduced, least, most),)),)


def _of_masks(masks: Mapping[int, Values], sums: tuple[Linear, ...]) -> tuple[Case, ...]:
    if not all(masks.values()):
        return ()
    return (Case(tuple(sorted((level, mask) for level, mask in masks.items() if mask != EVERY_VALUE)), sums),)


def meet(*several: Case) -> tuple[Case, ...]:
    """The conjunction of some cases; none if it is plainly false."""
    masks: dict[int, Values] = {}
    for level, mask in (pair for one in several for pair in one.masks):
        masks[level] = both(masks[level], mask) if level in masks else mask
    sums: dict[tuple[tuple[int, int], ...], Linear] = {}
    for linear in (linear for one in several for linear in one.sums):
        met = sums.get(linear.coefficients, linear)
        low = max((bound for bound in (met.low, linear.low) if bound is not None), default=None)
        high = min((bound for bound in (met.high, linear.high) if bound is not None), default=None)
        if low is not None and high is not None and low > high:
            return ()
        sums[linear.coefficients] = Linear(linear.coefficients, low, high)
    return _of_masks(masks, tuple(sums.values()))


def conjoined(alternatives: Iterable[Case], others: Sequence[Case]) -> tuple[Case, ...]:
    """Cases whose disjunction is what two disjunctions of cases have in common."""
    return merged(met for one in alternatives for other in others for met in meet(one, other))


def merged(alternatives: Iterable[Case]) -> tuple[Case, ...]:
    """The same disjunction, cases that differ in the values of one level joined, again and again."""
    joined = list(dict.fromkeys(alternatives))
    before = len(joined) + 1
    while 1 < len(joined) < before:
        before = len(joined)
        for level in sorted({level for case in joined for level, _ in case.masks}):
            joined = _joined_at(level, joined)
    return tuple(joined)


def _joined_at(level: int, alternatives: list[Case]) -> list[Case]:
    """Cases with those joined that have the same sums and differ in the values of one level at most."""
    values: dict[tuple[tuple[tuple[int, Values], ...], tuple[Linear, ...]], Values] = {}
    for case in alternatives:
        others = tuple(pair for pair in case.masks if pair[0] != level)
        own = dict(case.masks).get(level, EVERY_VALUE)
        known = values.get((others, case.sums))
        values[others, case.sums] = own if known is None else either(known, own)
    if len(values) == len(alternatives):
        return alternatives
    return [
        Case(others if mask == EVERY_VALUE else tuple(sorted((*others, (level, mask)))), sums)
        for (others, sums), mask in values.items()
    ]
