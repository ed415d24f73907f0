"""Disjunctive normal form of predicates: cubes of comparisons."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import assert_never

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, compare, negate
from vsym.logic.terms import Linear
from vsym.models.counting.counts import Count

Cube = tuple[Comparison, ...]
"""A conjunction of comparisons."""


class TooManyCubesError(Exception):
    """The disjunctive normal form is larger than asked for."""


def normal_form(formula: Formula) -> Formula:
    """The predicate without Not and Iff, negation pushed into the comparisons."""
    match formula:
        case Truth() | Comparison():
            return formula
        case Not(operand):
            return _negated(operand)
        case And(operands):
            return And(tuple(normal_form(operand) for operand in operands))
        case Or(operands):
            return Or(tuple(normal_form(operand) for operand in operands))
        case Iff(left, right):
            both = And((normal_form(left), normal_form(right)))
            neither = And((_negated(left), _negated(right)))
            return Or((both, neither))
        case Temporal(operator):
            raise TypeError(f"{operator} speaks of paths, not of a state")
    assert_never(formula)


def _negated(formula: Formula) -> Formula:
    match formula:
        case Truth() | Comparison():
            return negate(formula)
        case Not(operand):
            return normal_form(operand)
        case And(operands):
            return Or(tuple(_negated(operand) for operand in operands))
        case Or(operands):
            return And(tuple(_negated(operand) for operand in operands))
        case Iff(left, right):
            return normal_form(Iff(left, negate(right)))
        case Temporal(operator):
            raise TypeError(f"{operator} speaks of paths, not of a state")
    assert_never(formula)


def cubes(formula: Formula, limit: int) -> list[Cube]:
    """The cubes of a predicate in the normal form above; raises TooManyCubesError past `limit`."""
    match formula:
        case Truth(value):
            return [()] if value else []
        case Comparison():
            return [(formula,)]
        case Or(operands):
            return _within((cube for operand in operands for cube in cubes(operand, limit)), limit)
        case And(operands):
            product: list[Cube] = [()]
            for operand in operands:
                factors = cubes(operand, limit)
                product = _within(((*cube, *factor) for cube in product for factor in factors), limit)
            return product
    raise TypeError(f"not in negation normal form: {type(formula).__name__}")


def _within(found: Iterable[Cube], limit: int) -> list[Cube]:
    kept: dict[Cube, None] = {}
    for cube in found:
        kept[tuple(dict.fromkeys(cube))] = None
        if len(kept) > limit:
            raise TooManyCubesError
    return list(kept)


def without_inequality(comparison: Comparison) -> Formula:
    """`t != k` as `t <= k − 1 or t >= k + 1`; any other comparison as it is."""
    if comparison.operator != "!=":
        return comparison
    below = Comparison(comparison.left, "<=", comparison.bound - 1)
    above = Comparison(comparison.left, ">=", comparison.bound + 1)
    return Or((below, above))


def split_sum(comparison: Comparison) -> Formula:
    """A comparison of a sum of counts with 0 as comparisons of each count, where that is equivalent.

    `a + b = 0` is `a = 0 & b = 0`, and `a + b >= 1` is `a >= 1 | b >= 1`.
    """
    terms, operator, bound = comparison.left.terms, comparison.operator, comparison.bound
    if len(terms) < 2 or not all(coefficient > 0 and isinstance(count, Count) for count, coefficient in terms):
        return comparison
    counts = [Linear(((count, 1),)) for count, _ in terms]
    if operator in ("<=", "=") and bound == 0:
        return And(tuple(compare(count, "=", Linear()) for count in counts))
    if (operator, bound) in ((">=", 1), ("!=", 0)):
        return Or(tuple(compare(count, ">=", Linear((), 1)) for count in counts))
    return comparison
