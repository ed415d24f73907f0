"""Formulas of LTL in negation normal form: every subformula is a node that is there once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from vsym.logic.formula import Formula


@dataclass(frozen=True)
class Literal:
    """A predicate or its negation: number 2k is predicate k, 2k + 1 its negation."""

    number: int


@dataclass(frozen=True)
class Conjunction:
    """All of `operands`; of none, it is true."""

    operands: tuple[int, ...]


@dataclass(frozen=True)
class Disjunction:
    """One of `operands` at least; of none, it is false."""

    operands: tuple[int, ...]


@dataclass(frozen=True)
class Next:
    """X `operand`."""

    operand: int


@dataclass(frozen=True)
class Until:
    """`left` up to, and not necessarily including, a moment of `right`; unless `strong`, that moment need not come."""

    left: int
    right: int
    strong: bool


@dataclass(frozen=True)
class Release:
    """`right` up to and including a moment of `left`; unless `strong`, that moment need not come."""

    left: int
    right: int
    strong: bool


Node: TypeAlias = Literal | Conjunction | Disjunction | Next | Until | Release


@dataclass(frozen=True)
class NormalForm:
    """A formula as an acyclic graph: a node names its operands by their indices in `nodes`, smaller than its own."""

    nodes: tuple[Node, ...]
    root: int
    predicates: tuple[Formula, ...]


def complement(literal: int) -> int:
    """The literal of the opposite sign."""
    return literal ^ 1
