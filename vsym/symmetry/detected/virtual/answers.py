"""The question whether some steps are always among the answers to a step, as formulas: of a state s and its image σs
under a candidate σ, an event e is answered by an event e' and an element τ of the group where e' is enabled in σs and
leads to τσt, for the state t to which e leads from s (theory, section 11).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.logic.formula import atoms as atoms_of_formula
from vsym.logic.terms import Atom
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.questions import SolverQuestion
from vsym.symmetry.detected.virtual.rows import Element
from vsym.system.step import Vector
from vsym.system.symmetry import Symmetry
from vsym.system.system import Event, System


@frozen
class Answer:
    """The number of an event, and the element of the group that takes where it leads to where it must."""

    event: int
    element: Element


class AnswersQuestion(SolverQuestion):
    """The question whether an event lacks an answer in some state: the event is enabled there, every variable has a
    value of its domain, a predicate holds, and in the state's image under a candidate none of the given answers is
    one. Raises UndecidedError."""

    def __init__(
        self,
        system: System,
        domains: Sequence[Values],
        candidate: Symmetry,
        event: Event,
        inside: Formula,
        answers: Sequence[Answer],
        budget: Budget,
    ) -> None:
        self._places = system.places
        concerned = {*_cells(system, atoms_of_formula(inside)), *_cells(system, support(event))}
        self._origins = {image.target: cell for cell, image in candidate.moved}
        written = [system.places[name] for name, _ in event.update]
        for answer in answers:
            other = system.events[answer.event]
            after = {*_cells(system, support(other)), *answer.element.symmetry.images}
            concerned |= {self._origin(cell) for cell in after}
            concerned |= {self._origin(cell) for cell in self._compared(candidate, written, other, answer.element)}
        super().__init__(system, domains, candidate, sorted(concerned), budget)
        self._event = event
        self._images: dict[Symmetry, Symmetry] = {}
        begun = [self._truth(event.guard, self._before), self._truth(inside, self._before)]
        unanswered = [self._environment.formula_manager.Not(self._leads(one)) for one in answers]
        self._asserted = [*begun, *unanswered, *self._assumed]

    def state(self) -> Vector | None:
        """A state in which the event has none of these answers, where variables that do not matter have their least
        values; None where there is none."""
        with Session(self._environment, self._budget) as session:
            values = session.model(self._symbols.values(), *self._asserted)
        if values is None:
            return None
        return tuple(
            values[self._symbols[cell]] if cell in self._symbols else min(domain)
            for cell, domain in enumerate(self._domains)
        )

    def _origin(self, cell: Cell) -> Cell:
        return self._origins.get(cell, cell)

    def _compared(self, candidate: Symmetry, written: Iterable[Cell], other: Event, element: Element) -> Iterable[Cell]:
        """The variables, as the candidate has moved them, that the two events write or the element moves."""
        tau = element.symmetry
        back = {image.target: cell for cell, image in tau.moved}
        targets = (self._places[name] for name, _ in other.update)
        return {*map(candidate.cell, written), *(back.get(cell, cell) for cell in targets), *tau.images}

    def _leads(self, answer: Answer) -> FNode:
        """The formula that an answer is one."""
        manager, tau = self._environment.formula_manager, answer.element.symmetry
        other = self._system.events[answer.event]
        both = self._images.setdefault(tau, self._candidate.then(tau))
        updates, others = self._updates(self._event, self._before), self._updates(other, self._after)
        atoms = [variable.atom for variable in self._system.variables]
        written = updates.keys()
        same = [self._truth(other.guard, self._after)]
        for moved in sorted(self._compared(self._candidate, written, other, answer.element)):
            cell, target = self._origin(moved), tau.cell(moved)
            then = self._image(both, cell, updates[cell] if cell in updates else self._symbols[cell])
            same.append(manager.Equals(then, others[target] if target in others else self._after[atoms[target]]))
        return manager.And(same)

    def _image(self, symmetry: Symmetry, cell: Cell, value: FNode) -> FNode:
        manager = self._environment.formula_manager
        if value.is_int_constant():
            return manager.Int(symmetry.value(cell, value.constant_value()))
        result = value
        for old, new in symmetry.renamed(cell):
            result = manager.Ite(manager.Equals(value, manager.Int(old)), manager.Int(new), result)
        return result


def _cells(system: System, atoms: Iterable[Atom]) -> set[Cell]:
    return {system.positions[atom] for atom in atoms}
