"""The left sides of the implications that a property states of every reachable state, which may never be true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.basics.source import DiagnosticError
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.limits import Allowance
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.signs import PropertyWord
from vsym.languages.gsst.syntax import Chain, Expression, Prefix
from vsym.languages.problems import Problems
from vsym.logic.formula import Formula, atoms, is_predicate


def premises(
    word: PropertyWord, stated: Expression, whole: Formula, scope: Scope
) -> Iterator[tuple[Expression, Formula]]:
    """Each left side that is a predicate, with its meaning; `whole` is that of the property.

    Those that are not written out in it, and those that speak of counts which `whole` has no need of, are left out.
    """
    known = atoms(whole)
    for implication in _implications(stated, always=word == "invariant"):
        left = implication.operands[0]
        meaning = _meaning(left, scope)
        if meaning is not None and is_predicate(meaning) and atoms(meaning).keys() <= known.keys():
            yield left, meaning


def _implications(stated: Expression, *, always: bool) -> Iterator[Chain]:
    """The implications under an `AG` or `G` (`always`), which may be a conjunct."""
    match stated:
        case Prefix("AG" | "G", operand):
            yield from _implications(operand, always=True)
        case Chain(operands, operators) if set(operators) == {"&"}:
            for operand in operands:
                yield from _implications(operand, always=always)
        case Chain(_, operators) if always and set(operators) == {"->"}:
            yield stated


def _meaning(left: Expression, scope: Scope) -> Formula | None:
    """What it says; it was given its meaning before, within the property, so that nothing is reported."""
    silent = Problems()
    try:
        return formula(left, replace(scope, problems=silent, allowance=Allowance(silent)))
    except DiagnosticError:
        return None
