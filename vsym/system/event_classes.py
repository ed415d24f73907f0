"""Events up to the names of their variables: a fact about one holds, renamed, for every event of its shape.

The instances of one rule differ mostly in the variables that they name. Detection and decision diagrams therefore
compute their results about events once for each shape.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.identity import ByIdentity
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, compare, flipped
from vsym.logic.formula import atoms as atoms_of_formula
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term

_Names: TypeAlias = Mapping[Atom, Named]


class Renaming:
    """A renaming of variables, which brings sums and comparisons into their normal form again.

    A formula that events share is renamed once for the same variables, so that the renamed events share the result.
    """

    def __init__(self, atoms: Sequence[Named]) -> None:
        self._atoms = atoms
        self._support: ByIdentity[Formula, tuple[Atom, ...]] = ByIdentity(lambda one: tuple(atoms_of_formula(one)))
        self._renamed: dict[tuple[int, tuple[Atom, ...]], Formula] = {}

    def event(self, event: Event, cells: Mapping[int, int], origin: Event) -> Event:
        """The event over the other variables, with the names of the event that it stems from."""
        names: _Names = {self._atoms[cell]: self._atoms[image] for cell, image in cells.items()}
        update = tuple([(names[Named(name)].name, self._term(term, names)) for name, term in event.update])
        return replace(origin, guard=self._formula(event.guard, names), update=update)

    def _formula(self, formula: Formula, names: _Names) -> Formula:
        support = self._support(formula)
        key = id(formula), tuple([names[atom] for atom in support])
        renamed = self._renamed.get(key)
        if renamed is None:
            renamed = self._renamed[key] = formula if key[1] == support else self._new(formula, names)
        return renamed

    def _new(self, formula: Formula, names: _Names) -> Formula:
        match formula:
            case Comparison(left, operator, bound):
                renamed = self._linear(left, names)
                # With one variable the normal form does not depend on its name.
                alone = len(left.terms) == 1
                return Comparison(renamed, operator, bound) if alone else compare(renamed, operator, Linear((), bound))
            case And(operands):
                return And(tuple([self._formula(operand, names) for operand in operands]))
            case Or(operands):
                return Or(tuple([self._formula(operand, names) for operand in operands]))
            case Not(operand):
                return Not(self._formula(operand, names))
            case Iff(left, right):
                return Iff(self._formula(left, names), self._formula(right, names))
            case Truth():
                return formula
            case Temporal(operator):
                raise TypeError(f"{operator} is about paths, not a state")
        assert_never(formula)

    def _linear(self, term: Linear, names: _Names) -> Linear:
        terms = [(names[atom], coefficient) for atom, coefficient in term.terms]
        return linear(terms, term.constant) if len(terms) > 1 else Linear(tuple(terms), term.constant)

    def _term(self, term: Term, names: _Names) -> Term:
        match term:
            case Linear():
                return self._linear(term, names)
            case Case(branches, otherwise):
                renamed = [
                    (self._formula(condition, names), self._term(branch, names)) for condition, branch in branches
                ]
                return Case(tuple(renamed), self._term(otherwise, names))
            case Quotient(inner, divisor):
                return Quotient(self._term(inner, names), divisor)
            case Remainder(inner, divisor):
                return Remainder(self._term(inner, names), divisor)
        assert_never(term)


@frozen
class Placed:
    """An event by the number of its shape and by the variables that it reads or writes, in the order in which its shape
    meets them: two events of one shape differ only in the variables that stand at the same place, and in the order in
    which operands, updates and summands are written."""

    shape: int
    cells: tuple[int, ...]


Order: TypeAlias = tuple[int, ...]
"""Places in the order of the numbers at them."""


def ascending(cells: Sequence[int]) -> tuple[Order, tuple[int, ...]]:
    """The order of some numbers, and the numbers in it."""
    order = tuple(sorted(range(len(cells)), key=cells.__getitem__))
    return order, tuple([cells[place] for place in order])


class Shapes:
    """The shapes of a system's events, numbered.

    Operands, updates and summands may stand in any order, as far as vsym sees that without a search. Names and places
    of variables tell no shapes apart.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._atoms = tuple(system.positions)
        self._numbers: dict[Hashable, int] = {}
        self._part = ByIdentity(self._shape)

    def all(self) -> tuple[Placed, ...]:
        """Each event by its shape."""
        return tuple(map(self.placed, self._system.events))

    def placed(self, event: Event) -> Placed:
        """An event of the system, or one over its variables, by its shape."""
        met = _Met()
        guard = met.joined(self._operands(event.guard))
        updates = [(Named(name), self._part(term)) for name, term in event.update]
        # The places of the variables in the guard tell updates apart that look alike by themselves.
        updates.sort(key=lambda one: (one[1][0], met.before(one[1]), met.places.get(one[0], _UNMET)))
        written = tuple([(met.named(term), met.atom(atom)) for atom, term in updates])
        cells = tuple([self._system.positions[atom] for atom in met.places])
        return Placed(self._number(("event", type(event.guard), guard, written, event.error is None)), cells)

    def with_values(self, placed: Placed, domains: Mapping[Atom, frozenset[int]]) -> Placed:
        """An event by its shape among those where variables at the same place have the same values as well."""
        sets = tuple([domains[self._atoms[cell]] for cell in placed.cells])
        return Placed(self._number((placed.shape, sets)), placed.cells)

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def _operands(self, formula: Formula) -> list[_Part]:
        """The operands of a conjunction or disjunction; of another formula, itself."""
        operands = formula.operands if isinstance(formula, And | Or) else (formula,)
        return [self._part(operand) for operand in operands]

    def _shape(self, part: Formula | Term) -> _Part:
        """The shape of a part of an event, by itself; events have parts in common, which are read once."""
        met = _Met()
        return self._number(self._parts(part, met)), tuple(met.places)

    def _parts(self, part: Formula | Term, met: _Met) -> Hashable:
        """The structure of a part, with its variables by the order of their first occurrence."""
        match part:
            case Comparison():
                return met.comparison(part)
            case And() | Or():
                return type(part), met.joined(self._operands(part))
            case Not(operand):
                return Not, met.named(self._part(operand))
            case Iff(left, right):
                return Iff, met.named(self._part(left)), met.named(self._part(right))
            case Truth():
                return part
            case Temporal(operator):
                raise TypeError(f"{operator} is about paths, not a state")
            case Linear(terms, constant):
                return Linear, met.sum(terms), constant
            case Case(branches, otherwise):
                both = [(met.named(self._part(where)), met.named(self._part(branch))) for where, branch in branches]
                return Case, tuple(both), met.named(self._part(otherwise))
            case Quotient(inner, divisor) | Remainder(inner, divisor):
                return type(part), met.named(self._part(inner)), divisor
        assert_never(part)


