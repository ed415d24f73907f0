"""Events up to the names of their variables: what is true of one is true, renamed, of each one of its shape.

The instances of one rule differ mostly in the variables that they name: what detection and decision diagrams compute
of an event they compute once for each shape.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from operator import itemgetter
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth
from vsym.logic.terms import Atom, Linear, Named
from vsym.system.system import Event, System
from vsym.system.terms import Case, Quotient, Remainder, Term


@frozen
class Placed:
    """An event by the number of its shape and by the variables that it reads or writes, in ascending order or as
    its shape meets them: two events of one shape differ only in the variables that stand at the same place."""

    shape: int
    cells: tuple[int, ...]


class Shapes:
    """The shapes of a system's events, numbered.

    Unless they are `ordered`, operands stand in any order as far as that is seen without a search, names and places of
    variables tell no shapes apart, and the variables of an event are in the order in which its shape meets them.
    """

    def __init__(self, system: System, *, ordered: bool = True) -> None:
        self._system, self._ordered = system, ordered
        self._atoms = tuple(system.positions)
        self._numbers: dict[Hashable, int] = {}
        self._read: dict[int, tuple[Formula | Term, _Part]] = {}

    def all(self) -> tuple[Placed, ...]:
        """Each event by its shape."""
        return tuple(map(self.placed, self._system.events))

    def placed(self, event: Event) -> Placed:
        """An event of the system, or one over its variables, by its shape."""
        guard = self._part(event.guard)
        updates = [(Named(name), self._part(term)) for name, term in event.update]
        met = _Met()
        parts = (met.named(guard), *((met.atom(atom), met.named(term)) for atom, term in updates))
        cells = [self._system.positions[atom] for atom in met.atoms]
        if not self._ordered:
            return Placed(self._number(("event", parts, event.error is None)), tuple(cells))
        by_place = tuple(sorted(range(len(cells)), key=cells.__getitem__))
        # Sums are written in the order of names: those of one shape remain in order where variables are replaced.
        names = [str(atom) if not isinstance(atom, Named) else atom.name for atom in met.atoms]
        by_name = tuple(sorted(range(len(cells)), key=names.__getitem__))
        shape = self._number(("event", parts, event.error is None, by_place, by_name))
        return Placed(shape, tuple([cells[place] for place in by_place]))

    def with_values(self, placed: Placed, domains: Mapping[Atom, frozenset[int]]) -> Placed:
        """An event by its shape among those where variables at the same place have the same values as well."""
        sets = tuple([domains[self._atoms[cell]] for cell in placed.cells])
        return Placed(self._numbers.setdefault((placed.shape, sets), len(self._numbers)), placed.cells)

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def _part(self, part: Formula | Term) -> _Part:
        """The shape of a part of an event, by itself; events have parts in common, which are read once."""
        known = self._read.get(id(part))
        if known is None:
            met = _Met()
            key = self._parts(part, met)
            # With the part itself, as its identity may be another one's when it is gone.
            known = self._read[id(part)] = part, (self._number(key), tuple(met.atoms))
        return known[1]

    def _parts(self, part: Formula | Term, met: _Met) -> Hashable:
        """What a part is made of, with its variables by when they are met in it first."""
        match part:
            case Comparison(left, operator, bound):
                return operator, bound, met.sum(left)
            case And(operands) | Or(operands):
                inner = [self._part(operand) for operand in operands]
                if not self._ordered:
                    inner.sort(key=itemgetter(0))
                return type(part), tuple([met.named(one) for one in inner])
            case Not(operand):
                return Not, met.named(self._part(operand))
            case Iff(left, right):
                return Iff, met.named(self._part(left)), met.named(self._part(right))
            case Truth():
                return part
            case Temporal(operator):
                raise TypeError(f"{operator} speaks of paths, not of a state")
            case Linear(_, constant):
                return Linear, met.sum(part), constant
            case Case(branches, otherwise):
                both = [(met.named(self._part(where)), met.named(self._part(branch))) for where, branch in branches]
                return Case, tuple(both), met.named(self._part(otherwise))
            case Quotient(inner, divisor) | Remainder(inner, divisor):
                return type(part), met.named(self._part(inner)), divisor
        assert_never(part)


_Part: TypeAlias = tuple[int, tuple[Atom, ...]]
"""The number of a shape, and the variables in the order in which they are met."""


class _Met:
    """The variables that are met while something is read, each known by when it was met first."""

    def __init__(self) -> None:
        self.atoms: dict[Atom, int] = {}

    def atom(self, atom: Atom) -> int:
        return self.atoms.setdefault(atom, len(self.atoms))

    def named(self, part: _Part) -> tuple[int, tuple[int, ...]]:
        number, atoms = part
        return number, tuple([self.atom(atom) for atom in atoms])

    def sum(self, term: Linear) -> tuple[tuple[int, int], ...]:
        return tuple([(self.atom(atom), coefficient) for atom, coefficient in term.terms])
