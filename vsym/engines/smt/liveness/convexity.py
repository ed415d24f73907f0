"""Predicates as conjunctions of comparisons, each of which is convex."""

from __future__ import annotations

import itertools

from pysmt.fnode import FNode
from pysmt.formula import FormulaManager

PIECES = 6
"""Into at most how many conjunctions a predicate is taken apart, so that steps can be repeated under each of them."""


def convex_pieces(manager: FormulaManager, formula: FNode) -> tuple[FNode, ...]:
    """Conjunctions of comparisons that together say what the formula does; the formula itself where they are many."""
    pieces = _pieces(manager, formula, positive=True)
    return (formula,) if pieces is None else tuple(pieces)


def _pieces(manager: FormulaManager, formula: FNode, *, positive: bool) -> list[FNode] | None:
    """The conjunctions for a formula or its negation; None where they are many, or it has another connective."""
    if formula.is_not():
        return _pieces(manager, formula.arg(0), positive=not positive)
    if formula.is_bool_constant():
        return [manager.TRUE()] if formula.is_true() == positive else []
    if formula.is_and() or formula.is_or():
        return _joined(manager, formula, positive=positive)
    if formula.is_equals() and not positive:
        left, right = formula.args()
        return [manager.LT(left, right), manager.LT(right, left)]
    if formula.is_le() or formula.is_lt() or formula.is_equals():
        return [formula if positive else manager.Not(formula)]
    return None


def _joined(manager: FormulaManager, formula: FNode, *, positive: bool) -> list[FNode] | None:
    several = []
    for part in formula.args():
        pieces = _pieces(manager, part, positive=positive)
        if pieces is None:
            return None
        several.append(pieces)
    if formula.is_or() == positive:
        found = list(dict.fromkeys(itertools.chain.from_iterable(several)))
    else:
        found = [manager.And(list(choice)) for choice in itertools.islice(itertools.product(*several), PIECES + 1)]
    return found if len(found) <= PIECES else None
