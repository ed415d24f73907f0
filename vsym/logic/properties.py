"""Questions to a system: properties, the ranks that a person states for them, and which of its paths count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.formula import Formula, Temporal, subformulas
from vsym.logic.terms import Linear


@frozen
class Premise:
    """The left side of an implication that a property states of every reachable state: a predicate, and its text."""

    formula: Formula
    text: str


@frozen
class Property:
    """A property to verify. An `invariant` has a predicate as its formula and means AG of it.

    Where none of its `premises` is ever true, it holds vacuously. One that the model does not state itself is `minor`:
    a search need not go on for it once a property with a smaller number is violated. One that is `negated` asks for the
    opposite of the intended property, so that its violation is no fault of the model. One that is `regular` is an
    invariant beside an observer, and its text is the regular expression that the observer reads.
    """

    name: str
    logic: Literal["ctl", "ltl", "invariant"]
    formula: Formula
    text: str
    span: Span = field(compare=False, repr=False)
    premises: tuple[Premise, ...] = ()
    minor: int = 0
    negated: bool = False
    regular: bool = False

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


def is_enough(verdicts: Iterable[tuple[Property, bool | None]]) -> bool:
    """True where a search need not go on for properties, each with whether it holds (None: not known yet): those that
    are open are minor beside one that is violated. False where there is no property."""
    pairs = tuple(verdicts)
    violated = [prop.minor for prop, holds in pairs if holds is False and not prop.negated]
    return bool(pairs) and all(
        holds is not None or prop.minor > min(violated, default=prop.minor) for prop, holds in pairs
    )


def mixes_logics(prop: Property) -> bool:
    """True where a property has temporal operators of a logic that is not its own."""
    temporal = (part.operator for part in subformulas(prop.formula) if isinstance(part, Temporal))
    return any((operator[0] in "AE") == (prop.logic == "ltl") for operator in temporal)


Level: TypeAlias = tuple[tuple[Formula, Linear], ...]
"""An integer by cases: in every state one condition holds, and its term is the value."""


@frozen
class StatedRank:
    """The rank stated for the property of a name: its levels from the most significant on, and their text."""

    property: str
    levels: tuple[Level, ...]
    text: str
    span: Span = field(compare=False, repr=False)

    def rewritten(self, formula: Callable[[Formula], Formula], term: Callable[[Linear], Linear]) -> StatedRank:
        """The same rank in other atoms."""
        levels = (tuple((formula(condition), term(value)) for condition, value in level) for level in self.levels)
        return replace(self, levels=tuple(levels))
