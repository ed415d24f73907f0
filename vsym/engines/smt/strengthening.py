"""Lemmas made of what induction fails on: states that seem not to be reached, made as general as short paths allow.

Source: Bradley: SAT-based model checking without unrolling, VMCAI 2011, with paths in place of relative induction to
say what a lemma may exclude. Lemmas from which the property follows are worth telling even where nothing proves them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unrolling import Unrolling

NAME = "induction with lemmas from its failed steps"

NEAR = 3
"""What is reached in so many steps is excluded by no lemma."""

WANTED = 3
"""Of more lemmas than these it helps nobody to know that a property follows from them."""

MOST = 12
"""So many lemmas are made at most."""


class Strengthening:
    """A search for lemmas that are inductive together with a predicate; it goes on where it was stopped.

    `known` are lemmas that are inductive within the domain. When it has `ended`, nothing more comes of it. If all that
    is `wanted` holds, the predicate follows by one induction step; it is empty while, or where, none such are known.
    """

    def __init__(self, system: TransitionSystem, predicate: FNode, known: Sequence[FNode], budget: Budget) -> None:
        self._system, self._predicate, self._known = system, predicate, known
        self._unrolling = Unrolling(system)
        self._step = Session(system.environment, budget)
        self._step.add(self._unrolling.at(formula, 0) for formula in (system.domain, *known, predicate))
        self._step.add([self._unrolling.step(0)])
        self._step.add(self._unrolling.at(formula, 1) for formula in (system.domain, *known))
        self._near = [Session(system.environment, budget) for _ in range(NEAR + 1)]
        for length, session in enumerate(self._near):
            session.add([self._unrolling.at(system.initial, 0), *self._unrolling.path(length)])
        self._lemmas: list[FNode] = []
        self.wanted: tuple[FNode, ...] = ()
        self._follows = False
        self.ended = False

    def close(self) -> None:
        """Free the solvers."""
        for session in (self._step, *self._near):
            session.close()

    def advance(self, budget: Budget) -> Certificate | None:
        """A certificate that is still to be checked, if one is found; raises UndecidedError."""
        for session in (self._step, *self._near):
            session.renew(budget)
        manager = self._system.environment.formula_manager
        while not self.ended:
            state = self._failing()
            if state is None:
                self.ended = True
                invariant = manager.And([*self._known, self._predicate, *self._lemmas])
                return Certificate(self._system, self._predicate, invariant)
            if len(self._lemmas) == MOST:
                self.ended = True
            elif (lemma := self._lemma(state)) is not None:
                self._lemmas.append(lemma)
            else:
                # A path leads there, and one step more to where a lemma is false.
                self.ended, self.wanted = True, ()
        return None

    def _failing(self) -> dict[FNode, int] | None:
        """A state with all lemmas from which a step leads to where the predicate, or else some lemma, does not hold."""
        symbols = self._unrolling.copies(0)
        manager = self._system.environment.formula_manager
        within = [self._unrolling.at(lemma, 0) for lemma in self._lemmas]

        def before(formula: FNode) -> dict[FNode, int] | None:
            broken = manager.Not(self._unrolling.at(formula, 1))
            found = self._step.model(symbols.values(), *within, broken)
            return None if found is None else {variable: found[symbol] for variable, symbol in symbols.items()}

        if not self._follows:
            state = before(self._predicate)
            if state is not None:
                return state
            self._follows = True
            self.wanted = tuple(self._lemmas) if len(self._lemmas) <= WANTED else ()
        return before(manager.And(self._lemmas))

    def _lemma(self, state: dict[FNode, int]) -> FNode | None:
        """That not all is as in a state, of as few variables as are near to no path; None where a short path is."""
        manager = self._system.environment.formula_manager
        cube = list(self._said(state))
        if self._is_near(cube):
            return None
        for part in cube[:]:
            others = [other for other in cube if other is not part]
            weaker = [*others, manager.GE(part.arg(1), manager.Int(1))] if part.arg(0).is_int_constant() else cube
            if not self._is_near(others):
                cube = others
            elif part.arg(0).is_int_constant() and not self._is_near(weaker):
                cube = weaker
        *premises, last = cube
        return manager.Implies(manager.And(premises), manager.Not(last)) if premises else manager.Not(last)

    def _said(self, state: dict[FNode, int]) -> Iterator[FNode]:
        """Bounds of each variable's value, those from above first: they are dropped where they can be."""
        manager = self._system.environment.formula_manager
        for variable, value in state.items():
            yield manager.LE(variable, manager.Int(value))
        for variable, value in state.items():
            if value > 0:
                yield manager.GE(variable, manager.Int(value))

    def _is_near(self, cube: Sequence[FNode]) -> bool:
        """Whether a short path leads to where all of this is so."""
        manager = self._system.environment.formula_manager
        return any(
            session.satisfiable(self._unrolling.at(manager.And(cube), length))
            for length, session in enumerate(self._near)
        )
