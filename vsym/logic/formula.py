"""Formulas over linear terms: small frozen values in a normal form.

A formula is built from comparisons of a linear term with an integer, from Boolean connectives and from temporal
operators. A formula without temporal operators is a *predicate*.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Literal, TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.terms import Atom, Linear

Operator: TypeAlias = Literal["<=", ">=", "=", "!="]

OPPOSITE: dict[Operator, tuple[Operator, int]] = {"<=": (">=", 1), ">=": ("<=", -1), "=": ("!=", 0), "!=": ("=", 0)}
"""The operator of a negated comparison with an integer, and by how much its bound is more."""

_FLIPPED: dict[Operator, Operator] = {"<=": ">=", ">=": "<="}

_RELATIONS: dict[Operator, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


@frozen
class Truth:
    """A constant predicate."""

    value: bool


@frozen(hash_kept=True)
class Comparison:
    """`left operator bound`, where `left` has no constant, coprime coefficients and a positive first one."""

    left: Linear
    operator: Operator
    bound: int


@frozen
class Not:
    """Negation."""

    operand: Formula


@frozen(hash_kept=True)
class And:
    """Conjunction of two or more."""

    operands: tuple[Formula, ...]


@frozen(hash_kept=True)
class Or:
    """Disjunction of two or more."""

    operands: tuple[Formula, ...]


@frozen
class Iff:
    """Equivalence; kept as a node because expanding nested ones doubles the formula each time."""

    left: Formula
    right: Formula


TemporalOperator: TypeAlias = Literal[
    "AX", "EX", "AF", "EF", "AG", "EG", "AU", "EU", "AW", "EW", "AR", "ER", "X", "F", "G", "U", "W", "R"
]


@frozen
class Temporal:
    """A CTL operator (path quantifier and tense in one: `AG`, `EU` …) or an LTL operator (`G`, `U` …)."""

    operator: TemporalOperator
    operands: tuple[Formula, ...] = field(default=())


Formula: TypeAlias = Truth | Comparison | Not | And | Or | Iff | Temporal

TRUE = Truth(True)
FALSE = Truth(False)


def compare(left: Linear, operator: Literal["<=", ">=", "=", "!=", "<", ">"], right: Linear) -> Formula:
    """The comparison in normal form; one without variables is its truth value."""
    difference = left - right
    terms, bound = difference.terms, -difference.constant
    if operator == "<":
        operator, bound = "<=", bound - 1
    elif operator == ">":
        operator, bound = ">=", bound + 1
    if not terms:
        return Truth(relation(operator)(0, bound))
    divisor = math.gcd(*(coefficient for _, coefficient in terms))
    if terms[0][1] < 0:
        divisor = -divisor
        operator = flipped(operator)
    if operator in ("=", "!=") and bound % divisor:
        return Truth(operator == "!=")
    # Rounding keeps the integer solutions: down for an upper bound, up for a lower one.
    bound = bound // divisor if operator == "<=" else -(-bound // divisor)
    if divisor != 1:
        terms = tuple((variable, coefficient // divisor) for variable, coefficient in terms)
    return Comparison(Linear(terms), operator, bound)


def flipped(sign: Operator) -> Operator:
    """The operator between two numbers that have changed their signs."""
    return _FLIPPED.get(sign, sign)


def negate(formula: Formula) -> Formula:
    """¬formula, with the negation of a comparison as a comparison."""
    match formula:
        case Truth(value):
            return Truth(not value)
        case Comparison(left, sign, bound):
            other, by = OPPOSITE[sign]
            return Comparison(left, other, bound + by)
        case Not(operand):
            return operand
        case And() | Or() | Iff() | Temporal():
            return Not(formula)
    assert_never(formula)


def conjunction(operands: Iterable[Formula]) -> Formula:
    """The conjunction, flattened, without `true` and repetitions."""
    return _join(operands, And, FALSE)


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """The formulas whose conjunction a formula is: none for `true`, itself where it is no conjunction."""
    return formula.operands if isinstance(formula, And) else () if formula == TRUE else (formula,)


def disjunction(operands: Iterable[Formula]) -> Formula:
    """The disjunction, flattened, without `false` and repetitions."""
    return _join(operands, Or, TRUE)


def _join(operands: Iterable[Formula], node: type[And] | type[Or], absorbing: Truth) -> Formula:
    flat: dict[Formula, None] = {}
    for operand in operands:
        if isinstance(operand, Truth):
            if operand.value is absorbing.value:
                return absorbing
        elif isinstance(operand, node):
            flat.update(dict.fromkeys(operand.operands))
        else:
            flat[operand] = None
    if not flat:
        return Truth(not absorbing.value)
    return next(iter(flat)) if len(flat) == 1 else node(tuple(flat))


def children(formula: Formula) -> tuple[Formula, ...]:
    """The immediate subformulas."""
    match formula:
        case Truth() | Comparison():
            return ()
        case Not(operand):
            return (operand,)
        case And(operands) | Or(operands) | Temporal(_, operands):
            return operands
        case Iff(left, right):
            return (left, right)
    assert_never(formula)


def subformulas(formula: Formula) -> Iterator[Formula]:
    """Every subformula, the formula itself first."""
    stack = [formula]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def is_predicate(formula: Formula) -> bool:
    """True of a formula that speaks of one state only."""
    return not any(isinstance(part, Temporal) for part in _distinct(formula))


def atoms(formula: Formula) -> dict[Atom, None]:
    """The atoms of a formula, in the order they appear."""
    return {atom: None for part in _distinct(formula) if isinstance(part, Comparison) for atom, _ in part.left.terms}


def _distinct(formula: Formula) -> Iterator[Formula]:
    """Every subformula, the formula itself first; one object that stands in it more than once is met once."""
    stack, met = [formula], set[int]()
    while stack:
        current = stack.pop()
        if id(current) not in met:
            met.add(id(current))
            yield current
            stack.extend(reversed(children(current)))


def equivalence(left: Formula, right: Formula) -> Formula:
    """left ↔ right, with constants folded."""
    if isinstance(left, Truth):
        return right if left.value else negate(right)
    if isinstance(right, Truth):
        return left if right.value else negate(left)
    return TRUE if left == right else Iff(left, right)


def relation(sign: Operator) -> Callable[[int, int], bool]:
    """The truth of a comparison of two numbers, as a function of them."""
    return _RELATIONS[sign]
