"""Events up to the names of their variables: what is true of one is true, renamed, of each one of its shape.

The instances of one rule differ mostly in the variables that they name: what detection computes of an event it
computes once for each shape.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import assert_never

from vsym.basics.frozen import frozen
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth
from vsym.logic.terms import Atom, Linear, Named
from vsym.symmetry.detected.forms import Cell, Values
from vsym.system.system import Event, System
from vsym.system.terms import Case, Quotient, Remainder, Term


@frozen
class Placed:
    """An event by the number of its shape and by the variables that it reads or writes, in ascending order: two events
    of one shape differ only in the variables that stand at the same place."""

    shape: int
    cells: tuple[Cell, ...]


class Shapes:
    """The shapes of a system's events, numbered."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._atoms = tuple(system.positions)
        self._numbers: dict[Hashable, int] = {}
        self._single: dict[int, tuple[Formula, int]] = {}

    def all(self) -> tuple[Placed, ...]:
        """Each event by its shape."""
        return tuple(map(self.placed, self._system.events))

    def placed(self, event: Event) -> Placed:
        """An event of the system, or one over its variables, by its shape."""
        return _Reading(self._system.positions, self._numbers, self._single).placed(event)

    def with_values(self, placed: Placed, domains: Mapping[Atom, Values]) -> Placed:
        """An event by its shape among those where variables at the same place have the same values as well."""
        sets = tuple([domains[self._atoms[cell]] for cell in placed.cells])
        return Placed(self._numbers.setdefault((placed.shape, sets), len(self._numbers)), placed.cells)


class _Reading:
    """An event while it is read: a variable is known by when it is met first, a part by its number. What speaks of a
    `single` variable is read once for all events that have it in common."""

    def __init__(
        self, positions: Mapping[Atom, Cell], numbers: dict[Hashable, int], single: dict[int, tuple[Formula, int]]
    ) -> None:
        self._positions, self._numbers, self._single = positions, numbers, single
        self._met: dict[Atom, int] = {}
        self._read: dict[int, int] = {}

    def placed(self, event: Event) -> Placed:
        guard = self._formula(event.guard)
        updates = tuple([(self._atom(Named(name)), self._term(term)) for name, term in event.update])
        cells = [self._positions[atom] for atom in self._met]
        by_place = tuple(sorted(range(len(cells)), key=cells.__getitem__))
        # Sums are written in the order of names: those of one shape remain in order where variables are replaced.
        names = [str(atom) if not isinstance(atom, Named) else atom.name for atom in self._met]
        by_name = tuple(sorted(range(len(cells)), key=names.__getitem__))
        shape = self._number(("event", guard, updates, event.error is None, by_place, by_name))
        return Placed(shape, tuple([cells[place] for place in by_place]))

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def _atom(self, atom: Atom) -> int:
        return self._met.setdefault(atom, len(self._met))

    def _formula(self, formula: Formula) -> int:
        # The event keeps its parts alive, so that no two of them have one identity.
        number = self._read.get(id(formula))
        if number is None:
            alone = formula.only_atom if isinstance(formula, And | Or) else None
            key = self._parts(formula) if alone is None else (self._of_one(formula), self._atom(alone))
            number = self._read[id(formula)] = self._number(key)
        return number

    def _of_one(self, formula: Formula) -> int:
        """The number of a formula whose only variable is met first in it."""
        known = self._single.get(id(formula))
        if known is None:
            reading = _Reading(self._positions, self._numbers, {})
            # With the formula itself, as its identity may be another one's when it is gone.
            known = self._single[id(formula)] = formula, self._number(("single", reading._parts(formula)))
        return known[1]

    def _parts(self, formula: Formula) -> Hashable:
        match formula:
            case Comparison(left, operator, bound):
                return operator, bound, self._sum(left)
            case And(operands) | Or(operands):
                return type(formula), tuple([self._formula(operand) for operand in operands])
            case Not(operand):
                return Not, self._formula(operand)
            case Iff(left, right):
                return Iff, self._formula(left), self._formula(right)
            case Truth():
                return formula
            case Temporal(operator):
                raise TypeError(f"{operator} speaks of paths, not of a state")
        assert_never(formula)

    def _term(self, term: Term) -> int:
        number = self._read.get(id(term))
        if number is None:
            number = self._read[id(term)] = self._number(self._parts_of_term(term))
        return number

    def _parts_of_term(self, term: Term) -> Hashable:
        match term:
            case Linear(_, constant):
                return Linear, self._sum(term), constant
            case Case(branches, otherwise):
                parts = [(self._formula(condition), self._term(branch)) for condition, branch in branches]
                return Case, tuple(parts), self._term(otherwise)
            case Quotient(inner, divisor) | Remainder(inner, divisor):
                return type(term), self._term(inner), divisor
        assert_never(term)

    def _sum(self, term: Linear) -> tuple[tuple[int, int], ...]:
        return tuple([(self._atom(atom), coefficient) for atom, coefficient in term.terms])
