"""Formulas of LTL in negation normal form: every subformula is a node that is there once."""

from __future__ import annotations

from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula


@frozen
class Literal:
    """A predicate or its negation: number 2k is predicate k, 2k + 1 its negation."""

    number: int


@frozen
class Conjunction:
    """All of `operands`; of none, it is true."""

    operands: tuple[int, ...]


@frozen
class Disjunction:
    """One of `operands` at least; of none, it is false."""

    operands: tuple[int, ...]


@frozen
class Next:
    """X `operand`."""

    operand: int


@frozen
class Until:
    """`left` up to, and not necessarily including, a moment of `right`; unless `strong`, that moment need not come."""

    left: int
    right: int
    strong: bool


@frozen
class Release:
    """`right` up to and including a moment of `left`; unless `strong`, that moment need not come."""

    left: int
    right: int
    strong: bool


Node: TypeAlias = Literal | Conjunction | Disjunction | Next | Until | Release


@frozen
class NormalForm:
    """A formula as an acyclic graph: a node names its operands by their indices in `nodes`, smaller than its own."""

    nodes: tuple[Node, ...]
    root: int
    predicates: tuple[Formula, ...]


def complement(literal: int) -> int:
    """The literal of the opposite sign."""
    return literal ^ 1
