"""Formulas as NuSMV reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from typing_extensions import assert_never

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
    conjunction,
    disjunction,
    negate,
)
from vsym.logic.terms import Atom, Linear, Named
from vsym.models.counting.model import SharedVariable

_LEVEL = {Iff: 1, Or: 2, And: 3}
_OPERAND = 4
_LTL = {"U": "U", "R": "V"}


@dataclass(frozen=True)
class Vocabulary:
    """What the variables of formulas are called: `terms` gives the SMV variables whose sum one of them is."""

    terms: Callable[[Atom], tuple[str, ...]]
    booleans: frozenset[str]

    def is_boolean(self, variable: Atom) -> bool:
        """Whether a variable is a Boolean one in SMV, and not a number."""
        return isinstance(variable, Named) and variable.name in self.booleans


def formula_text(formula: Formula, vocabulary: Vocabulary, *, operand: bool = False) -> str:
    """A predicate or a temporal formula; as an `operand` of `&` it has the brackets that it needs there."""
    return _text(expand(formula), vocabulary, _OPERAND if operand else 0)


def value(term: Linear, vocabulary: Vocabulary) -> str:
    """A linear term, as a number."""
    return _sum(((name, c) for v, c in term.terms for name in _numbers(v, vocabulary)), term.constant)


def truth(term: Linear, vocabulary: Vocabulary) -> str:
    """A linear term whose value is 0 or 1, as a truth value."""
    if not term.terms:
        return "TRUE" if term.constant else "FALSE"
    return _as_literal(term, vocabulary) or f"{value(term, vocabulary)} = 1"


def _as_literal(term: Linear, vocabulary: Vocabulary) -> str:
    """A Boolean variable or its negation, `1 - variable`; empty for all other terms."""
    match term.terms:
        case ((variable, coefficient),) if vocabulary.is_boolean(variable):
            name = vocabulary.terms(variable)[0]
            return {(1, 0): name, (-1, 1): f"!{name}"}.get((coefficient, term.constant), "")
    return ""


def assigned(variable: SharedVariable, term: Linear, vocabulary: Vocabulary) -> tuple[str, str]:
    """The condition under which a term is in a variable's range, and the value to assign.

    NuSMV refuses a model in which an assignment could leave the range, and does not see that its guard forbids it.
    """
    text = truth(term, vocabulary) if variable.boolean else value(term, vocabulary)
    if not term.terms:
        return "" if variable.low <= term.constant <= variable.high else "FALSE", text
    if variable.boolean and _as_literal(term, vocabulary):
        return "", text
    number = value(term, vocabulary)
    return f"{number} >= {variable.low} & {number} <= {variable.high}", text


def expand(formula: Formula) -> Formula:
    """The same formula without the operators that NuSMV lacks: CTL's weak until and release, LTL's weak until."""
    match formula:
        case Truth() | Comparison():
            return formula
        case Not(operand):
            return negate(expand(operand))
        case And(operands):
            return And(tuple(expand(operand) for operand in operands))
        case Or(operands):
            return Or(tuple(expand(operand) for operand in operands))
        case Iff(left, right):
            return Iff(expand(left), expand(right))
        case Temporal(operator, operands):
            return _expand_temporal(operator, tuple(expand(operand) for operand in operands))
    assert_never(formula)


def _expand_temporal(operator: TemporalOperator, operands: tuple[Formula, ...]) -> Formula:
    match operator, operands:
        case "AW", (p, q):
            return negate(Temporal("EU", (negate(q), conjunction([negate(p), negate(q)]))))
        case "EW", (p, q):
            return disjunction([Temporal("EU", (p, q)), Temporal("EG", (p,))])
        case "AR", (p, q):
            return Not(Temporal("EU", (negate(p), negate(q))))
        case "ER", (p, q):
            return Not(Temporal("AU", (negate(p), negate(q))))
        case "W", (p, q):
            return disjunction([Temporal("U", (p, q)), Temporal("G", (p,))])
    return Temporal(operator, operands)


def _text(formula: Formula, vocabulary: Vocabulary, level: int) -> str:
    match formula:
        case Truth(holds):
            return "TRUE" if holds else "FALSE"
        case Comparison():
            text = _comparison(formula, vocabulary)
            return f"({text})" if level > _OPERAND and " " in text else text
        case Temporal():
            text = _temporal(formula, vocabulary)
            return f"({text})" if level else text
        case Not(operand):
            return f"!{_text(operand, vocabulary, _OPERAND + 1)}"
        case And(operands):
            text = " & ".join(_text(operand, vocabulary, _OPERAND) for operand in operands)
        case Or(operands):
            text = " | ".join(_text(operand, vocabulary, _LEVEL[And]) for operand in operands)
        case Iff(left, right):
            text = f"{_text(left, vocabulary, _OPERAND)} <-> {_text(right, vocabulary, _OPERAND)}"
        case _:
            assert_never(formula)
    return f"({text})" if _LEVEL[type(formula)] < level else text


def _temporal(formula: Temporal, vocabulary: Vocabulary) -> str:
    operands = [_text(operand, vocabulary, _OPERAND + 1) for operand in formula.operands]
    match formula.operator, operands:
        case operator, [operand]:
            return f"{operator} {operand}"
        case ("AU" | "EU") as operator, [left, right]:
            return f"{operator[0]} [{left} U {right}]"
        case operator, [left, right]:
            return f"{left} {_LTL[operator]} {right}"
    raise ValueError(f"{formula.operator} takes other operands")


def _comparison(comparison: Comparison, vocabulary: Vocabulary) -> str:
    terms, operator, bound = comparison.left.terms, comparison.operator, comparison.bound
    if len(terms) == 1 and vocabulary.is_boolean(terms[0][0]):
        name = vocabulary.terms(terms[0][0])[0]
        holds = {"<=": bound.__ge__, ">=": bound.__le__, "=": bound.__eq__, "!=": bound.__ne__}[operator]
        return {(True, True): "TRUE", (False, True): name, (True, False): f"!{name}", (False, False): "FALSE"}[
            holds(0), holds(1)
        ]
    named = [(name, c) for variable, c in terms for name in _numbers(variable, vocabulary)]
    positive = [(name, c) for name, c in named if c > 0]
    negative = [(name, -c) for name, c in named if c < 0]
    if not positive:
        return f"{_sum(named)} {operator} {bound}"
    if negative and bound < 0:
        return f"{_sum(positive, -bound)} {operator} {_sum(negative)}"
    return f"{_sum(positive)} {operator} {_sum(negative, bound)}"


def _numbers(variable: Atom, vocabulary: Vocabulary) -> tuple[str, ...]:
    names = vocabulary.terms(variable)
    return tuple(f"toint({name})" for name in names) if vocabulary.is_boolean(variable) else names


def _sum(terms: Iterable[tuple[str, int]], constant: int = 0) -> str:
    text = ""
    for name, coefficient in terms:
        sign = (" + " if coefficient > 0 else " - ") if text else ("" if coefficient > 0 else "-")
        text += sign + (name if abs(coefficient) == 1 else f"{abs(coefficient)} * {name}")
    if not text or not constant:
        return text or str(constant)
    return f"{text} {'+' if constant > 0 else '-'} {abs(constant)}"
