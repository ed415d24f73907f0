"""The methods of proof, each as far as it has got, the lemmas that they exchange, and shortened certificates.

k-induction: a predicate that holds in the first k states of every path, and after any k states in which it does, always
holds (Sheeran, Singh, Stålmarck, Checking safety properties using induction and a SAT-solver, FMCAD 2000).

Strengthening: vsym makes lemmas of the states on which induction fails and which seem unreachable, as general as short
paths allow (Bradley, SAT-based model checking without unrolling, VMCAI 2011, with paths in place of relative induction
to decide which states a lemma may exclude). vsym reports lemmas that imply the property even if nothing proves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt import z3_queries
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import Proved, Refuted
from vsym.engines.smt.coverability.search import COVERABILITY, CoverabilitySearch
from vsym.engines.smt.invariants import linear_invariants, with_quotients
from vsym.engines.smt.linear import conjuncts
from vsym.engines.smt.system import TransitionSystem, Unrolling

MARKINGS = 400
"""The number of markings that the first round of the backward search looks at."""

SHORTENING = 0.2
"""Seconds for shortening an invariant of more than FEW conjuncts; others take as long as they need."""

FEW = 20

Notify = Callable[[str], None]

SIMPLE = 2
"""The least k for which paths that visit a state twice are ruled out where k-induction fails otherwise."""

STRENGTHENING = "induction with lemmas from its failed steps"

NEAR = 3
"""The most steps of the paths whose states no lemma excludes."""

WANTED = 3
"""The most lemmas with which it helps to know that a property follows from them."""

MOST = 12
"""The most lemmas made."""


class Proofs:
    """Attempts to prove a predicate. `trouble` says why one was given up; a refuted one is not `provable`. With a bound
    in the budget only induction is tried: all other methods look at paths of any length."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget, notify: Notify) -> None:
        self._system, self._predicate, self._budget, self._notify = system, predicate, budget, notify
        self._induction = Induction(system, predicate, (), budget)
        self._coverability: CoverabilitySearch | None = None
        self._markings = MARKINGS
        self._lemmas: Sequence[FNode] | None = None
        self._strengthening: Strengthening | None = None
        self._spacer_begun, self._spacer_stopped = False, False
        self.provable = True
        self.trouble: str | None = None

    def backward(self, _: Budget) -> Proved | Refuted | None:
        """A number of markings in each round, three times as many each time, so that no answer depends on other work.

        It goes on once a violation is known: it may find the path.
        """
        if not self._is_searching_backward():
            return None
        if self._coverability is None:
            self._coverability = CoverabilitySearch(self._system, self._predicate, self._budget)
        self._notify("searching backward from the violation")
        outcome = self._coverability.advance(self._budget, self._markings)
        self._markings *= 3
        return self._proved(outcome, COVERABILITY) if isinstance(outcome, Certificate) else outcome

    def spacer(self, part: Budget) -> Proved | None:
        """An invariant by Spacer, unless it gave up before."""
        if self._budget.bound is not None or not self.provable or self._spacer_stopped:
            return None
        self._notify("looking for an inductive invariant")
        self._spacer_begun = True
        try:
            certificate = z3_queries.proof(self._system, self._predicate, self._lemmas or (), part, self._budget)
        except UndecidedError as error:
            part.check()
            self._spacer_stopped, self.trouble = True, str(error)
            return None
        if certificate == "refuted":
            self.provable = False
            self.trouble = "Spacer reports a violation, but the time ran out before a path was found"
            return None
        return self._proved(certificate, z3_queries.SPACER)

    def strengthen(self, part: Budget) -> None:
        """Lemmas for the proofs; once."""
        if self._lemmas is None and self.provable:
            self._notify("looking for linear invariants")
            lemmas = linear_invariants(self._system, [self._predicate], part)
            # Later proofs are of the system with the quotients, and so are their certificates.
            self._system, equations = with_quotients(self._system, part)
            self._lemmas = (*equations, *lemmas)
            self._induction.close()
            self._induction = Induction(self._system, self._predicate, self._lemmas, self._budget)

    def inductions(self, part: Budget, most: int) -> Proved | None:
        """k-induction for each next k up to `most`, below which all paths are known to satisfy the predicate."""
        while self.provable and self._induction.depth <= most:
            part.check()
            self._notify(f"trying {self._induction.depth}-induction")
            if (answer := self.one_deeper(part)) is not None:
                return answer
        return None

    def one_deeper(self, part: Budget) -> Proved | None:
        """k-induction for the next k."""
        certificate = self._induction.advance(part)
        return None if certificate is None else self._proved(certificate, f"{certificate.depth}-induction")

    def strengthened(self, part: Budget) -> Proved | None:
        """Lemmas from the failures of induction, once it has linear invariants."""
        if self._lemmas is None or not self.provable or self._budget.bound is not None:
            return None
        if self._strengthening is None:
            self._strengthening = Strengthening(self._system, self._predicate, self._lemmas, self._budget)
        self._notify("looking for lemmas that induction lacks")
        certificate = self._strengthening.advance(part)
        return None if certificate is None else self._proved(certificate, STRENGTHENING)

    def is_open(self, most: int) -> bool:
        """True where some method may still find a proof, k-induction up to some k among them."""
        searching = self._budget.bound is None and (self._strengthening is None or not self._strengthening.ended)
        return self.provable and (
            not self._spacer_stopped or self._is_searching_backward() or searching or self._induction.depth <= most
        )

    def tried(self) -> Iterator[str]:
        """The methods that had their turn."""
        if self._induction.depth > 1:
            yield f"{self._induction.depth - 1}-induction"
        begun = {
            COVERABILITY: self._coverability,
            z3_queries.SPACER: self._spacer_begun or None,
            "linear invariants": self._lemmas,
            STRENGTHENING: self._strengthening,
        }
        yield from (name for name, method in begun.items() if method is not None)

    @property
    def missing_lemmas(self) -> tuple[FNode, ...]:
        """Lemmas from which the predicate would follow; no proof of them is known."""
        return () if self._strengthening is None else self._strengthening.missing_lemmas

    def _is_searching_backward(self) -> bool:
        return self._budget.bound is None and (self._coverability is None or not self._coverability.ended)

    def _proved(self, certificate: Certificate, method: str) -> Proved:
        """The answer, once a solver of its own has found the certificate valid."""
        few = len(list(conjuncts(certificate.invariant))) <= FEW
        if few or self._budget.left > SHORTENING:
            certificate = _shortened(certificate, self._budget if few else self._budget.within(SHORTENING))
        goal = failing(certificate, self._budget)
        if goal is not None:
            raise AssertionError(f"a certificate by {method} is not valid: {goal.label}")
        return Proved(certificate, method)

    def close(self) -> None:
        """Free the solvers."""
        for search in (self._induction, self._coverability, self._strengthening):
            if search is not None:
                search.close()


