"""What the shape of a reduced CTL formula tells: whether a path can explain it, and whether it is an AG."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import assert_never

from vsym.formula import TRUE
from vsym.logic.ctl import (
    Conjunction,
    Disjunction,
    Equivalence,
    ExistsGlobally,
    ExistsNext,
    ExistsUntil,
    Negation,
    Node,
    Predicate,
)


def is_told(nodes: Sequence[Node], number: int, positive: bool) -> bool:
    """Whether a path can explain that a node holds (`positive`) or fails, beyond the state it begins in."""
    match nodes[number]:
        case Predicate() | Equivalence():
            return False
        case Negation(operand):
            return is_told(nodes, operand, not positive)
        case Conjunction(parts) | Disjunction(parts):
            return any(is_told(nodes, part, positive) for part in parts)
        case ExistsNext() | ExistsUntil() | ExistsGlobally():
            return positive
    assert_never(nodes[number])


def forbidden(nodes: Sequence[Node], root: int) -> int | None:
    """The node that must hold nowhere, where the root is an AG; else None."""
    match nodes[root]:
        case Negation(operand):
            match nodes[operand]:
                case ExistsUntil(left, right) if nodes[left] == Predicate(TRUE):
                    return right
    return None
