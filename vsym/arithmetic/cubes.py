"""Disjunctive normal form of predicates: cubes of comparisons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, negate

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
