"""Whether two events, or two predicates, are the same up to a symmetry, by trying all valuations or by a solver."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

import numpy as np
from pysmt.environment import Environment
from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.arithmetic.translation import translate, translate_term
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.logic.formula import atoms as atoms_of_formula
from vsym.logic.terms import Atom, Linear
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.symmetry import Symmetry
from vsym.symmetry.detected.valuations import Numbers, Truths, columns, count, grid, numbers, truths
from vsym.system.system import Event, System
from vsym.system.terms import Case, Quotient, Remainder, Term

TRIED = 1 << 14
"""Up to how many valuations are tried one by one."""


KEPT = 512
"""Of how many events what they do is kept."""


class Questions:
    """Questions on one system where every variable has a value of its domain; each is answered or raises
    UndecidedError."""

    def __init__(self, system: System, domains: Sequence[Values], budget: Budget) -> None:
        self._system, self._domains, self._budget = system, domains, budget
        self._effect = lru_cache(KEPT)(self._effect_of)

    def is_image(self, candidate: Symmetry, event: Event, image: Event) -> bool:
        """Whether one event does in the image of a state what another one does in the state, and is enabled with it."""
        mine, others = self._cells(event), self._cells(image)
        if {candidate.cell(cell) for cell in mine} == set(others) and self._count(mine) <= TRIED:
            return self._tried(candidate, event, image)
        origins = {one.target: cell for cell, one in candidate.moved}
        concerned = sorted({*mine, *(origins.get(target, target) for target in others)})
        return _Question(self, candidate, concerned).is_image(event, image)

    def is_same(self, candidate: Symmetry, formula: Formula, image: Formula) -> bool:
        """Whether one predicate holds in the image of a state where another one holds in the state."""
        targets = [self._place(atom) for atom in atoms_of_formula(image)]
        concerned = self._concerned(candidate, list(atoms_of_formula(formula)), targets)
        if count([self._domains[cell] for cell in concerned]) > TRIED:
            return _Question(self, candidate, concerned).is_same(formula, image)
        rows, images = self._rows(candidate, concerned)
        before, after = self._columns(rows, concerned), self._columns(images, self._targets(candidate, concerned))
        return np.array_equal(truths(formula, before, len(rows)), truths(image, after, len(rows)))

    def _tried(self, candidate: Symmetry, event: Event, image: Event) -> bool:
        """The same by trying: what the one does has an axis for each of its variables, and so has the other."""
        cells, others = self._cells(event), self._cells(image)
        axes = [others.index(candidate.cell(cell)) for cell in cells]
        places = np.ix_(*(self._places(candidate, cell) for cell in cells))
        enabled, updates = self._effect(event)
        enabled_image, updates_image = self._effect(image)
        if not np.array_equal(enabled, enabled_image.transpose(axes)[places]):
            return False
        if {candidate.cell(cell) for cell in updates} != updates_image.keys():
            return False
        return all(
            np.array_equal(
                _renamed(candidate, cell, values)[enabled],
                updates_image[candidate.cell(cell)].transpose(axes)[places][enabled],
            )
            for cell, values in updates.items()
        )

    def _places(self, candidate: Symmetry, cell: Cell) -> list[int]:
        """For each value of a variable, in order, the place of what it becomes among the values of the image."""
        places = {value: place for place, value in enumerate(sorted(self._domains[candidate.cell(cell)]))}
        return [places[candidate.value(cell, value)] for value in sorted(self._domains[cell])]

    def _effect_of(self, event: Event) -> tuple[Truths, dict[Cell, Numbers]]:
        """Where an event is enabled, and what it gives to each variable that it writes: for all values of its
        variables, with an axis for each of them."""
        cells = self._cells(event)
        rows = grid([self._domains[cell] for cell in cells])
        values = columns([self._system.variables[cell].atom for cell in cells], rows)
        shape = tuple(len(self._domains[cell]) for cell in cells)
        updates = {cell: numbers(term, values, len(rows)).reshape(shape) for cell, term in self._updates(event)}
        return truths(event.guard, values, len(rows)).reshape(shape), updates

    def _cells(self, event: Event) -> list[Cell]:
        """The variables that an event reads or writes, ascending."""
        return sorted({*map(self._place, support(event)), *(cell for cell, _ in self._updates(event))})

    def _count(self, cells: Sequence[Cell]) -> int:
        return count([self._domains[cell] for cell in cells])

    def _rows(self, candidate: Symmetry, concerned: Sequence[Cell]) -> tuple[Numbers, Numbers]:
        """All valuations, and their images: the columns of one are the images of those of the other."""
        rows = grid([self._domains[cell] for cell in concerned])
        images = rows.copy()
        for place, cell in enumerate(concerned):
            images[:, place] = _renamed(candidate, cell, rows[:, place])
        return rows, images

    def _columns(self, rows: Numbers, cells: Sequence[Cell]) -> dict[Atom, Numbers]:
        return dict(columns([self._system.variables[cell].atom for cell in cells], rows))

    def _targets(self, candidate: Symmetry, concerned: Sequence[Cell]) -> list[Cell]:
        return [candidate.cell(cell) for cell in concerned]

    def _concerned(self, candidate: Symmetry, atoms: Sequence[Atom], targets: Sequence[Cell]) -> list[Cell]:
        """The variables on which both sides depend: those of one, and those whose images the other one has."""
        origins = {image.target: cell for cell, image in candidate.moved}
        return sorted({*map(self._place, atoms), *(origins.get(target, target) for target in targets)})

    def _place(self, atom: Atom) -> Cell:
        return self._system.positions[atom]

    def _updates(self, event: Event) -> list[tuple[Cell, Term]]:
        return [(self._system.places[name], term) for name, term in event.update]


def _renamed(candidate: Symmetry, cell: Cell, values: Numbers) -> Numbers:
    """What values of a variable become."""
    image = candidate.images.get(cell)
    result = values.copy()
    for old, new in image.values if image is not None else ():
        result[values == old] = new
    return result


class _Question:
    """One question to a solver."""

    def __init__(self, questions: Questions, candidate: Symmetry, concerned: Sequence[Cell]) -> None:
        self._system, self._budget = questions._system, questions._budget
        self._domains = questions._domains
        self._updates = questions._updates
        self._candidate = candidate
        self._environment = Environment()
        manager = self._environment.formula_manager
        integer = self._environment.type_manager.INT()
        self._symbols = {cell: manager.Symbol(f"v{cell}", integer) for cell in concerned}
        self._assumed = [self._in_domain(cell) for cell in concerned]
        variables = [variable.atom for variable in self._system.variables]
        self._before: dict[Atom, FNode] = {variables[cell]: symbol for cell, symbol in self._symbols.items()}
        self._after: dict[Atom, FNode] = {
            variables[candidate.cell(cell)]: self._renamed(cell, symbol) for cell, symbol in self._symbols.items()
        }

    def is_same(self, formula: Formula, image: Formula) -> bool:
        manager = self._environment.formula_manager
        return self._holds(manager.Iff(self._truth(formula, self._before), self._truth(image, self._after)))

    def is_image(self, event: Event, image: Event) -> bool:
        manager = self._environment.formula_manager
        guard, guard_after = self._truth(event.guard, self._before), self._truth(image.guard, self._after)
        updates = {self._candidate.cell(cell): (cell, term) for cell, term in self._updates(event)}
        others = dict(self._updates(image))
        if updates.keys() != others.keys():
            return False
        same = [
            manager.Equals(self._renamed(cell, self._term(term, self._before)), self._term(others[target], self._after))
            for target, (cell, term) in updates.items()
        ]
        return self._holds(manager.And(manager.Iff(guard, guard_after), manager.Implies(guard, manager.And(same))))

    def _holds(self, claim: FNode) -> bool:
        with Session(self._environment, self._budget) as session:
            return not session.satisfiable(*self._assumed, self._environment.formula_manager.Not(claim))

    def _in_domain(self, cell: Cell) -> FNode:
        manager, symbol = self._environment.formula_manager, self._symbols[cell]
        domain = sorted(self._domains[cell])
        inside = [manager.GE(symbol, manager.Int(domain[0])), manager.LE(symbol, manager.Int(domain[-1]))]
        gaps = set(range(domain[0], domain[-1])) - set(domain)
        return manager.And([*inside, *(manager.Not(manager.Equals(symbol, manager.Int(gap))) for gap in sorted(gaps))])

    def _renamed(self, cell: Cell, value: FNode) -> FNode:
        manager, image = self._environment.formula_manager, self._candidate.images.get(cell)
        result = value
        for old, new in image.values if image is not None else ():
            result = manager.Ite(manager.Equals(value, manager.Int(old)), manager.Int(new), result)
        return result

    def _truth(self, formula: Formula, symbols: dict[Atom, FNode]) -> FNode:
        return translate(self._environment, formula, symbols.__getitem__)

    def _term(self, term: Term, symbols: dict[Atom, FNode]) -> FNode:
        manager = self._environment.formula_manager
        match term:
            case Linear():
                return translate_term(self._environment, term, symbols.__getitem__)
            case Case(branches, otherwise):
                result = self._term(otherwise, symbols)
                for condition, branch in reversed(branches):
                    result = manager.Ite(self._truth(condition, symbols), self._term(branch, symbols), result)
                return result
            case Quotient(inner, divisor):
                return self._divided(inner, divisor, symbols)[0]
            case Remainder(inner, divisor):
                return self._divided(inner, divisor, symbols)[1]
        assert_never(term)

    def _divided(self, inner: Term, divisor: int, symbols: dict[Atom, FNode]) -> tuple[FNode, FNode]:
        """A quotient and what it leaves: two numbers of which the solver is told what they are."""
        manager = self._environment.formula_manager
        integer = self._environment.type_manager.INT()
        quotient, rest = (manager.FreshSymbol(integer) for _ in range(2))
        whole = manager.Plus(manager.Times(manager.Int(divisor), quotient), rest)
        self._assumed += [
            manager.Equals(self._term(inner, symbols), whole),
            manager.GE(rest, manager.Int(0)),
            manager.LT(rest, manager.Int(divisor)),
        ]
        return quotient, rest
