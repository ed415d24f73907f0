"""LTL that is CTL in disguise: no automaton has to be put beside the system for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from vsym.logic.ctl import Conjunction, Disjunction
from vsym.logic.formula import FALSE, TRUE, Formula, Temporal, conjunction, conjuncts, disjunction, is_predicate, negate
from vsym.logic.ltl import Literal, Next, Node, Release, Until, normal_form


def branching(formula: Formula) -> Formula | None:
    """A formula of CTL that holds in the same systems as one of LTL, also where only fair paths count; else None.

    It is the formula with an A before each operator. That is the same where one side of every choice is a predicate,
    so that the state says which side the rest of the path has to satisfy; a choice is a disjunction, and whether an
    until has met its goal (Maidl: The common fragment of CTL and LTL, FOCS 2000). So G (p -> F q) is AG (p -> AF q),
    and F G p has no such formula: AF AG p is stronger. A path that explains why the formula of CTL fails is one on
    which the LTL formula fails, however it goes on.

    Raises ValueError on a CTL operator.
    """
    normal = normal_form(formula)
    formulas: list[Formula | None] = []
    for node in normal.nodes:
        formulas.append(_branching(node, normal.predicates, formulas))
    root = formulas[normal.root]
    if root is None or (root != TRUE and all(isinstance(part, Temporal) for part in conjuncts(root))):
        return root
    # LTL asks a predicate of fair paths alone: nothing in an initial state from which none starts.
    return Temporal("AR", (root, root))


def _branching(node: Node, predicates: Sequence[Formula], formulas: Sequence[Formula | None]) -> Formula | None:
    """The formula of a node, from those of the nodes before it."""
    match node:
        case Literal(number):
            predicate = predicates[number // 2]
            return negate(predicate) if number % 2 else predicate
        case Conjunction(operands) | Disjunction(operands):
            parts = [part for number in operands if (part := formulas[number]) is not None]
            if len(parts) < len(operands):
                return None
            if isinstance(node, Conjunction):
                return conjunction(parts)
            return disjunction(parts) if sum(not is_predicate(part) for part in parts) < 2 else None
        case Next(operand):
            after = formulas[operand]
            return None if after is None else Temporal("AX", (after,))
        case Until(left, right, strong):
            before, goal = formulas[left], formulas[right]
            if before is None or goal is None or not is_predicate(goal):
                return None
            if strong and before == TRUE:
                return Temporal("AF", (goal,))
            return Temporal("AU" if strong else "AW", (before, goal))
        case Release(left, right, strong):
            end, body = formulas[left], formulas[right]
            if end is None or body is None or not is_predicate(end):
                return None
            released = Temporal("AG", (body,)) if end == FALSE else Temporal("AR", (end, body))
            return conjunction([released, Temporal("AF", (end,))]) if strong else released
    assert_never(node)
