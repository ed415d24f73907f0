"""Whether two events, or two predicates, are the same up to a symmetry, by a solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from pysmt.fnode import FNode

from vsym.arithmetic.environment import Environment, translate, translate_term
from vsym.arithmetic.solver import Satisfiability
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.logic.terms import Atom, Linear
from vsym.symmetry.detected.forms import Cell, Values
from vsym.system.symmetry import Symmetry
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term


class SolverQuestion:
    """One question to a solver, where every variable has a value of its domain; on the `concerned` variables both sides
    depend. Raises UndecidedError."""

    def __init__(
        self, system: System, domains: Sequence[Values], candidate: Symmetry, concerned: Sequence[Cell], budget: Budget
    ) -> None:
        self._system, self._domains, self._candidate, self._budget = system, domains, candidate, budget
        self._environment = Environment()
        manager = self._environment.formula_manager
        integer = self._environment.type_manager.INT()
        self._symbols = {cell: manager.Symbol(f"v{cell}", integer) for cell in concerned}
        self._assumed = [self._in_domain(cell, symbol) for cell, symbol in self._symbols.items()]
        variables = [variable.atom for variable in self._system.variables]
        self._before: dict[Atom, FNode] = {variables[cell]: symbol for cell, symbol in self._symbols.items()}
        self._after: dict[Atom, FNode] = {
            variables[candidate.cell(cell)]: self._renamed(cell, symbol) for cell, symbol in self._symbols.items()
        }

    def is_same(self, formula: Formula, image: Formula) -> bool:
        """Whether one predicate holds in the image of a state where another one holds in the state."""
        manager = self._environment.formula_manager
        return self._holds(manager.Iff(self._truth(formula, self._before), self._truth(image, self._after)))

    def is_image(self, event: Event, image: Event) -> bool:
        """Whether one event does in the image of a state what another one does in the state, and is enabled with it; a
        step from which a variable would have no value of its domain is none."""
        manager = self._environment.formula_manager
        updates, others = self._updates(event, self._before), self._updates(image, self._after)
        enabled = manager.And(self._truth(event.guard, self._before), self._inside(updates))
        enabled_after = manager.And(self._truth(image.guard, self._after), self._inside(others))
        same = manager.And(
            manager.Equals(self._renamed(cell, value), others[self._candidate.cell(cell)])
            for cell, value in updates.items()
        )
        return self._holds(manager.And(manager.Iff(enabled, enabled_after), manager.Implies(enabled, same)))

    def is_covered(self, event: Event, images: Sequence[Event]) -> bool:
        """Whether the image of each step of one event is a step of some others; where it is an error, one of theirs."""
        manager = self._environment.formula_manager
        updates = self._updates(event, self._before)
        enabled = manager.And(self._truth(event.guard, self._before), self._inside(updates))
        steps = (self._leads_to_image(updates, image) for image in images)
        return self._holds(manager.Implies(enabled, manager.Or(list(steps))))

    def _leads_to_image(self, updates: dict[Cell, FNode], image: Event) -> FNode:
        """Where an event is enabled in the image of a state and leads to the image of the state after some updates."""
        manager, others = self._environment.formula_manager, self._updates(image, self._after)
        variables = self._system.variables
        same = [self._truth(image.guard, self._after), self._inside(others)]
        for cell, symbol in self._symbols.items():
            target = self._candidate.cell(cell)
            if cell in updates or target in others:
                then = self._renamed(cell, updates.get(cell, symbol))
                same.append(manager.Equals(then, others.get(target, self._after[variables[target].atom])))
        return manager.And(same)

    def _updates(self, event: Event, symbols: dict[Atom, FNode]) -> dict[Cell, FNode]:
        return {self._system.places[name]: self._term(term, symbols) for name, term in event.update}

    def _inside(self, updates: dict[Cell, FNode]) -> FNode:
        return self._environment.formula_manager.And(self._in_domain(cell, value) for cell, value in updates.items())

    def _holds(self, claim: FNode) -> bool:
        with Satisfiability(self._environment, self._budget) as session:
            return not session.satisfiable(*self._assumed, self._environment.formula_manager.Not(claim))

    def _in_domain(self, cell: Cell, value: FNode) -> FNode:
        manager = self._environment.formula_manager
        domain = sorted(self._domains[cell])
        inside = [manager.GE(value, manager.Int(domain[0])), manager.LE(value, manager.Int(domain[-1]))]
        gaps = set(range(domain[0], domain[-1])) - set(domain)
        return manager.And([*inside, *(manager.Not(manager.Equals(value, manager.Int(gap))) for gap in sorted(gaps))])

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
