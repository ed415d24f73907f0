"""A system that a person has written as a model, with its definition and its words; the ranges of variables, narrowed
by a predicate, and the states in which the predicate holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, ClassVar

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.basics.source import ModelWarning, Source
from vsym.logic.folding import replace_comparisons, satisfied
from vsym.logic.formula import FALSE, Comparison, Formula, Truth, conjunction, conjuncts, relation
from vsym.logic.observer import Never
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.protocol import differing, require_properties
from vsym.system import step
from vsym.system.step import Vector
from vsym.system.system import System, Variable

if TYPE_CHECKING:
    from vsym.models.shapes import Facts

Ranges = Mapping[Atom, tuple[int, int]]
"""The least and greatest value of each variable."""


def ranges(variables: Sequence[Variable], where: Formula) -> Ranges:
    """The ranges of variables, narrowed by the conjuncts of a predicate that contain one variable alone."""
    bounds_of: dict[Atom, tuple[int, int]] = {one.atom: one.range for one in variables}
    for part in conjuncts(where):
        if isinstance(part, Comparison) and len(part.left.terms) == 1:
            [(atom, _)] = part.left.terms
            low, high = bounds_of[atom]
            # In a normal form, the coefficient is 1.
            match part.operator:
                case "=":
                    low, high = max(low, part.bound), min(high, part.bound)
                case "<=":
                    high = min(high, part.bound)
                case ">=":
                    low = max(low, part.bound)
            bounds_of[atom] = low, high
    return bounds_of


def bounds(term: Linear, limits: Ranges) -> tuple[int, int]:
    """The least and greatest value that a term can have in ranges."""
    low = high = term.constant
    for atom, coefficient in term.terms:
        ends = [coefficient * end for end in limits[atom]]
        low, high = low + min(ends), high + max(ends)
    return low, high


def states(variables: Sequence[Variable], where: Formula) -> Iterator[Vector]:
    """Every vector of values within the ranges for which a predicate holds, in ascending order."""
    yield from _states(variables, ranges(variables, where), where, ())


def _states(variables: Sequence[Variable], limits: Ranges, where: Formula, chosen: Vector) -> Iterator[Vector]:
    if where == FALSE:
        return
    if len(chosen) == len(variables):
        if satisfied(where, dict[Atom, int]().__getitem__):
            yield chosen
        return
    atom = variables[len(chosen)].atom
    low, high = limits[atom]
    for value in range(low, high + 1):
        yield from _states(variables, limits, _with(where, atom, value), (*chosen, value))


def _with(where: Formula, atom: Named, value: int) -> Formula:
    """A predicate where a variable has a value."""

    def replaced(comparison: Comparison) -> Formula:
        coefficient = dict(comparison.left.terms).get(atom)
        if coefficient is None:
            return comparison
        rest = linear(pair for pair in comparison.left.terms if pair[0] != atom)
        bound = comparison.bound - coefficient * value
        if rest.terms:
            return Comparison(rest, comparison.operator, bound)
        return Truth(relation(comparison.operator)(0, bound))

    return replace_comparisons(where, replaced)


@frozen
class TransitionModel:
    """A system without parameters, the values of the parameters of its text, and hints."""

    system: System
    source: Source = field(compare=False, repr=False)
    parameters: tuple[tuple[str, int], ...] = ()
    warnings: tuple[ModelWarning, ...] = ()
    hints: tuple[Property, ...] = ()

    kind: ClassVar[str] = "system"
    nevers: ClassVar[tuple[Never, ...]] = ()

    @property
    def name(self) -> str:
        return self.system.name

    @property
    def properties(self) -> tuple[Property, ...]:
        return self.system.properties

    @property
    def fairness(self) -> tuple[Fairness, ...]:
        return self.system.fairness

    def asking(self, names: Collection[str], /) -> TransitionModel:
        require_properties(self.name, self.properties, names)
        return self.stating([prop for prop in self.properties if prop.name in names])

    def stating(self, properties: Sequence[Property], fairness: Sequence[Fairness] | None = None, /) -> TransitionModel:
        fair = self.fairness if fairness is None else tuple(fairness)
        return replace(self, system=replace(self.system, properties=tuple(properties), fairness=fair))

    @property
    def semantics(self) -> Definition:
        return Definition(self.system)

    @property
    def words(self) -> Words:
        return Words(self)


@frozen
class Definition:
    """The plain semantics of a system: states are vectors, and steps the numbers of events."""

    system: System

    def initial(self) -> Iterator[Vector]:
        return states(self.system.variables, conjunction([self.system.initial, self.system.domain]))

    def steps(self, state: Vector, /) -> Iterator[tuple[int, Vector]]:
        """Every event that is enabled in a state and no error, with where it leads."""
        return step.steps(self.system, state)

    def holds(self, predicate: Formula, state: Vector, /) -> bool:
        return step.holds(self.system, predicate, state)


@frozen
class Words:
    """The spelling of a system, its states and its events in a line."""

    model: TransitionModel

    @property
    def extent(self) -> str:
        """The numbers of variables and events, and the values of the parameters."""
        system = self.model.system
        parts = [f"{plural(len(system.variables), 'variable')}, {plural(len(system.events), 'event')}"]
        parts += [", ".join(f"{name} = {value}" for name, value in self.model.parameters)]
        return "; ".join(part for part in parts if part)

    @property
    def facts(self) -> Facts:
        """The variables and the events by their names."""
        system = self.model.system
        return {
            "variables": [one.name for one in system.variables],
            "events": [one.name for one in system.events],
        }

    def columns(self, state: Vector, /) -> tuple[tuple[str, str], ...]:
        words = (("false", "true") if one.boolean else one.words for one in self.model.system.variables)
        values = (names[value] if names else str(value) for names, value in zip(words, state, strict=True))
        return tuple(zip((one.name for one in self.model.system.variables), values, strict=True))

    def changes(self, before: Vector | None, after: Vector, /) -> tuple[tuple[str, str], ...]:
        now = self.columns(after)
        return now if before is None else differing(self.columns(before), now)

    def step(self, step: int, /) -> str:
        """The label of the event."""
        return self.model.system.events[step].label
