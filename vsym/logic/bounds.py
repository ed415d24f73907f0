"""Formulas that are true, false or unknown in a state of an abstraction: predicates between two bounds.

A state of an abstraction stands for several states. A predicate is *sure* there where all of them satisfy it, and
*possible* where some do. For an engine without such bounds, the formula has the sure or the possible form of each
predicate, as the polarity of its place requires.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.ctl import is_universal
from vsym.logic.formula import (
    And,
    Comparison,
    Formula,
    Iff,
    Not,
    Or,
    Temporal,
    Truth,
    atoms,
    conjunction,
    disjunction,
    is_predicate,
    negate,
)
from vsym.logic.properties import Property, mixes_logics
from vsym.logic.reachability import in_ctl
from vsym.logic.terms import Atom, Linear

Side: TypeAlias = Literal["sure", "possible"]

OTHER: dict[Side, Side] = {"sure": "possible", "possible": "sure"}
"""The side that the negation of a formula is on."""


@frozen(hash_kept=True)
class Between(Atom):
    """1 where `sure` holds, 0 where `possible` does not hold, else one of the two."""

    rank = 3

    sure: Formula
    possible: Formula

    def on(self, side: Side) -> Formula:
        """One of the bounds."""
        return self.sure if side == "sure" else self.possible


Bound: TypeAlias = Callable[[Formula], Between]
"""The bounds of a predicate."""


def bounded(formula: Formula, bound: Bound) -> Formula:
    """The formula with its largest predicates between their bounds; one whose bounds are the same is just that."""
    if is_predicate(formula):
        both = bound(formula)
        return both.sure if both.sure == both.possible else Comparison(Linear(((both, 1),)), "=", 1)
    match formula:
        case Not(operand):
            return negate(bounded(operand, bound))
        case And(operands):
            return conjunction(bounded(operand, bound) for operand in operands)
        case Or(operands):
            return disjunction(bounded(operand, bound) for operand in operands)
        case Iff(left, right):
            return Iff(bounded(left, bound), bounded(right, bound))
        case Temporal(operator, operands):
            return Temporal(operator, tuple(bounded(operand, bound) for operand in operands))
        case Truth() | Comparison():
            raise AssertionError("a predicate has bounds as a whole")
    assert_never(formula)


def on(side: Side, formula: Formula, lost: Formula | None = None) -> Formula:
    """The formula of a side: true wherever it is sure, or possible, that the formula is.

    In `lost` states nothing is sure, and everything possible.
    """
    if lost is None and not _is_bounded(formula):
        return formula
    match formula:
        case Not(operand):
            return negate(on(OTHER[side], operand, lost))
        case And(operands):
            return conjunction(on(side, operand, lost) for operand in operands)
        case Or(operands):
            return disjunction(on(side, operand, lost) for operand in operands)
        case Iff(left, right):
            other = OTHER[side]
            both = conjunction([on(side, left, lost), on(side, right, lost)])
            return disjunction([both, negate(disjunction([on(other, left, lost), on(other, right, lost)]))])
        case Temporal(operator, operands):
            return Temporal(operator, tuple(on(side, operand, lost) for operand in operands))
        case Comparison(Linear(((Between() as both, _),)), sign):
            here = both.on(side) if sign == "=" else negate(both.on(OTHER[side]))
        case Truth() | Comparison():
            here = formula
        case _:
            assert_never(formula)
    if lost is None:
        return here
    return conjunction([here, negate(lost)]) if side == "sure" else disjunction([here, lost])


def _is_bounded(formula: Formula) -> bool:
    return any(isinstance(atom, Between) for atom in atoms(formula))


Shape: TypeAlias = Literal["universal", "existential", "mixed"]
"""The paths that a property speaks of: all of them, some, or both in turn."""


def shape(prop: Property) -> Shape:
    """The shape of a property; a predicate is universal."""
    if mixes_logics(prop):
        return "mixed"
    if prop.logic == "ltl":
        return "universal"
    formula = in_ctl(prop)
    if formula is None or is_universal(formula):
        return "universal"
    return "existential" if is_universal(formula, positive=False) else "mixed"


Steps: TypeAlias = Literal["may", "must", "may and must"]
"""The steps of an abstraction: those that some state behind one has, those that all have, or both."""


def deciding_steps(prop: Property, *, holds: bool) -> Steps:
    """The steps on which it rests that a property holds, or that it is violated."""
    speaks_of = shape(prop)
    if speaks_of == "mixed":
        return "may and must"
    return "may" if (speaks_of == "universal") == holds else "must"
