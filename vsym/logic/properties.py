"""What is asked of a system: properties, and which of its paths count."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from vsym.basics.source import Span
from vsym.logic.formula import Formula


@dataclass(frozen=True)
class Property:
    """A property to verify. An `invariant` has a predicate as its formula and means AG of it."""

    name: str
    logic: Literal["ctl", "ltl", "invariant"]
    formula: Formula
    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Fairness:
    """A justice constraint: only paths on which the predicate holds infinitely often count."""

    formula: Formula
    text: str
    span: Span = field(compare=False, repr=False)
