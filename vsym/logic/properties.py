"""What is asked of a system: properties, and which of its paths count."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.formula import Formula, Temporal, subformulas


@frozen
class Property:
    """A property to verify. An `invariant` has a predicate as its formula and means AG of it."""

    name: str
    logic: Literal["ctl", "ltl", "invariant"]
    formula: Formula
    text: str
    span: Span = field(compare=False, repr=False)


@frozen
class Fairness:
    """A justice constraint: only paths on which the predicate holds infinitely often count."""

    formula: Formula
    text: str
    span: Span = field(compare=False, repr=False)


def mixes_logics(prop: Property) -> bool:
    """Whether a property has temporal operators of a logic that is not its own."""
    temporal = (part.operator for part in subformulas(prop.formula) if isinstance(part, Temporal))
    return any((operator[0] in "AE") == (prop.logic == "ltl") for operator in temporal)