def _shortened(certificate: Certificate, budget: Budget) -> Certificate:
    """A certificate whose invariant has fewer conjuncts, as far as the time suffices to find one."""
    parts = list(dict.fromkeys(conjuncts(certificate.invariant)))
    try:
        for part in parts[:]:
            if len(parts) == 1:
                break
            others = [other for other in parts if other is not part]
            if failing(replace(certificate, invariant=certificate.system.manager.And(others)), budget) is None:
                parts = others
    except UndecidedError:
        pass
    return replace(certificate, invariant=certificate.system.manager.And(parts))


class Induction:
    """An incremental proof attempt. `depth` is the k to be tried next; `lemmas` are inductive within the domain."""

    def __init__(self, system: TransitionSystem, predicate: FNode, lemmas: Sequence[FNode], budget: Budget) -> None:
        self._system, self._predicate = system, predicate
        self._invariant = system.manager.And([*lemmas, predicate])
        self._unrolling = Unrolling(system)
        self._session = Session(system.environment, budget)
        self._known = system.manager.And([system.domain, *lemmas])
        self._session.add([self._unrolling.at(self._known, 0)])
        self._built = 0
        self.depth = 1

    def advance(self, budget: Budget) -> Certificate | None:
        """Try the next k; the caller knows that the predicate holds in the first k states of every path. Raises
        UndecidedError, and may then be called again."""
        self._session.renew(budget)
        manager, k = self._system.manager, self.depth
        for place in range(self._built, k):
            before = self._unrolling.at(self._predicate, place)
            self._session.add([before, self._unrolling.step(place), self._unrolling.at(self._known, place + 1)])
        self._built = k
        wrong = self._unrolling.at(manager.Not(self._predicate), k)
        simple = False
        proved = not self._session.satisfiable(wrong)
        if not proved and k >= SIMPLE:
            simple = True
            apart = [self._unrolling.different(i, j) for j in range(1, k + 1) for i in range(j)]
            proved = not self._session.satisfiable(wrong, *apart)
        self.depth += 1
        return Certificate(self._system, self._predicate, self._invariant, k, simple) if proved else None

    def close(self) -> None:
        """Free the solver."""
        self._session.close()


