"""Guards: linear constraints over levels and their Boolean combinations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, assert_never

from vsym.basics.frozen import frozen


@frozen
class Linear:
    """`low <= sum of coefficient * value <= high`, over pairs (level, coefficient); None is an open end."""

    coefficients: tuple[tuple[int, int], ...]
    low: int | None = None
    high: int | None = None


@frozen
class Conjunction:
    """All parts hold; with no part, true."""

    parts: tuple[Constraint, ...] = ()


@frozen
class Disjunction:
    """Some part holds; with no part, false."""

    parts: tuple[Constraint, ...] = ()


@frozen
class Negation:
    """The part does not hold."""

    part: Constraint


Constraint: TypeAlias = "Linear | Conjunction | Disjunction | Negation"
Comparison = Literal["=", "!=", "<", "<=", ">", ">="]


def compare(coefficients: Mapping[int, int], comparison: Comparison, bound: int) -> Constraint:
    """The constraint that the sum of coefficient * value compares so with a bound; the coefficients are by level."""
    terms = tuple(sorted(coefficients.items()))
    match comparison:
        case "=":
            return Linear(terms, bound, bound)
        case "!=":
            return Negation(Linear(terms, bound, bound))
        case "<":
            return Linear(terms, None, bound - 1)
        case "<=":
            return Linear(terms, None, bound)
        case ">":
            return Linear(terms, bound + 1, None)
        case ">=":
            return Linear(terms, bound, None)
        case _:
            assert_never(comparison)


def collected(coefficients: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The coefficients with those of each level added up, by level, without zeros."""
    terms: dict[int, int] = {}
    for level, coefficient in coefficients:
        terms[level] = terms.get(level, 0) + coefficient
    return tuple(sorted((level, coefficient) for level, coefficient in terms.items() if coefficient))


def ordered(linear: Linear) -> Linear:
    """A bound on a sum of several levels as one that begins with the first of them, its coefficient positive."""
    coefficients = tuple(sorted(linear.coefficients))
    if coefficients[0][1] > 0:
        return Linear(coefficients, linear.low, linear.high)
    low, high = (None if bound is None else -bound for bound in (linear.high, linear.low))
    return Linear(tuple((level, -by) for level, by in coefficients), low, high)


def foremost(conjunction: Conjunction) -> tuple[Conjunction, Conjunction]:
    """All bounds on single levels with the first bound on a sum, which is one case at most, and the other parts."""
    first: list[Constraint] = []
    others: list[Constraint] = []
    has_sum = False
    for part in _conjuncts(conjunction):
        if isinstance(part, Linear) and (len(part.coefficients) < 2 or not has_sum):
            first.append(part)
            has_sum = has_sum or len(part.coefficients) > 1
        else:
            others.append(part)
    return Conjunction(tuple(first)), Conjunction(tuple(others))


def _conjuncts(constraint: Constraint) -> Iterable[Constraint]:
    if isinstance(constraint, Conjunction):
        for part in constraint.parts:
            yield from _conjuncts(part)
    else:
        yield constraint
