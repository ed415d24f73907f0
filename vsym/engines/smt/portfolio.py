"""Falsification and proof in turn, under one deadline: the first answer wins and says which it was.

Bounded model checking is among the methods: paths to a state without the predicate, the shortest ones first.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import closing

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt import state_equation
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.conclusions import Conclusion, HoldsUpTo, Refuted, State, Undecided
from vsym.engines.smt.linear import after_step, change_of, holds
from vsym.engines.smt.proofs import Notify, Proofs
from vsym.engines.smt.system import TransitionSystem, Unrolling

SLICE = 0.2
"""Seconds that each method gets in the first round; in every further one twice as many."""

QUICK = 3
"""The number of lengths of paths tried before anything that may take long."""

UNROLLED = 200
"""The most steps of paths sought step by step."""

BOUNDED = "bounded model checking"


def decide(system: TransitionSystem, predicate: FNode, budget: Budget, notify: Notify) -> Conclusion:
    """The conclusion on whether the predicate holds in every reachable state.

    A bound in the budget limits the length of paths and leaves out Spacer, which knows no bound. At the end of the time
    the answer is Undecided; KeyboardInterrupt goes through.
    """
    try:
        attempt = _Attempt(system, predicate, budget, notify)
    except UndecidedError as error:
        return Undecided(str(error), None)
    with closing(attempt):
        return attempt.run()


class _Attempt:
    """The methods, and the facts that they exchange."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget, notify: Notify) -> None:
        self._system, self._predicate, self._budget = system, predicate, budget
        self._notify, self._bound = notify, budget.bound
        self._search = BoundedSearch(system, predicate, budget)
        self._proofs = Proofs(system, predicate, budget, notify)
        self._accelerated: AcceleratedSearch | None = None
        self._least: int | None = None
        self._refutable = True
        self._many_at_once = any(change_of(step, v) is None for step in system.steps for v in step.update)

    def run(self) -> Conclusion:
        """Rounds until there is an answer or the time is up."""
        try:
            return self._rounds()
        except UndecidedError as error:
            looked = self._search.length - 1
            reason = self._proofs.trouble or str(error)
            if looked > 0:
                reason += f"; no path of up to {looked} steps leads to a violation"
            steps = looked if looked >= 0 else None
            return Undecided(reason, steps, tuple(self._proofs.tried()), self._proofs.missing_lemmas)

    def _rounds(self) -> Conclusion:
        for _ in range(QUICK):
            if (answer := self._one_longer(self._budget)) is not None:
                return answer
        if (proved := self._proofs.one_deeper(self._budget)) is not None:
            return proved
        seconds = SLICE
        while True:
            for method in (
                self._equation,
                self._proofs.backward,
                self._proofs.spacer,
                self._proofs.strengthen,
                lambda part: self._proofs.inductions(part, self._search.length),
                self._proofs.strengthened,
                self._long_paths,
                self._paths,
            ):
                if (answer := self._within(seconds, method)) is not None:
                    return answer
            if not self._refutable and not self._proofs.is_open(self._search.length):
                raise UndecidedError("neither induction nor the search for paths makes progress")
            seconds *= 2

    def _within(self, seconds: float, method: Callable[[Budget], Conclusion | None]) -> Conclusion | None:
        """The answer of a method in so much time; raises UndecidedError at the end of all time."""
        self._budget.check()
        try:
            return method(self._budget.within(seconds))
        except UndecidedError:
            self._budget.check()
            return None

    def _equation(self, part: Budget) -> Conclusion | None:
        """The least length of a path, and a path of that length if it is easily found; once."""
        if self._least is not None or not self._refutable:
            return None
        self._notify("looking for the least number of steps")
        solution = state_equation.solve(self._system, self._predicate, part)
        if solution is None:
            self._refutable = False
            return None
        self._least = solution.least
        # All shorter paths end well.
        self._search.length = max(self._search.length, solution.least)
        if self._bound is not None and self._search.length > self._bound:
            return None
        refuted = state_equation.realise(self._system, self._predicate, solution, part)
        return refuted if refuted is not None and refuted.shortest else None

    def _paths(self, part: Budget) -> Conclusion | None:
        if self._bound is not None and self._search.length > self._bound:
            return HoldsUpTo(self._bound, BOUNDED)
        while self._refutable and (self._least or 0) <= UNROLLED:
            part.check()
            self._notify(f"looking for a path of {self._search.length} steps to a violation")
            if (answer := self._one_longer(part)) is not None:
                return answer
        return None

    def _one_longer(self, part: Budget) -> Conclusion | None:
        if self._bound is not None and self._search.length > self._bound:
            return HoldsUpTo(self._bound, BOUNDED)
        return self._search.advance(part)

    def _long_paths(self, part: Budget) -> Conclusion | None:
        """Search paths on which a step may be repeated at will, if more steps are needed than `_paths` can unroll.
        Where a step moves many processes at once, the least number of steps is too small to tell."""
        if not self._refutable or self._bound is not None or self._least is None:
            return None
        if self._least <= UNROLLED and not self._many_at_once:
            return None
        if self._accelerated is None:
            self._accelerated = AcceleratedSearch(self._system, self._predicate, self._budget)
        while True:
            part.check()
            self._notify(f"looking for a path of {self._accelerated.length} repeated steps to a violation")
            if (answer := self._accelerated.advance(part, self._least)) is not None:
                return answer

    def close(self) -> None:
        """Free the solvers."""
        self._search.close()
        self._proofs.close()
        if self._accelerated is not None:
            self._accelerated.close()


class BoundedSearch:
    """An incremental search. `length` is that of the next paths: all shorter ones end well."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget) -> None:
        self._system = system
        self._wrong = system.manager.Not(predicate)
        self._unrolling = Unrolling(system)
        self._session = Session(system.environment, budget)
        self._session.add([self._unrolling.at(system.initial, 0), self._unrolling.at(system.domain, 0)])
        self._built = 0
        self.length = 0

    def advance(self, budget: Budget) -> Refuted | None:
        """Search the paths of the next length; raises UndecidedError, and may then be called again."""
        self._session.renew(budget)
        for place in range(self._built, self.length):
            self._session.add([self._unrolling.step(place), self._unrolling.at(self._system.domain, place + 1)])
        self._built = self.length
        wrong = self._unrolling.at(self._wrong, self.length)
        solution = self._session.model(self._unrolling.symbols(self.length), wrong)
        if solution is None:
            self.length += 1
            return None
        states = self._unrolling.states(solution, self.length)
        return Refuted(states, steps_between(self._system, states), BOUNDED, (1,) * self.length)

    def close(self) -> None:
        """Free the solver."""
        self._session.close()


def steps_between(system: TransitionSystem, states: Sequence[State]) -> tuple[int, ...]:
    """The number of a step that leads from each state to the next; raises ValueError where none does."""
    return tuple(_step_between(system, *pair) for pair in itertools.pairwise(states))


def _step_between(system: TransitionSystem, before: State, after: State) -> int:
    for number, step in enumerate(system.steps):
        if holds(step.guard, before) and after_step(step, before) == dict(after):
            return number
    raise ValueError("no step leads from a state to the next")
