"""The environment of PySMT's formulas, which makes each of its services at the first use, and the translation of
predicates and linear terms to such formulas. The caller chooses the symbol of each atom.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import assert_never

import pysmt.environment
from pysmt.fnode import FNode
from pysmt.formula import FormulaManager
from pysmt.oracles import AtomsOracle, FreeVarsOracle, QuantifierOracle, SizeOracle, TheoryOracle, TypesOracle
from pysmt.printers import HRSerializer
from pysmt.simplifier import Simplifier
from pysmt.substituter import MGSubstituter

from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula
from vsym.logic.terms import Atom, Linear


class _Unchecked(FormulaManager):  # type: ignore[misc]
    """A manager of formulas whose symbols have known types: working out the type of each new one took as long as making
    it. A solver refuses a formula that has no type."""

    def _do_type_check(self, formula: FNode) -> None:
        pass


class Environment(pysmt.environment.Environment):  # type: ignore[misc]
    """An environment of its own for some formulas, which end with it.

    PySMT makes nine services at once, each with a table of some sixty methods, which takes longer than a short question
    to the solver; most questions need none of them.
    """

    FormulaManagerClass = _Unchecked
    SimplifierClass = SubstituterClass = HRSerializerClass = staticmethod(lambda _: None)
    QuantifierOracleClass = TheoryOracleClass = FreeVarsOracleClass = staticmethod(lambda _: None)
    SizeOracleClass = AtomsOracleClass = TypesOracleClass = staticmethod(lambda _: None)

    simplifier = cached_property(Simplifier)
    substituter = cached_property(MGSubstituter)
    serializer = cached_property(HRSerializer)
    qfo = cached_property(QuantifierOracle)
    theoryo = cached_property(TheoryOracle)
    fvo = cached_property(FreeVarsOracle)
    sizeo = cached_property(SizeOracle)
    ao = cached_property(AtomsOracle)
    typeso = cached_property(TypesOracle)


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

    return fold(formula, Algebra(manager.Bool, compared, manager.Not, manager.And, manager.Or, manager.Iff))


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
