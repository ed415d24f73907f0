"""Events over other variables: those of the same shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, compare
from vsym.logic.formula import atoms as atoms_of_formula
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.system.system import Event
from vsym.system.terms import Case, Quotient, Remainder, Term

_Names: TypeAlias = Mapping[Atom, Named]


class Renaming:
    """Other variables for some; sums and comparisons are brought into their normal form again.

    A formula that events have in common is renamed once for the same variables: what is renamed is in common again.
    """

    def __init__(self, atoms: Sequence[Named]) -> None:
        self._atoms = atoms
        self._supports: dict[int, tuple[Formula, tuple[Atom, ...]]] = {}
        self._renamed: dict[tuple[int, tuple[Atom, ...]], Formula] = {}

    def event(self, event: Event, cells: Mapping[int, int], origin: Event) -> Event:
        """What an event is over the other variables, with the names of the event that it stems from."""
        names: _Names = {self._atoms[cell]: self._atoms[image] for cell, image in cells.items()}
        update = tuple([(names[Named(name)].name, self._term(term, names)) for name, term in event.update])
        return replace(origin, guard=self._formula(event.guard, names), update=update)

    def _formula(self, formula: Formula, names: _Names) -> Formula:
        known = self._supports.get(id(formula))
        if known is None:
            # With the formula itself, as its identity may be another one's when it is gone.
            known = self._supports[id(formula)] = formula, tuple(atoms_of_formula(formula))
        key = id(formula), tuple([names[atom] for atom in known[1]])
        renamed = self._renamed.get(key)
        if renamed is None:
            renamed = self._renamed[key] = formula if key[1] == known[1] else self._new(formula, names)
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
                raise TypeError(f"{operator} speaks of paths, not of a state")
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
