"""Falsification and proof in turn, under one deadline: the first answer wins and says which it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pysmt.fnode import FNode

from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt import reachability, state_equation
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.bounded import NAME as BOUNDED
from vsym.engines.smt.bounded import BoundedSearch
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import Conclusion, HoldsUpTo, Proved, Undecided
from vsym.engines.smt.coverability.search import NAME as COVERABILITY
from vsym.engines.smt.coverability.search import CoverabilitySearch
from vsym.engines.smt.evaluate import change_of
from vsym.engines.smt.induction import Induction
from vsym.engines.smt.invariants import linear_invariants
from vsym.engines.smt.shorten import shortened
from vsym.engines.smt.system import TransitionSystem

SLICE = 0.2
"""Seconds that each method gets in the first round; in every further one twice as many."""

QUICK = 3
"""How many lengths of paths are tried before anything that may take long is."""

UNROLLED = 200
"""Step by step, paths are looked for where they may have at most so many steps."""

MARKINGS = 200
"""How many markings are looked at in every round of the backward search."""

Notify = Callable[[str], None]


def decide(system: TransitionSystem, predicate: FNode, budget: Budget, notify: Notify) -> Conclusion:
    """Whether the predicate holds in every reachable state.

    With a bound in the budget, only paths of at most so many steps are looked at, and Spacer, which knows no bound,
    stays out. The end of the time is answered with Undecided; KeyboardInterrupt goes through.
    """
    try:
        attempt = _Attempt(system, predicate, budget, notify)
    except UndecidedError as error:
        return Undecided(str(error), None)
    try:
        return attempt.run()
    finally:
        attempt.close()


class _Attempt:
    """The methods, and what they tell one another."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget, notify: Notify) -> None:
        self._system, self._predicate, self._budget = system, predicate, budget
        self._notify, self._bound = notify, budget.bound
        self._search = BoundedSearch(system, predicate, budget)
        self._induction = Induction(system, predicate, (), budget)
        self._accelerated: AcceleratedSearch | None = None
        self._coverability: CoverabilitySearch | None = None
        self._lemmas: Sequence[FNode] | None = None
        self._least: int | None = None
        self._provable, self._refutable, self._spacer_stopped = True, True, False
        self._trouble: str | None = None
        self._many_at_once = any(change_of(step, v) is None for step in system.steps for v in step.update)

    def run(self) -> Conclusion:
        """Rounds until there is an answer or the time is up."""
        try:
            return self._quick() or self._rounds()
        except UndecidedError as error:
            looked = self._search.length - 1
            reason = self._trouble or str(error)
            if looked > 0:
                reason += f"; no path of up to {looked} steps leads to a violation"
            return Undecided(reason, looked if looked >= 0 else None)

    def _quick(self) -> Conclusion | None:
        for _ in range(QUICK):
            if (answer := self._one_longer(self._budget)) is not None:
                return answer
        return self._one_deeper(self._budget)

    def _rounds(self) -> Conclusion:
        seconds = SLICE
        while True:
            for method in (
                self._equation,
                self._backward,
                self._spacer,
                self._strengthen,
                self._inductions,
                self._long_paths,
                self._paths,
            ):
                answer = self._within(seconds, method)
                if answer is not None:
                    return answer
            if self._nothing_left():
                raise UndecidedError("neither induction nor paths lead any further")
            seconds *= 2

    def _within(self, seconds: float, method: Callable[[Budget], Conclusion | None]) -> Conclusion | None:
        """What a method answers in so much time; raises UndecidedError at the end of all time."""
        self._budget.check()
        try:
            return method(self._budget.within(seconds))
        except UndecidedError:
            self._budget.check()
            return None

    def _backward(self, _: Budget) -> Conclusion | None:
        """In every round a number of markings, so that what is answered does not depend on other work."""
        if not self._provable or not self._is_searching_backward():
            return None
        if self._coverability is None:
            self._coverability = CoverabilitySearch(self._system, self._predicate, self._budget)
        self._notify("looking for what can lead to a violation, from there backwards")
        found = self._coverability.advance(self._budget, MARKINGS)
        return None if found is None else self._proved(found, COVERABILITY)

    def _spacer(self, part: Budget) -> Conclusion | None:
        if self._bound is not None or not self._provable or self._spacer_stopped:
            return None
        self._notify("looking for an inductive invariant")
        try:
            found = reachability.find_invariant(self._system, self._predicate, self._lemmas or (), part)
        except UndecidedError as error:
            part.check()
            self._spacer_stopped, self._trouble = True, str(error)
            return None
        if found == "refuted":
            self._provable = False
            self._trouble = (
                "Spacer found that it is violated, but the time did not suffice to find a path that shows it"
            )
            return None
        return self._certified(found)

    def _certified(self, found: FNode) -> Conclusion | None:
        """The proof by what Spacer found, which leaves out what it takes for granted after its own simplifications."""
        manager = self._system.environment.formula_manager
        for invariant in (found, manager.And(found, self._predicate), manager.FALSE()):
            certificate = Certificate(self._system, self._predicate, invariant)
            if failing(certificate, self._budget) is None:
                return self._proved(certificate, reachability.NAME)
        self._spacer_stopped, self._trouble = True, "Spacer found a proof that could not be certified"
        return None

    def _strengthen(self, part: Budget) -> Conclusion | None:
        """Lemmas for the proofs; once."""
        if self._lemmas is None and self._provable:
            self._notify("looking for linear invariants")
            self._lemmas = linear_invariants(self._system, [self._predicate], part)
            self._induction.close()
            self._induction = Induction(self._system, self._predicate, self._lemmas, self._budget)
        return None

    def _equation(self, part: Budget) -> Conclusion | None:
        """How long a path must be, and one of that length if it is easily found; once."""
        if self._least is not None or not self._refutable:
            return None
        self._notify("looking for the least number of steps")
        solution = state_equation.solve(self._system, self._predicate, part)
        if solution is None:
            self._refutable = False
            return None
        self._least = solution.least
        self._search.skip(solution.least)
        if self._bound is not None and self._search.length > self._bound:
            return None
        found = state_equation.realise(self._system, self._predicate, solution, part)
        return found if found is not None and found.shortest else None

    def _nothing_left(self) -> bool:
        proving = self._provable and (
            not self._spacer_stopped or self._is_searching_backward() or self._induction.depth <= self._search.length
        )
        return not proving and not self._refutable

    def _is_searching_backward(self) -> bool:
        return self._bound is None and (self._coverability is None or not self._coverability.ended)

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

    def _inductions(self, part: Budget) -> Conclusion | None:
        while self._provable and self._induction.depth <= self._search.length:
            part.check()
            self._notify(f"trying {self._induction.depth}-induction")
            if (answer := self._one_deeper(part)) is not None:
                return answer
        return None

    def _one_deeper(self, part: Budget) -> Conclusion | None:
        found = self._induction.advance(part)
        return None if found is None else self._proved(found, f"{found.depth}-induction")

    def _long_paths(self, part: Budget) -> Conclusion | None:
        """Paths on which a step may be repeated at will, once it is known that short ones do not do.

        Where a step moves many processes at once, the least number of steps is too small to say so.
        """
        if not self._refutable or self._bound is not None or self._least is None:
            return None
        if self._least <= UNROLLED and not self._many_at_once:
            return None
        if self._accelerated is None:
            self._accelerated = AcceleratedSearch(self._system, self._predicate, self._budget)
        while True:
            part.check()
            self._notify(f"looking for a path of {self._accelerated.length} repeated steps to a violation")
            answer = self._accelerated.advance(part, self._least)
            if answer is not None:
                return answer

    def _proved(self, certificate: Certificate, method: str) -> Proved:
        """The answer, once a solver of its own has found the certificate valid."""
        short = certificate
        if self._budget.left > SLICE:
            short = shortened(certificate, self._budget.within(SLICE))
        goal = failing(short, self._budget)
        if goal is not None:
            raise AssertionError(f"a certificate by {method} is not valid: {goal.label}")
        return Proved(short, method)

    def close(self) -> None:
        """Free the solvers."""
        self._search.close()
        self._induction.close()
        if self._accelerated is not None:
            self._accelerated.close()
        if self._coverability is not None:
            self._coverability.close()
