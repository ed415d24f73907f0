"""The levels of a decision diagram: vectors, predicates and assignments of a system as those of the levels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from vsym.diagrams import Assignment, Conjunction, Constraint, Disjunction, Negation, compare
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula
from vsym.logic.terms import Linear
from vsym.system.order import level_order
from vsym.system.step import Vector
from vsym.system.system import System


class Levels:
    """Level i holds entry `order[i]` of a vector, less the entry's smallest value.

    With an automaton of so many `states`, its state is one more entry at the end of every vector, on the last level.
    The `order` of the others may be given.
    """

    def __init__(self, system: System, states: int | None = None, order: Sequence[int] | None = None) -> None:
        self._system = system
        beside = () if states is None else ((0, states - 1),)
        ranges = system.ranges + beside
        self.order = (*(level_order(system) if order is None else order), *range(len(system.ranges), len(ranges)))
        self._level = {position: level for level, position in enumerate(self.order)}
        self._lows = [low for low, _ in ranges]
        self.sizes = tuple(ranges[position][1] - ranges[position][0] + 1 for position in self.order)

    def values(self, vector: Vector) -> list[int]:
        """The values of the levels for a vector."""
        return [vector[position] - self._lows[position] for position in self.order]

    def vector(self, values: Sequence[int]) -> Vector:
        """The vector for the values of the levels."""
        vector = [0] * len(self.order)
        for level, position in enumerate(self.order):
            vector[position] = values[level] + self._lows[position]
        return tuple(vector)

    def assignment(self, name: str, term: Linear) -> Assignment:
        """A variable gets the value of a term."""
        coefficients, shift = self._coefficients(term)
        position = self._system.places[name]
        constant = term.constant + shift - self._lows[position]
        return Assignment(self._level[position], tuple(sorted(coefficients.items())), constant)

    def constraint(self, formula: Formula) -> Constraint:
        """A predicate over the system as a constraint over levels; raises TypeError on a temporal operator."""
        return fold(formula, self._constraints)

    @cached_property
    def _constraints(self) -> Algebra[Constraint]:
        return Algebra(
            truth=lambda constant: Conjunction() if constant else Disjunction(),
            comparison=self._comparison,
            negation=Negation,
            conjunction=lambda parts: Conjunction(tuple(parts)),
            disjunction=lambda parts: Disjunction(tuple(parts)),
            equivalence=lambda one, other: Disjunction(
                (Conjunction((one, other)), Conjunction((Negation(one), Negation(other))))
            ),
        )

    def _comparison(self, comparison: Comparison) -> Constraint:
        coefficients, shift = self._coefficients(comparison.left)
        return compare(coefficients, comparison.operator, comparison.bound - shift)

    def _coefficients(self, term: Linear) -> tuple[dict[int, int], int]:
        """A term's coefficients by level, and the constant that the smallest values of the entries add to it."""
        coefficients: dict[int, int] = {}
        shift = 0
        for atom, coefficient in term.terms:
            position = self._system.positions[atom]
            level = self._level[position]
            coefficients[level] = coefficients.get(level, 0) + coefficient
            shift += coefficient * self._lows[position]
        return coefficients, shift
