"""What comparisons leave of the values of their variables."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache, reduce

from vsym.logic.formula import And, Comparison, Formula, Or, negate, relation
from vsym.logic.terms import Atom, Linear
from vsym.symmetry.detected.forms import Values

PRODUCT = 4096
"""Up to how many valuations a relation between variables is looked at one by one."""


@lru_cache(1 << 16)
def values_left(comparison: Comparison, sets: tuple[Values, ...], *, positive: bool) -> tuple[Values, ...] | None:
    """What is left of the values of a comparison's variables where it is true or false; None where it cannot be."""
    exact = comparison if positive else negate(comparison)
    assert isinstance(exact, Comparison)
    if exact.operator in ("<=", ">=") or (exact.operator == "=" and math.prod(map(len, sets)) > PRODUCT):
        return _between(exact, sets)
    if exact.operator == "!=" and sum(len(one) > 1 for one in sets) > 1:
        return sets
    weighed = [{factor * v: v for v in one} for (_, factor), one in zip(exact.left.terms, sets, strict=True)]
    left = []
    for place, own in enumerate(weighed):
        others: Iterable[int] = reduce(sums, (*weighed[:place], *weighed[place + 1 :]), {0})
        if exact.operator == "=":
            left.append(frozenset(v for weight, v in own.items() if exact.bound - weight in others))
        else:
            left.append(frozenset(v for weight, v in own.items() if others != {exact.bound - weight}))
    return tuple(left) if all(left) else None


def _between(comparison: Comparison, sets: tuple[Values, ...]) -> tuple[Values, ...] | None:
    """The same by the least and the greatest that the other variables can add: exactly, but for an equation."""
    least = comparison.bound if comparison.operator in (">=", "=") else -math.inf
    most = comparison.bound if comparison.operator in ("<=", "=") else math.inf
    weights = [weight for _, weight in comparison.left.terms]
    ends = [sorted((weight * min(one), weight * max(one))) for weight, one in zip(weights, sets, strict=True)]
    low, high = (sum(end) for end in zip(*ends, strict=True))
    left = tuple(
        frozenset(v for v in one if weight * v + low - own[0] <= most and weight * v + high - own[1] >= least)
        for weight, one, own in zip(weights, sets, ends, strict=True)
    )
    return left if all(left) else None


@lru_cache(1 << 16)
def sole(formula: Formula) -> Atom | None:
    """The variable of which comparisons alone, however they are connected, speak."""
    match formula:
        case Comparison(Linear(((atom, _),))):
            return atom
        case And(operands) | Or(operands):
            first = sole(operands[0]) if operands else None
            return first if all(sole(one) == first for one in operands[1:]) else None
        case _:
            return None


@lru_cache(1 << 16)
def sole_left(formula: Formula, domain: Values, *, positive: bool) -> Values:
    """The values of the only variable of a predicate for which it is true or false."""
    left = _true_of(formula, domain)
    return left if positive else domain - left


@lru_cache(1 << 16)
def _true_of(formula: Formula, domain: Values) -> Values:
    """The values of which comparisons of one variable, however they are connected, are true."""
    match formula:
        case Comparison(Linear(((_, coefficient),)), operator, bound):
            holds = relation(operator)
            return frozenset([one for one in domain if holds(coefficient * one, bound)])
        case And(operands):
            return domain.intersection(*[_true_of(one, domain) for one in operands])
        case Or(operands):
            return frozenset[int]().union(*[_true_of(one, domain) for one in operands])
        case _:
            raise TypeError(f"{formula} speaks of more than one variable")


def sums(left: Iterable[int], right: Iterable[int]) -> set[int]:
    """All sums of two numbers, one of each side."""
    return {one + other for one in left for other in right}
