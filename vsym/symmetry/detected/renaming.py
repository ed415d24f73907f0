"""An event over other variables: one of the same shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, compare
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.symmetry.detected.forms import Cell
from vsym.system.system import Event
from vsym.system.terms import Case, Quotient, Remainder, Term


class Renaming:
    """Other variables for some; sums and comparisons are brought into their normal form again."""

    def __init__(self, atoms: Sequence[Named], cells: Mapping[Cell, Cell]) -> None:
        self._names: dict[Atom, Named] = {atoms[cell]: atoms[image] for cell, image in cells.items()}
        self._formulas: dict[int, Formula] = {}

    def event(self, event: Event, origin: Event) -> Event:
        """What an event is over the other variables, with the names of the event that it stems from."""
        update = tuple([(self._names[Named(name)].name, self._term(term)) for name, term in event.update])
        return replace(origin, guard=self._formula(event.guard), update=update)

    def _formula(self, formula: Formula) -> Formula:
        known = self._formulas.get(id(formula))
        if known is None:
            known = self._formulas[id(formula)] = self._renamed(formula)
        return known

    def _renamed(self, formula: Formula) -> Formula:
        match formula:
            case Comparison(left, operator, bound):
                renamed = self._linear(left)
                # With one variable the normal form does not depend on its name.
                alone = len(left.terms) == 1
                return Comparison(renamed, operator, bound) if alone else compare(renamed, operator, Linear((), bound))
            case And(operands):
                return And(tuple([self._formula(operand) for operand in operands]))
            case Or(operands):
                return Or(tuple([self._formula(operand) for operand in operands]))
            case Not(operand):
                return Not(self._formula(operand))
            case Iff(left, right):
                return Iff(self._formula(left), self._formula(right))
            case Truth():
                return formula
            case Temporal(operator):
                raise TypeError(f"{operator} speaks of paths, not of a state")
        assert_never(formula)

    def _linear(self, term: Linear) -> Linear:
        terms = [(self._names[atom], coefficient) for atom, coefficient in term.terms]
        return linear(terms, term.constant) if len(terms) > 1 else Linear(tuple(terms), term.constant)

    def _term(self, term: Term) -> Term:
        match term:
            case Linear():
                return self._linear(term)
            case Case(branches, otherwise):
                renamed = [(self._formula(condition), self._term(branch)) for condition, branch in branches]
                return Case(tuple(renamed), self._term(otherwise))
            case Quotient(inner, divisor):
                return Quotient(self._term(inner), divisor)
            case Remainder(inner, divisor):
                return Remainder(self._term(inner), divisor)
        assert_never(term)
