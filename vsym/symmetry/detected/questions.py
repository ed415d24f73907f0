"""Whether two events, or two predicates, are the same up to a symmetry: by trying all valuations of the variables on
which they depend or, where these are many, some of them and then by a solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.logic.formula import atoms as atoms_of_formula
from vsym.logic.terms import Atom, Linear, Named
from vsym.symmetry.detected.columns import renamed
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.effects import Effects
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.solving import SolverQuestion
from vsym.symmetry.detected.valuations import Numbers, Truths, columns, count, grid, numbers, sample, truths
from vsym.system.event_classes import Placed
from vsym.system.symmetry import Symmetry
from vsym.system.system import Event, System, Term

TRIED = 1 << 14
"""Up to how many valuations are tried one by one."""

SAMPLE = 64
"""How many valuations are tried before more of them, or a solver, are asked."""

SECONDS = 10.0
"""How long a solver may take over one question."""


class Questions:
    """Questions on one system where every variable has a value of its domain; each is answered or raises
    UndecidedError."""

    def __init__(self, system: System, placed: Sequence[Placed], domains: Sequence[Values], budget: Budget) -> None:
        self._system, self._domains, self._budget = system, domains, budget
        self.effects = Effects(system, placed, domains, TRIED)

    def is_image(self, candidate: Symmetry, number: int, other: int) -> bool:
        """Whether one event, by its number, does in the image of a state what another one does in the state, and is
        enabled with it; a step from which a variable would have no value of its domain is none."""
        image, known = self.effects.image(candidate, number), self.effects.own(other)
        if image and known and (image.cells, image.written) == (known.cells, known.written):
            return image == known
        events = self._system.events
        event, becomes = self._written_alike(candidate, events[number], events[other])
        concerned = self._concerned(candidate, support(event), support(becomes))
        if not all(self._tried(candidate, event, becomes, concerned, rows) for rows in self._valuations(concerned)):
            return False
        return self._few(concerned) or self._question(candidate, concerned).is_image(event, becomes)

    def is_same(self, candidate: Symmetry, formula: Formula, image: Formula) -> bool:
        """Whether one predicate holds in the image of a state where another one holds in the state."""
        concerned = self._concerned(candidate, atoms_of_formula(formula), atoms_of_formula(image))
        for rows in self._valuations(concerned):
            before, after = self._sides(candidate, concerned, rows)
            if not np.array_equal(truths(formula, before, len(rows)), truths(image, after, len(rows))):
                return False
        return self._few(concerned) or self._question(candidate, concerned).is_same(formula, image)

    def _written_alike(self, candidate: Symmetry, event: Event, image: Event) -> tuple[Event, Event]:
        """The same events where both write all that one of them does, be it with the value that it has."""
        origins = {target.target: cell for cell, target in candidate.moved}
        written = {*self._updates(event), *(origins.get(cell, cell) for cell in self._updates(image))}
        return self._with(event, written), self._with(image, set(map(candidate.cell, written)))

    def _with(self, event: Event, written: set[Cell]) -> Event:
        missing = self._atoms(sorted(written - self._updates(event).keys()))
        kept = ((atom.name, Linear(((atom, 1),))) for atom in missing)
        return replace(event, update=(*event.update, *kept))

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
        return SolverQuestion(self._system, self._domains, candidate, concerned, self._budget.within(SECONDS))

    def _tried(self, candidate: Symmetry, event: Event, image: Event, concerned: Sequence[Cell], rows: Numbers) -> bool:
        before, after = self._sides(candidate, concerned, rows)
        updates = {cell: numbers(term, before, len(rows)) for cell, term in self._updates(event).items()}
        others = {cell: numbers(term, after, len(rows)) for cell, term in self._updates(image).items()}
        enabled = truths(event.guard, before, len(rows)) & self._inside(updates, len(rows))
        if not np.array_equal(enabled, truths(image.guard, after, len(rows)) & self._inside(others, len(rows))):
            return False
        return all(
            np.array_equal(renamed(candidate, cell, values[enabled]), others[candidate.cell(cell)][enabled])
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
        before: dict[Atom, Numbers] = dict(columns(self._atoms(concerned), rows))
        images = [renamed(candidate, cell, rows[:, place]) for place, cell in enumerate(concerned)]
        after: dict[Atom, Numbers] = dict(
            zip(self._atoms(candidate.cell(cell) for cell in concerned), images, strict=True)
        )
        return before, after

    def _concerned(self, candidate: Symmetry, atoms: Iterable[Atom], of_image: Iterable[Atom]) -> list[Cell]:
        """The variables on which both sides depend: those of one, and those whose images the other one has."""
        origins = {image.target: cell for cell, image in candidate.moved}
        targets = (self._system.positions[atom] for atom in of_image)
        cells = (self._system.positions[atom] for atom in atoms)
        return sorted({*cells, *(origins.get(target, target) for target in targets)})

    def _atoms(self, cells: Iterable[Cell]) -> list[Named]:
        return [self._system.variables[cell].atom for cell in cells]

    def _updates(self, event: Event) -> dict[Cell, Term]:
        return {self._system.places[name]: term for name, term in event.update}
