"""Predicates and steps of a transition system on states that are known."""

from __future__ import annotations

from collections.abc import Mapping

from pysmt.fnode import FNode

from vsym.engines.smt.linear import NotLinearError, linear_sum
from vsym.engines.smt.system import Step


def value(term: FNode, state: Mapping[FNode, int]) -> int:
    """The value of a linear term; raises NotLinearError on any other."""
    found = linear_sum(term)
    return found.constant + sum(coefficient * state[symbol] for symbol, coefficient in found.coefficients.items())


def holds(formula: FNode, state: Mapping[FNode, int]) -> bool:
    """Whether a predicate holds; raises NotLinearError where it is more than comparisons and connectives."""
    arguments = formula.args()
    if formula.is_and():
        return all(holds(part, state) for part in arguments)
    if formula.is_or():
        return any(holds(part, state) for part in arguments)
    if formula.is_not():
        return not holds(arguments[0], state)
    if formula.is_iff():
        return holds(arguments[0], state) == holds(arguments[1], state)
    if formula.is_implies():
        return not holds(arguments[0], state) or holds(arguments[1], state)
    if formula.is_bool_constant():
        return bool(formula.constant_value())
    if not (formula.is_le() or formula.is_lt() or formula.is_equals()):
        raise NotLinearError(str(formula))
    left, right = value(arguments[0], state), value(arguments[1], state)
    return left <= right if formula.is_le() else left < right if formula.is_lt() else left == right


def after_step(step: Step, state: Mapping[FNode, int]) -> dict[FNode, int]:
    """The state that a step leads to."""
    return {**state, **{variable: value(term, state) for variable, term in step.update.items()}}


def change_of(step: Step, variable: FNode) -> int | None:
    """By how much a step changes a variable, None where that depends on the state."""
    if variable not in step.update:
        return 0
    changed = linear_sum(step.update[variable]).plus(linear_sum(variable), -1)
    return None if changed.coefficients else changed.constant


def is_convex(formula: FNode) -> bool:
    """Whether a predicate is a conjunction of comparisons none of which is `!=`."""
    if formula.is_and():
        return all(map(is_convex, formula.args()))
    if formula.is_not():
        return bool(formula.arg(0).is_le() or formula.arg(0).is_lt())
    return bool(formula.is_le() or formula.is_lt() or formula.is_equals() or formula.is_true())


def constant_changes(step: Step) -> dict[FNode, int] | None:
    """By how much the step changes each variable that it does, if it can be repeated with the guard known at both ends.

    That is so where the changes are constants and the guard is convex; else the answer is None.
    """
    changes = {variable: change_of(step, variable) for variable in step.update}
    constant = {variable: change for variable, change in changes.items() if change is not None}
    return constant if len(constant) == len(changes) and is_convex(step.guard) else None
