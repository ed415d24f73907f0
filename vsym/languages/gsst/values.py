"""Numbers and conditions: what expressions mean, and how a condition can be a number."""

from __future__ import annotations

from collections.abc import Mapping

from vsym.basics.source import Span
from vsym.languages.gsst.choices import Choice
from vsym.languages.gsst.limits import FORMULA_DEPTH
from vsym.languages.gsst.scope import Definition, Scope, Value
from vsym.logic.formula import (
    Comparison,
    Formula,
    Iff,
    Temporal,
    TemporalOperator,
    Truth,
    atoms,
    children,
    compare,
    negate,
)
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.deadlock import is_about_deadlock
from vsym.models.counting.model import SharedVariable


def truth_term(formula: Formula, shared: Mapping[str, SharedVariable | None]) -> Linear | None:
    """The term that is 1 where the formula holds and else 0, for constants and Boolean variables or their negation."""
    match formula:
        case Truth(value):
            return Linear((), int(value))
        case Comparison(Linear(((Named(name), 1),), 0), "=" | "!=" as operator, 1):
            variable = shared.get(name)
            if variable is not None and variable.boolean:
                term = linear([(Named(name), 1)])
                return term if operator == "=" else Linear((), 1) - term
    return None


def equivalence(left: Formula, right: Formula, shared: Mapping[str, SharedVariable | None]) -> Formula:
    """`left <-> right`, as a comparison where both sides are Boolean variables or constants."""
    match (left, right):
        case (Truth(value), other) | (other, Truth(value)):
            return other if value else negate(other)
    left_term, right_term = truth_term(left, shared), truth_term(right, shared)
    if left_term is not None and right_term is not None:
        return compare(left_term, "=", right_term)
    return Iff(left, right)


def measured(value: Value, span: Span, scope: Scope) -> Definition | None:
    """A value with its size; None where it nests too deep, which has been reported."""
    if isinstance(value, Linear):
        return Definition(value, 1 + len(value.terms), frozenset())
    size = 0
    stack: list[tuple[Formula, int]] = [(value, 1)] if not isinstance(value, Choice) else []
    if isinstance(value, Choice):
        size = sum(1 + len(term.terms) for _, term in value.branches)
        stack += [(condition, 1) for condition, _ in value.branches]
    operators: set[TemporalOperator] = set()
    deadlock = False
    while stack:
        part, depth = stack.pop()
        if depth > FORMULA_DEPTH:
            scope.problems.add(
                "VS107", span, f"with all definitions in place this nests more than {FORMULA_DEPTH} deep"
            )
            return None
        if isinstance(part, Temporal):
            operators.add(part.operator)
        if isinstance(part, Comparison):
            size += len(part.left.terms)
            deadlock |= is_about_deadlock(part)
        size += 1
        scope.allowance.work(span)
        stack += [(child, depth + 1) for child in children(part)]
    return Definition(value, size, frozenset(operators), deadlock)


def is_constant(value: Value) -> bool:
    """Whether no counts and no shared variables stand in a value."""
    if isinstance(value, Choice):
        return len(value.branches) == 1 and not value.branches[0][1].terms
    return not (value.terms if isinstance(value, Linear) else atoms(value))
