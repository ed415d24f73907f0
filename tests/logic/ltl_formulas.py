"""Random LTL formulas over a few propositions, and their translation for the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Literal, cast

from hypothesis import strategies as st

from tests.engines.explicit.systems import pick
from tests.support import oracle_ltl as oracle
from vsym.logic.folding import satisfied
from vsym.logic.formula import And, Formula, Iff, Not, Or, Temporal, TemporalOperator, children, compare, is_predicate
from vsym.logic.terms import Named, linear

NAMES = ("p", "q", "r")
P, Q, R, S = (compare(linear([(Named(name), 1)]), ">=", linear([], 1)) for name in "pqrs")

UNARY: tuple[TemporalOperator, ...] = ("X", "F", "G")
BINARY: tuple[TemporalOperator, ...] = ("U", "W", "R")


def later(operator: TemporalOperator, *operands: Formula) -> Formula:
    """An LTL operator on its operands."""
    return Temporal(operator, operands)


def implies(left: Formula, right: Formula) -> Formula:
    """left → right, as the front end writes it."""
    return Or((Not(left), right))


def ltl_from(draw: st.DrawFn, leaves: Sequence[Formula], depth: int = 3) -> Formula:
    """A random LTL formula over predicates."""
    kind = pick(draw, ("leaf", "unary", "binary", "unary", "binary", "not", "and", "or", "iff")) if depth else "leaf"
    if kind == "leaf":
        return pick(draw, leaves)
    first = ltl_from(draw, leaves, depth - 1)
    match kind:
        case "unary":
            return Temporal(pick(draw, UNARY), (first,))
        case "not":
            return Not(first)
    second = ltl_from(draw, leaves, depth - 1)
    match kind:
        case "binary":
            return Temporal(pick(draw, BINARY), (first, second))
        case "iff":
            return Iff(first, second)
    return (And if kind == "and" else Or)((first, second))


@st.composite
def propositional(draw: st.DrawFn) -> Formula:
    """A random LTL formula over three propositions."""
    return ltl_from(draw, (P, Q, R))


def to_oracle(formula: Formula) -> oracle.Formula:
    """The oracle's formula; its atoms are the predicates themselves."""
    match formula:
        case _ if is_predicate(formula):
            return oracle.Atom(formula)
        case Not(operand):
            return oracle.Not(to_oracle(operand))
        case And(operands) | Or(operands):
            name: Literal["and", "or"] = "and" if isinstance(formula, And) else "or"
            return reduce(partial(oracle.Connective, name), map(to_oracle, operands))
        case Iff(left, right):
            return oracle.Connective("iff", to_oracle(left), to_oracle(right))
        case Temporal(operator, operands):
            quantifier, tense = operator[:-1], operator[-1]
            parts = tuple(to_oracle(operand) for operand in operands)
            return oracle.Tense(cast(oracle.Operator, tense), parts, cast(oracle.Quantifier, quantifier))
    raise TypeError(formula)


def atoms(formula: Formula) -> list[Formula]:
    """The predicates that are the oracle's atoms."""
    if is_predicate(formula):
        return [formula]
    return [atom for part in children(formula) for atom in atoms(part)]


def is_true(predicate: Formula, true: frozenset[str]) -> bool:
    """True of a predicate that holds where the named propositions do and no others."""

    return satisfied(predicate, lambda atom: int(isinstance(atom, Named) and atom.name in true))


def letter(formula: Formula, true: frozenset[str]) -> frozenset[Formula]:
    """A formula's atoms that hold where the named propositions do."""
    return frozenset(atom for atom in atoms(formula) if is_true(atom, true))
