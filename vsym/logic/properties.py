"""What is asked of a system: properties, and which of its paths count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.formula import Formula, Temporal, subformulas


@frozen
class Premise:
    """The left side of an implication that a property states of every reachable state: a predicate, and its text."""

    formula: Formula
    text: str


@frozen
class Property:
    """A property to verify. An `invariant` has a predicate as its formula and means AG of it.

    Where none of its `premises` is ever true, it holds whatever the right sides say. One that the model does not state
    itself is `minor`: a search need not go on for it once a property with a smaller number is violated.
    """

    name: str
    logic: Literal["ctl", "ltl", "invariant"]
    formula: Formula
    text: str
    span: Span = field(compare=False, repr=False)
    premises: tuple[Premise, ...] = ()
    minor: int = 0

    def rewritten(self, rewrite: Callable[[Formula], Formula]) -> Property:
        """The same property in other atoms."""
        premises = tuple(replace(premise, formula=rewrite(premise.formula)) for premise in self.premises)
        return replace(self, formula=rewrite(self.formula), premises=premises)


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
