"""The cases of a guard: a decision tree over the levels that several of its alternatives name. A case is a conjunction
in which the conditions on a single level are one set of values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.diagrams.constraints import Conjunction, Constraint, Disjunction, Linear, Negation, collected
from vsym.diagrams.values import EVERY_VALUE, Values, both, contains, either, interval


def cases(constraint: Constraint, *, holds: bool = True) -> tuple[Case, ...]:
    """Cases whose disjunction is the constraint (with `holds` false: its negation).

    A disjunction over the values of one level stays one case; any other costs a case per part. Disjunctions that
    hold together are split by a level, as long as two of them name one: a branch for each class of values that their
    masks distinguish. Alternatives that exclude each other on a branch make no case.
    """
    return _expanded(_guard(constraint, holds))


@frozen
class _Any:
    """Alternatives, none of which is such a list again; with none of them, false."""

    parts: tuple[_Guard, ...]

    @cached_property
    def levels(self) -> frozenset[int]:
        """The levels whose own values some case restricts."""
        return frozenset(level for part in self.parts for level in _levels(part))


@frozen
class _All:
    """A case with some lists of alternatives that hold as well."""

    case: Case
    choices: tuple[_Any, ...]

    @cached_property
    def levels(self) -> frozenset[int]:
        """The levels whose own values some case restricts."""
        return frozenset(_levels(self.case)).union(*(choice.levels for choice in self.choices))


_Guard: TypeAlias = "Case | _Any | _All"


def _levels(guard: _Guard) -> Iterable[int]:
    return (level for level, _ in guard.masks) if isinstance(guard, Case) else guard.levels


@frozen
class Case:
    """A conjunction: the allowed values of single levels, and sums over several levels.

    `masks` are sorted by level, none allows every value; `sums` have at least two levels, coprime coefficients of which
    the first is positive, and no two have the same coefficients.
    """

    masks: tuple[tuple[int, Values], ...] = ()
    sums: tuple[Linear, ...] = ()


_FALSE = _Any(())


def _guard(constraint: Constraint, holds: bool) -> _Guard:
    match constraint:
        case Linear(coefficients, low, high):
            if holds:
                return _any(linear_cases(coefficients, low, high))
            below = () if low is None else linear_cases(coefficients, None, low - 1)
            above = () if high is None else linear_cases(coefficients, high + 1, None)
            return _any((*below, *above))
        case Negation(part):
            return _guard(part, not holds)
        case Conjunction(parts) | Disjunction(parts):
            guards = [_guard(part, holds) for part in parts]
            return _all(guards) if isinstance(constraint, Conjunction) == holds else _any(guards)
        case _:
            assert_never(constraint)


def _any(guards: Iterable[_Guard]) -> _Guard:
    alone, others = list[Case](), list[_Guard]()
    for guard in guards:
        for part in guard.parts if isinstance(guard, _Any) else (guard,):
            if isinstance(part, Case):
                alone.append(part)
            else:
                others.append(part)
    parts = (*merged(alone), *others)
    if any(isinstance(part, Case) and not part.masks and not part.sums for part in parts):
        return Case()
    return parts[0] if len(parts) == 1 else _Any(tuple(parts))


def _all(guards: Iterable[_Guard]) -> _Guard:
    alone, choices = list[Case](), list[_Any]()
    for guard in guards:
        match guard:
            case Case():
                alone.append(guard)
            case _Any():
                choices.append(guard)
            case _All(own, further):
                alone.append(own)
                choices += further
            case _:
                assert_never(guard)
    met = meet(*alone)
    if not met or not all(choice.parts for choice in choices):
        return _FALSE
    (case,) = met
    return _All(case, tuple(choices)) if choices else case


def _restricted(guard: _Guard, level: int, values: Values) -> _Guard:
    """The rest of a guard where a level is known to have one of some values."""
    if level not in _levels(guard):
        return guard
    match guard:
        case Case(masks, sums):
            allowed = both(dict(masks)[level], values)
            if not allowed:
                return _FALSE
            return Case(tuple(pair for pair in masks if pair[0] != level), sums) if allowed == values else guard
        case _Any(parts):
            conjuncts = parts
        case _All(case, choices):
            conjuncts = (case, *choices)
        case _:
            assert_never(guard)
    narrower = [_restricted(part, level, values) for part in conjuncts]
    if all(one is other for one, other in zip(narrower, conjuncts, strict=True)):
        return guard
    return _any(narrower) if isinstance(guard, _Any) else _all(narrower)


def _expanded(guard: _Guard) -> tuple[Case, ...]:
    match guard:
        case Case():
            return (guard,)
        case _Any(parts):
            return merged(case for part in parts for case in _expanded(part))
        case _All(case, choices):
            return _together(case, choices)
        case _:
            assert_never(guard)


def _together(case: Case, choices: Sequence[_Any]) -> tuple[Case, ...]:
    """The cases of a case with lists of alternatives."""
    for level, values in case.masks:
        narrower = [_restricted(choice, level, values) for choice in choices]
        if any(one is not other for one, other in zip(narrower, choices, strict=True)):
            return _expanded(_all((case, *narrower)))
    named = Counter(level for choice in choices for level in sorted(choice.levels))
    level, times = named.most_common(1)[0] if named else (0, 0)
    if times < 2:
        product: tuple[Case, ...] = (case,)
        for choice in choices:
            product = conjoined(product, _expanded(choice))
        return product
    allowed = dict(case.masks).get(level, EVERY_VALUE)
    joined: list[Case] = []
    for values in _classes(level, choices, allowed):
        parts = [_restricted(choice, level, values) for choice in choices]
        alone = Case(tuple(pair for pair in case.masks if pair[0] != level), case.sums)
        joined += (met for one in _expanded(_all((alone, *parts))) for met in meet(one, Case(((level, values),))))
    return merged(joined)


def _classes(level: int, choices: Sequence[_Any], allowed: Values) -> list[Values]:
    """The `allowed` values of a level, in classes of those that the same masks let through."""
    masks = sorted({mask for choice in choices for mask in _masks(choice, level)})
    places = sorted({0, *(place for mask in masks for place in mask)})
    classes: dict[tuple[bool, ...], list[int]] = {}
    for first, after in zip(places, (*places[1:], None), strict=True):
        alike = classes.setdefault(tuple(contains(mask, first) for mask in masks), [])
        if alike and alike[-1] == first:
            alike.pop()
        else:
            alike.append(first)
        if after is not None:
            alike.append(after)
    return [values for places in classes.values() if (values := both(tuple(places), allowed))]


def _masks(guard: _Guard, level: int) -> Iterator[Values]:
    """The sets of values to which cases of a guard restrict a level."""
    match guard:
        case Case(masks):
            yield from (values for place, values in masks if place == level)
        case _Any(parts):
            for part in parts:
                yield from _masks(part, level)
        case _All(case, choices):
            yield from _masks(case, level)
            for choice in choices:
                yield from _masks(choice, level)
        case _:
            assert_never(guard)


def linear_cases(coefficients: Iterable[tuple[int, int]], low: int | None, high: int | None) -> tuple[Case, ...]:
    ordered = collected(coefficients)
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
    """Cases whose disjunction is the conjunction of two disjunctions of cases."""
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
        union = values.get((others, case.sums))
        values[others, case.sums] = own if union is None else either(union, own)
    if len(values) == len(alternatives):
        return alternatives
    return [
        Case(others if mask == EVERY_VALUE else tuple(sorted((*others, (level, mask)))), sums)
        for (others, sums), mask in values.items()
    ]
