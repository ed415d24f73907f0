"""Programs beside the observer of a regular safety property: a variable that every rule moves before its statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Literal

from vsym.basics.options import RefusedError
from vsym.basics.source import Span
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, compare, conjunction, disjunction, negate
from vsym.logic.observer import Never, fresh
from vsym.logic.terms import Linear, linear
from vsym.models.program.expressions import Binary, Constant, Expression, Global, Read, Unary, Variable
from vsym.models.program.program import Condition, Program
from vsym.models.program.statements import Assign, If, Statement
from vsym.models.program.types import BOOLEAN, Range


def observed(program: Program, never: Never) -> Program:
    """The program with the observer of one of its regular safety properties, which becomes its only invariant.

    The observer reads the state in which a rule fires; the invariant is about the state that it reads next. Raises
    RefusedError for guards and conditions that change variables: the observer would read the changed values.
    """
    observer, name = never.observer, fresh([one.name for one in program.variables])
    variable = Variable(name, Range(0, len(observer.moves) - 1), _NUMBER)
    place = Global(variable, variable.type, never.span)

    def is_in(state: int) -> Expression:
        kind = Range(state, state)
        read = Read(place, True, variable.type, never.span)
        return Binary("=", read, Constant(state, kind, never.span), BOOLEAN, never.span)

    reading = [_atom(is_in(state), f"{name} = {state}") for state in range(len(observer.moves))]
    bad = disjunction(conjunction(pair) for pair in zip(reading, observer.bad, strict=True))
    alone = len(observer.moves) == 1
    invariant = negate(observer.bad[0] if alone else bad)
    whole = replace(program, properties=(never.stated(invariant),), nevers=())
    if program.changing or any(program.changes(one.expression) for one in whole.conditions):
        raise RefusedError(f"`{never.name}` reads states, and a guard or condition that changes variables has none")
    if alone:
        return whole
    step = If(
        tuple(
            (
                Binary("&", is_in(state), expression(guard, never.span), BOOLEAN, never.span),
                (_assigned(place, target, never.span),),
            )
            for state, moves in enumerate(observer.moves)
            for target, guard in moves
            if target != state
        ),
        (),
        never.span,
    )
    begun = _assigned(place, 0, never.span)
    return replace(
        whole,
        variables=(*program.variables, variable),
        rules=tuple(replace(one, body=(step, *one.body)) for one in program.rules),
        starts=tuple(replace(one, body=(begun, *one.body)) for one in program.starts),
    )


_NUMBER = 0
"""The number of the observer's variable: those of a program's own begin with 1."""


def _atom(expression: Expression, text: str) -> Formula:
    return compare(linear([(Condition(expression, text), 1)]), "=", Linear((), 1))


def _assigned(place: Global, state: int, span: Span) -> Statement:
    return Assign(place, Constant(state, Range(state, state), span), span)


def expression(formula: Formula, span: Span) -> Expression:
    """A predicate over conditions of a program as an expression of it."""

    def joined(operator: Literal["&", "|"], operands: Sequence[Expression]) -> Expression:
        return reduce(lambda left, right: Binary(operator, left, right, BOOLEAN, span), operands)

    def comparison(one: Comparison) -> Expression:
        [(atom, _)] = one.left.terms
        assert isinstance(atom, Condition)
        assert one.bound == 1
        return atom.expression if one.operator == "=" else _negated(atom.expression, span)

    algebra: Algebra[Expression] = Algebra(
        truth=lambda value: Constant(int(value), BOOLEAN, span),
        comparison=comparison,
        negation=lambda operand: _negated(operand, span),
        conjunction=lambda operands: joined("&", operands),
        disjunction=lambda operands: joined("|", operands),
        equivalence=lambda left, right: Binary("=", left, right, BOOLEAN, span),
    )
    return fold(formula, algebra)


def _negated(operand: Expression, span: Span) -> Expression:
    return Unary("!", operand, BOOLEAN, span)
