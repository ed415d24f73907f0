"""Conditions that hold always, from some place of a path on, as far as paths in phases take them."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.engines.smt.phases.fragment import Thresholds
from vsym.logic.formula import FALSE, TRUE, Comparison, Formula, Or, conjuncts, disjunction
from vsym.logic.terms import Linear, Named


@frozen
class Condition:
    """A condition that holds from somewhere on: `fixed`, whose comparisons each change at most once, or the variables
    `empty` are all 0. It is `monotone` if it changes at most once itself. One that is `loose` can change more often:
    phases ask for it at their ends alone."""

    fixed: Formula
    empty: tuple[str, ...] | None
    monotone: bool
    loose: bool = False


def conditions(thresholds: Thresholds, predicate: Formula) -> tuple[Condition, ...]:
    """A predicate in positive form as a conjunction of conditions."""
    return tuple(_condition(thresholds, part) for part in conjuncts(predicate))


def _condition(thresholds: Thresholds, condition: Formula) -> Condition:
    if thresholds.is_fixed(condition):
        return Condition(condition, None, any(thresholds.goes(condition, way) for way in ("rising", "falling")))
    parts = condition.operands if isinstance(condition, Or) else (condition,)
    moving = [part for part in parts if not thresholds.is_fixed(part)]
    names = _emptied(thresholds, moving[0]) if len(moving) == 1 else None
    if names is None:
        return Condition(TRUE, None, monotone=True, loose=True)
    fixed = disjunction(part for part in parts if part is not moving[0])
    return Condition(fixed, names, fixed == FALSE)


def _emptied(thresholds: Thresholds, condition: Formula) -> tuple[str, ...] | None:
    """The variables that a comparison says to be 0, where it says that of variables from 0 on; else None."""
    lows = {variable.name: variable.low for variable in thresholds.system.variables}
    if not isinstance(condition, Comparison) or (condition.operator, condition.bound) != ("<=", 0):
        return None
    names = []
    for atom, by in condition.left.terms:
        if by < 0 or not isinstance(atom, Named) or lows.get(atom.name) != Linear():
            return None
        names.append(atom.name)
    return tuple(names)
