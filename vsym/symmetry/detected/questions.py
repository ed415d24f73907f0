"""Whether two events, or two predicates, are the same up to a symmetry: by trying all valuations of the variables on
which they depend or, where these are many, some of them and then by a solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.logic.formula import atoms as atoms_of_formula
from vsym.logic.terms import Atom
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.solving import SolverQuestion
from vsym.symmetry.detected.symmetry import Symmetry
from vsym.symmetry.detected.valuations import Numbers, Truths, columns, count, grid, numbers, sample, truths
from vsym.system.system import Event, System
from vsym.system.terms import Term

TRIED = 1 << 14
"""Up to how many valuations are tried one by one."""

SAMPLE = 64
"""How many valuations are tried before more of them, or a solver, are asked."""


KEPT = 512
"""Of how many events what they do is kept."""


class Questions:
    """Questions on one system where every variable has a value of its domain; each is answered or raises
    UndecidedError."""

    def __init__(self, system: System, domains: Sequence[Values], budget: Budget) -> None:
        self._system, self._domains, self._budget = system, domains, budget
        self._cells: dict[int, tuple[Cell, ...]] = {}
        self._effect = lru_cache(KEPT)(self._effect_of)

    def is_image(self, candidate: Symmetry, number: int, other: int) -> bool:
        """Whether one event does in the image of a state what another one does in the state, and is enabled with it; a
        step from which a variable would have no value of its domain is none."""
        event, image = self._system.events[number], self._system.events[other]
        if {candidate.cell(cell) for cell in self._updates(event)} != self._updates(image).keys():
            return False
        mine, others = self.cells(number), self.cells(other)
        if {candidate.cell(cell) for cell in mine} == {*others} and self._few(mine):
            return self._laid_out(candidate, number, other)
        concerned = self._concerned(candidate, self._atoms(mine), self._atoms(others))
        if not all(self._tried(candidate, event, image, concerned, rows) for rows in self._valuations(concerned)):
            return False
        return self._few(concerned) or self._question(candidate, concerned).is_image(event, image)

    def is_same(self, candidate: Symmetry, formula: Formula, image: Formula) -> bool:
        """Whether one predicate holds in the image of a state where another one holds in the state."""
        concerned = self._concerned(candidate, atoms_of_formula(formula), atoms_of_formula(image))
        for rows in self._valuations(concerned):
            before, after = self._sides(candidate, concerned, rows)
            if not np.array_equal(truths(formula, before, len(rows)), truths(image, after, len(rows))):
                return False
        return self._few(concerned) or self._question(candidate, concerned).is_same(formula, image)

    def _few(self, concerned: Sequence[Cell]) -> bool:
        return count([self._domains[cell] for cell in concerned]) <= TRIED

    def _valuations(self, concerned: Sequence[Cell]) -> Iterable[Numbers]:
        """Some valuations, and then all of them if they are few."""
        domains = [self._domains[cell] for cell in concerned]
        if count(domains) > SAMPLE:
            yield sample(domains, SAMPLE)
        if self._few(concerned):
            yield grid(domains)

    def _question(self, candidate: Symmetry, concerned: Sequence[Cell]) -> SolverQuestion:
        return SolverQuestion(self._system, self._domains, candidate, concerned, self._budget)

    def _laid_out(self, candidate: Symmetry, number: int, other: int) -> bool:
        """The same by what both events do in all valuations: with an axis for each variable of the one, and an axis for
        its image among those of the other."""
        cells, others = self.cells(number), self.cells(other)
        axes = [others.index(candidate.cell(cell)) for cell in cells]
        places = np.ix_(*(self._places(candidate, cell) for cell in cells))
        enabled, updates = self._effect(number)
        enabled_image, updates_image = self._effect(other)
        if not np.array_equal(enabled, enabled_image.transpose(axes)[places]):
            return False
        images = {cell: updates_image[candidate.cell(cell)].transpose(axes)[places] for cell in updates}
        return all(
            np.array_equal(candidate.values(cell, values[enabled]), images[cell][enabled])
            for cell, values in updates.items()
        )

    def _places(self, candidate: Symmetry, cell: Cell) -> list[int]:
        """For each value of a variable, in order, the place of what it becomes among the values of the image."""
        places = {value: place for place, value in enumerate(sorted(self._domains[candidate.cell(cell)]))}
        return [places[candidate.value(cell, value)] for value in sorted(self._domains[cell])]

    def _effect_of(self, number: int) -> tuple[Truths, dict[Cell, Numbers]]:
        """Where an event is enabled, and what it gives to each variable that it writes, with an axis for each of its
        variables."""
        cells, event = self.cells(number), self._system.events[number]
        rows = grid([self._domains[cell] for cell in cells])
        values = columns(self._atoms(cells), rows)
        shape = tuple(len(self._domains[cell]) for cell in cells)
        updates = {cell: numbers(term, values, len(rows)) for cell, term in self._updates(event).items()}
        enabled = truths(event.guard, values, len(rows)) & self._inside(updates, len(rows))
        return enabled.reshape(shape), {cell: given.reshape(shape) for cell, given in updates.items()}

    def cells(self, number: int) -> tuple[Cell, ...]:
        """The variables that an event reads or writes, ascending."""
        if number not in self._cells:
            event = self._system.events[number]
            read = (self._system.positions[atom] for atom in support(event))
            self._cells[number] = tuple(sorted({*read, *self._updates(event)}))
        return self._cells[number]

    def _tried(self, candidate: Symmetry, event: Event, image: Event, concerned: Sequence[Cell], rows: Numbers) -> bool:
        before, after = self._sides(candidate, concerned, rows)
        updates = {cell: numbers(term, before, len(rows)) for cell, term in self._updates(event).items()}
        others = {cell: numbers(term, after, len(rows)) for cell, term in self._updates(image).items()}
        enabled = truths(event.guard, before, len(rows)) & self._inside(updates, len(rows))
        if not np.array_equal(enabled, truths(image.guard, after, len(rows)) & self._inside(others, len(rows))):
            return False
        return all(
            np.array_equal(candidate.values(cell, values[enabled]), others[candidate.cell(cell)][enabled])
            for cell, values in updates.items()
        )

    def _inside(self, updates: dict[Cell, Numbers], length: int) -> Truths:
        """Where each of some variables is given a value of its domain."""
        inside = np.full(length, True)
        for cell, values in updates.items():
            inside &= np.isin(values, list(self._domains[cell]))
        return inside

    def _sides(
        self, candidate: Symmetry, concerned: Sequence[Cell], rows: Numbers
    ) -> tuple[dict[Atom, Numbers], dict[Atom, Numbers]]:
        """Valuations by variable, and their images: those of one are the images of those of the other."""
        before = dict(columns(self._atoms(concerned), rows))
        images = [candidate.values(cell, rows[:, place]) for place, cell in enumerate(concerned)]
        after = dict(zip(self._atoms(candidate.cell(cell) for cell in concerned), images, strict=True))
        return before, after

    def _concerned(self, candidate: Symmetry, atoms: Iterable[Atom], of_image: Iterable[Atom]) -> list[Cell]:
        """The variables on which both sides depend: those of one, and those whose images the other one has."""
        origins = {image.target: cell for cell, image in candidate.moved}
        targets = (self._system.positions[atom] for atom in of_image)
        cells = (self._system.positions[atom] for atom in atoms)
        return sorted({*cells, *(origins.get(target, target) for target in targets)})

    def _atoms(self, cells: Iterable[Cell]) -> list[Atom]:
        return [self._system.variables[cell].atom for cell in cells]

    def _updates(self, event: Event) -> dict[Cell, Term]:
        return {self._system.places[name]: term for name, term in event.update}
