"""Whether a property is a question of what can be reached: asked once, here, for every engine."""

from __future__ import annotations

from typing import Literal

from vsym.basics.frozen import frozen
from vsym.logic.ctl import reduce
from vsym.logic.formula import Formula, Not, Temporal, is_predicate, negate
from vsym.logic.properties import Property
from vsym.logic.shape import forbidden, predicate, wanted


@frozen
class Question:
    """`never`: no reachable state satisfies `target`; `initially never`: no initial one does; `reached`: from every
    initial state one that satisfies it can be reached."""

    kind: Literal["never", "initially never", "reached"]
    target: Formula


def reachability(prop: Property) -> Question | None:
    """What a property asks of reachable states, on all paths; None where it asks for more than that."""
    if is_predicate(prop.formula):
        return Question("never" if prop.logic == "invariant" else "initially never", negate(prop.formula))
    return _of_paths(prop.formula) if prop.logic == "ltl" else _of_trees(prop.formula)


def _of_paths(formula: Formula) -> Question | None:
    match formula:
        case Temporal("G", (operand,)) if is_predicate(operand):
            return Question("never", negate(operand))
        case Not(Temporal("F", (operand,))) if is_predicate(operand):
            return Question("never", operand)
    return None


def _of_trees(formula: Formula) -> Question | None:
    """However it is spelled: in the basis of CTL, an AG is the negation of an EU from anywhere."""
    reduction = reduce([formula])
    nodes, (root,) = reduction.nodes, reduction.roots
    never, once = forbidden(nodes, root), wanted(nodes, root)
    node = once if never is None else never
    target = None if node is None else predicate(nodes, node)
    if target is None:
        return None
    return Question("reached" if never is None else "never", target)
