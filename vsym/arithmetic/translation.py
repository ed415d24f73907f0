"""Predicates and linear terms as PySMT formulas; what symbol an atom has is the caller's to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from pysmt.fnode import FNode

from vsym.arithmetic.environment import Environment
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula
from vsym.logic.terms import Atom, Linear


def translate(environment: Environment, formula: Formula, symbol_of: Callable[[Atom], FNode]) -> FNode:
    """A predicate; raises TypeError on a temporal operator."""
    manager = environment.formula_manager

    def compared(comparison: Comparison) -> FNode:
        left, right = translate_term(environment, comparison.left, symbol_of), manager.Int(comparison.bound)
        match comparison.operator:
            case "<=":
                return manager.LE(left, right)
            case ">=":
                return manager.GE(left, right)
            case "=":
                return manager.Equals(left, right)
            case "!=":
                return manager.Not(manager.Equals(left, right))
        assert_never(comparison.operator)

    algebra = Algebra(manager.Bool, compared, manager.Not, manager.And, manager.Or, manager.Iff)
    return fold(formula, algebra)


def translate_term(environment: Environment, term: Linear, symbol_of: Callable[[Atom], FNode]) -> FNode:
    """A linear term."""
    manager = environment.formula_manager
    parts = []
    for atom, coefficient in term.terms:
        symbol = symbol_of(atom)
        parts.append(symbol if coefficient == 1 else manager.Times(manager.Int(coefficient), symbol))
    if term.constant < 0 and parts:
        return manager.Minus(manager.Plus(parts), manager.Int(-term.constant))
    if term.constant or not parts:
        parts.append(manager.Int(term.constant))
    return manager.Plus(parts)
