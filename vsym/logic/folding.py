"""Formulas from their comparisons upwards: the value of each from the values of its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.formula import (
    And,
    Comparison,
    Formula,
    Iff,
    Not,
    Or,
    Temporal,
    TemporalOperator,
    Truth,
    compare,
    conjunction,
    disjunction,
    equivalence,
    negate,
    relation,
)
from vsym.logic.terms import Atom, Linear, Named, linear, value

T = TypeVar("T")


def _of_paths(operator: TemporalOperator, _: Sequence[T]) -> T:
    raise TypeError(f"{operator} is about paths, not a state")


@frozen
class Algebra(Generic[T]):
    """The value of each kind of formula, from the values of its parts. Without `temporal` it is for predicates: a
    temporal operator raises TypeError."""

    truth: Callable[[bool], T]
    comparison: Callable[[Comparison], T]
    negation: Callable[[T], T]
    conjunction: Callable[[Sequence[T]], T]
    disjunction: Callable[[Sequence[T]], T]
    equivalence: Callable[[T, T], T]
    temporal: Callable[[TemporalOperator, Sequence[T]], T] = _of_paths


def fold(formula: Formula, algebra: Algebra[T]) -> T:
    """The value of a formula, from its comparisons upwards; a part that stands in it more than once becomes it once."""
    return _folded(formula, algebra, {})


def _folded(part: Formula, algebra: Algebra[T], memo: dict[int, T]) -> T:
    # The formula keeps its parts alive, so that no two of them have one identity.
    number = id(part)
    if number not in memo:
        memo[number] = _made(part, algebra, memo)
    return memo[number]


def _made(part: Formula, algebra: Algebra[T], memo: dict[int, T]) -> T:
    match part:
        case Comparison():
            return algebra.comparison(part)
        case And(operands):
            return algebra.conjunction([_folded(operand, algebra, memo) for operand in operands])
        case Or(operands):
            return algebra.disjunction([_folded(operand, algebra, memo) for operand in operands])
        case Not(operand):
            return algebra.negation(_folded(operand, algebra, memo))
        case Iff(left, right):
            return algebra.equivalence(_folded(left, algebra, memo), _folded(right, algebra, memo))
        case Truth(value):
            return algebra.truth(value)
        case Temporal(operator, operands):
            return algebra.temporal(operator, [_folded(operand, algebra, memo) for operand in operands])
    assert_never(part)


def _temporal(operator: TemporalOperator, operands: Sequence[Formula]) -> Formula:
    return Temporal(operator, tuple(operands))


REBUILT: Algebra[Formula] = Algebra(
    Truth, lambda comparison: comparison, negate, conjunction, disjunction, equivalence, _temporal
)
"""The algebra that folds a formula to itself, with constants folded on the way up; others replace some of its parts."""


def replace_comparisons(formula: Formula, replacement: Callable[[Comparison], Formula]) -> Formula:
    """The formula with every comparison replaced, and constants folded on the way up."""
    return replace_atoms(formula, Truth, replacement)


def replace_atoms(
    formula: Formula, constant: Callable[[bool], Formula], comparison: Callable[[Comparison], Formula]
) -> Formula:
    """The same, with every constant replaced as well."""
    return fold(formula, replace(REBUILT, truth=constant, comparison=comparison))


class Truths:
    """The truth of predicates where atoms have some values. A part that several formulas share is evaluated once; the
    formulas must stay alive as long as this. Raises TypeError on a temporal operator that decides a predicate."""

    def __init__(self, value_of: Callable[[Atom], int]) -> None:
        self._value_of = value_of
        self._known: dict[int, bool] = {}

    def __call__(self, formula: Formula) -> bool:
        truth = self._known.get(id(formula))
        if truth is None:
            match formula:
                case And(operands):
                    truth = not self._is_any(operands, sought=False)
                case Or(operands):
                    truth = self._is_any(operands, sought=True)
                case Not(operand):
                    truth = not self(operand)
                case _:
                    truth = satisfied(formula, self._value_of)
            self._known[id(formula)] = truth
        return truth

    def _is_any(self, formulas: Sequence[Formula], *, sought: bool) -> bool:
        """Tells if one of some predicates is as true as sought."""
        known = self._known
        for formula in formulas:
            truth = known.get(id(formula))
            if (self(formula) if truth is None else truth) is sought:
                return True
        return False


def satisfied(formula: Formula, value_of: Callable[[Atom], int]) -> bool:
    """True where a predicate holds of the given values of its atoms; raises TypeError on a temporal operator that
    decides it."""
    match formula:
        case Comparison(left, operator, bound):
            return relation(operator)(value(left, value_of), bound)
        case And(operands):
            return all(satisfied(operand, value_of) for operand in operands)
        case Or(operands):
            return any(satisfied(operand, value_of) for operand in operands)
        case Not(operand):
            return not satisfied(operand, value_of)
        case Iff(one, other):
            return satisfied(one, value_of) is satisfied(other, value_of)
        case Truth(constant):
            return constant
        case Temporal(operator):
            raise TypeError(f"{operator} is about paths, not a state")
    assert_never(formula)


def with_values(formula: Formula, values: Mapping[str, int | Linear]) -> Formula:
    """The formula with every variable that has a value here, a number or a term, replaced by it."""

    def replaced(comparison: Comparison) -> Formula:
        terms: list[tuple[Atom, int]] = []
        fixed = 0
        for atom, coefficient in comparison.left.terms:
            replacement = values.get(atom.name) if isinstance(atom, Named) else None
            if replacement is None:
                terms.append((atom, coefficient))
            elif isinstance(replacement, Linear):
                terms += [(inner, coefficient * factor) for inner, factor in replacement.terms]
                fixed += coefficient * replacement.constant
            else:
                fixed += coefficient * replacement
        return compare(linear(terms, fixed), comparison.operator, Linear((), comparison.bound))

    return replace_comparisons(formula, replaced)
