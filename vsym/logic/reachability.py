"""Properties that are questions of reachability: recognised once, here, for every engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.logic.branching import branching
from vsym.logic.ctl import Conjunction, Disjunction, ExistsUntil, Negation, Node, predicate, reduce
from vsym.logic.formula import FALSE, TRUE, Formula, Temporal, disjunction, is_predicate, negate
from vsym.logic.properties import Property, mixes_logics


@frozen
class Question:
    """`never`: no reachable state satisfies `target`; `initially never`: no initial one does; `reached`: from every
    initial state one that satisfies it can be reached."""

    kind: Literal["never", "initially never", "reached"]
    target: Formula


def reachability(prop: Property) -> Question | None:
    """The question that a property asks of reachable states, however spelled; None where it asks for more than that.
    Where only fair paths count, the states in question are those from which one starts."""
    if mixes_logics(prop):
        return None
    if is_predicate(prop.formula) and prop.logic != "invariant":
        return Question("initially never", negate(prop.formula))
    formula = _in_ctl(prop)
    return None if formula is None else _question(formula)


def in_ctl(prop: Property) -> Formula | None:
    """A formula of CTL that holds in the same systems as a property; None for LTL that needs an automaton. A question
    of reachability is an AG or an EF of a predicate in it. Raises ValueError where CTL and LTL are mixed."""
    formula = _in_ctl(prop)
    question = None if formula is None else _question(formula)
    match question:
        case Question("never", target):
            return Temporal("AG", (negate(target),))
        case Question("reached", target):
            return Temporal("EF", (target,))
    return formula


def _in_ctl(prop: Property) -> Formula | None:
    match prop.logic:
        case "invariant":
            return Temporal("AG", (prop.formula,))
        case "ltl":
            return branching(prop.formula)
        case "ctl":
            return prop.formula


def _question(formula: Formula) -> Question | None:
    reduction = reduce([formula])
    nodes, (root,) = reduction.nodes, reduction.roots
    for kind, positive in _KINDS:
        target = _possible(nodes, root, positive)
        if target is not None:
            return Question(kind, target)
    return None


_KINDS: tuple[tuple[Literal["never", "reached"], bool], ...] = (("never", False), ("reached", True))


def _possible(nodes: Sequence[Node], number: int, positive: bool) -> Formula | None:
    """The predicate of which the node, or its negation, is the EF; None if it is none."""
    match nodes[number]:
        case Negation(operand):
            return _possible(nodes, operand, not positive)
        case ExistsUntil(left, right) if positive:
            target = _ahead(nodes, right, True)
            return target if target == FALSE or predicate(nodes, left) == TRUE else None
        case Conjunction(parts) | Disjunction(parts) if isinstance(nodes[number], Disjunction) == positive:
            targets = [target for part in parts if (target := _possible(nodes, part, positive)) is not None]
            return disjunction(targets) if len(targets) == len(parts) else None
    return None


def _ahead(nodes: Sequence[Node], number: int, positive: bool) -> Formula | None:
    """The predicate whose EF is equivalent to EF of the node, or of its negation; None if there is none. The way to a
    goal makes no difference: EF E [p U q] is EF q."""
    here = predicate(nodes, number)
    if here is not None:
        return here if positive else negate(here)
    match nodes[number]:
        case Negation(operand):
            return _ahead(nodes, operand, not positive)
        case ExistsUntil(_, right) if positive:
            return _ahead(nodes, right, True)
        case Conjunction(parts) | Disjunction(parts) if isinstance(nodes[number], Disjunction) == positive:
            targets = [target for part in parts if (target := _ahead(nodes, part, positive)) is not None]
            return disjunction(targets) if len(targets) == len(parts) else None
    return None