class Strengthening:
    """A search for lemmas that are inductive together with a predicate; it goes on where it was stopped.

    `lemmas` are inductive within the domain. When it has `ended`, nothing more comes of it. If all `missing_lemmas`
    held, the predicate would follow by one induction step; they are empty while, or where, none such are known.
    """

    def __init__(self, system: TransitionSystem, predicate: FNode, lemmas: Sequence[FNode], budget: Budget) -> None:
        self._system, self._predicate, self._known = system, predicate, lemmas
        self._unrolling = Unrolling(system)
        self._step = Session(system.environment, budget)
        self._step.add(self._unrolling.at(formula, 0) for formula in (system.domain, *lemmas, predicate))
        self._step.add([self._unrolling.step(0)])
        self._step.add(self._unrolling.at(formula, 1) for formula in (system.domain, *lemmas))
        self._near = [Session(system.environment, budget) for _ in range(NEAR + 1)]
        for length, session in enumerate(self._near):
            session.add([self._unrolling.at(system.initial, 0), *self._unrolling.path(length)])
        self._lemmas: list[FNode] = []
        self.missing_lemmas: tuple[FNode, ...] = ()
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
        while not self.ended:
            state = self._failing()
            if state is None:
                self.ended = True
                invariant = self._system.manager.And([*self._known, self._predicate, *self._lemmas])
                return Certificate(self._system, self._predicate, invariant)
            if len(self._lemmas) == MOST:
                self.ended = True
            elif (lemma := self._lemma(state)) is not None:
                self._lemmas.append(lemma)
            else:
                # A path leads there, and one step more to a state in which the predicate or a lemma is false.
                self.ended, self.missing_lemmas = True, ()
        return None

    def _failing(self) -> dict[FNode, int] | None:
        """A state that satisfies all lemmas, with a step to one in which the predicate, or else a lemma, is false."""
        symbols = self._unrolling.copies(0)
        within = [self._unrolling.at(lemma, 0) for lemma in self._lemmas]

        def before(formula: FNode) -> dict[FNode, int] | None:
            broken = self._system.manager.Not(self._unrolling.at(formula, 1))
            model = self._step.model(symbols.values(), *within, broken)
            return None if model is None else {variable: model[symbol] for variable, symbol in symbols.items()}

        if not self._follows:
            if (state := before(self._predicate)) is not None:
                return state
            self._follows = True
            self.missing_lemmas = tuple(self._lemmas) if len(self._lemmas) <= WANTED else ()
        return before(self._system.manager.And(self._lemmas))

    def _lemma(self, state: dict[FNode, int]) -> FNode | None:
        """A lemma that excludes a state, and as many others as it can without one that a short path reaches; None where
        a short path reaches the state."""
        manager = self._system.manager
        cube = list(self._said(state))
        if self._is_near(cube):
            return None
        for part in cube[:]:
            others = [other for other in cube if other is not part]
            if not self._is_near(others):
                cube = others
            elif part.arg(0).is_int_constant():
                weaker = [*others, manager.GE(part.arg(1), manager.Int(1))]
                cube = cube if self._is_near(weaker) else weaker
        *premises, last = cube
        return manager.Implies(manager.And(premises), manager.Not(last)) if premises else manager.Not(last)

    def _said(self, state: dict[FNode, int]) -> Iterator[FNode]:
        """Bounds of each variable's value, those from above first: `_lemma` tries to drop them in this order."""
        manager = self._system.manager
        for variable, value in state.items():
            yield manager.LE(variable, manager.Int(value))
        for variable, value in state.items():
            if value > 0:
                yield manager.GE(variable, manager.Int(value))

    def _is_near(self, cube: Sequence[FNode]) -> bool:
        """True where a short path leads to a state that satisfies the whole cube."""
        there = self._system.manager.And(cube)
        return any(session.satisfiable(self._unrolling.at(there, length)) for length, session in enumerate(self._near))
