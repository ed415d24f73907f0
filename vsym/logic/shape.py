"""What the shape of a reduced CTL formula tells: whether a path can explain it, and whether it is an AG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

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
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import TRUE, Formula, conjunction, disjunction, equivalence, negate


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


def wanted(nodes: Sequence[Node], root: int) -> int | None:
    """The node that must hold somewhere ahead, where the root is an EF; else None."""
    match nodes[root]:
        case ExistsUntil(left, right) if nodes[left] == Predicate(TRUE):
            return right
    return None


def predicate(nodes: Sequence[Node], number: int) -> Formula | None:
    """The node as a formula of one state, constants folded; None if it speaks of paths."""
    match nodes[number]:
        case Predicate(formula):
            return replace_comparisons(formula, lambda comparison: comparison)
        case Negation(operand):
            inner = predicate(nodes, operand)
            return None if inner is None else negate(inner)
        case Conjunction(operands):
            parts = _predicates(nodes, operands)
            return None if parts is None else conjunction(parts)
        case Disjunction(operands):
            parts = _predicates(nodes, operands)
            return None if parts is None else disjunction(parts)
        case Equivalence(left, right):
            parts = _predicates(nodes, (left, right))
            return None if parts is None else equivalence(*parts)
        case ExistsNext() | ExistsUntil() | ExistsGlobally():
            return None
    assert_never(nodes[number])


def _predicates(nodes: Sequence[Node], numbers: Sequence[int]) -> tuple[Formula, ...] | None:
    found = tuple(part for number in numbers if (part := predicate(nodes, number)) is not None)
    return found if len(found) == len(numbers) else None