_Part: TypeAlias = tuple[int, tuple[Atom, ...]]
"""The number of a shape, and the variables in the order in which they are met."""

_Embedded: TypeAlias = tuple[int, tuple[int, ...]]
"""The number of a shape, and for each of its variables the number of its first occurrence in the part around it."""

_UNMET = 1 << 60


class _Met:
    """The variables that are met while a part is read, each with the number of its first occurrence."""

    def __init__(self) -> None:
        self.places: dict[Atom, int] = {}

    def atom(self, atom: Atom) -> int:
        return self.places.setdefault(atom, len(self.places))

    def before(self, part: _Part) -> tuple[int, ...]:
        """The order in which the variables of a part have been met; those that have not been come last."""
        return tuple([self.places.get(atom, _UNMET) for atom in part[1]])

    def named(self, part: _Part) -> _Embedded:
        number, atoms = part
        return number, tuple([self.atom(atom) for atom in atoms])

    def joined(self, parts: list[_Part]) -> tuple[_Embedded, ...]:
        """Parts in any order."""
        parts.sort(key=itemgetter(0))
        return tuple([self.named(one) for one in parts])

    def sum(self, terms: Iterable[tuple[Atom, int]]) -> tuple[tuple[int, int], ...]:
        ordered = sorted(terms, key=itemgetter(1), reverse=True)
        return tuple([(self.atom(atom), coefficient) for atom, coefficient in ordered])

    def comparison(self, comparison: Comparison) -> Hashable:
        """A comparison of a sum, up to its sign, which depends on the names of the variables."""
        terms, operator, bound = comparison.left.terms, comparison.operator, comparison.bound
        if len(terms) > 1:
            weights, opposite = (sorted([sign * weight for _, weight in terms]) for sign in (1, -1))
            if (opposite, flipped(operator), -bound) < (weights, operator, bound):
                terms = tuple([(atom, -weight) for atom, weight in terms])
                operator, bound = flipped(operator), -bound
        return operator, bound, self.sum(terms)
