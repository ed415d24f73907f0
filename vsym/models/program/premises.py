"""The left sides of the implications that a property states of every reachable state of a program."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.logic.formula import And, Comparison, Formula, Or, Temporal, compare, disjunction, is_predicate, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, linear
from vsym.models.program.expressions import Binary, Expression, Quantified
from vsym.models.program.program import Condition


def premises(prop: Property) -> tuple[Formula, ...]:
    """The predicates that must each be true in some state, or else the property holds vacuously.

    A premise is evaluated only where the property itself evaluates it, so that it ends in no error of its own.
    """
    return tuple(_of(prop.formula, always=prop.logic == "invariant"))


def _of(formula: Formula, *, always: bool) -> Iterator[Formula]:
    """The premises of a formula under an `AG` or `G`, which may be a conjunct; with `always`, the formula itself is
    under one."""
    match formula:
        case Temporal("AG" | "G", (operand,)):
            yield from _of(operand, always=True)
        case And(operands):
            for operand in operands:
                yield from _of(operand, always=always)
        case Or(operands) if always:
            predicates = [one for one in operands if is_predicate(one)]
            if predicates and len(predicates) < len(operands):
                yield negate(disjunction(predicates))
        case Comparison(Linear(((Condition(expression, text), 1),), 0), "=", 1) if always:
            for left in _left(expression):
                yield compare(linear([(Condition(left, text), 1)]), "=", Linear((), 1))


def _left(expression: Expression) -> Iterator[Expression]:
    """The left sides of the implications in a condition; of an implication about all values of a binder, for some
    value."""
    match expression:
        case Binary("->", left):
            yield left
        case Binary("&", left, right):
            yield from _left(left)
            for one in _left(right):
                yield Binary("&", left, one, expression.type, expression.span)
        case Quantified("forall", binder, domain, body):
            for one in _left(body):
                yield Quantified("exists", binder, domain, one, expression.span)
