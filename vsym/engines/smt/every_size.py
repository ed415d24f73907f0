"""Properties of a counter system with open sizes, decided for all sizes at once.

An `AG` is one question to the engines, with the sizes as parameters that no step changes. An `EF` asks for a path at
every size: paths found at small sizes are made schedules, until these cover all sizes or a size is met that has none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pysmt.fnode import FNode

from vsym.arithmetic.smallest import smallest_instance
from vsym.arithmetic.solver import Session
from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.accepts import safety
from vsym.engines.smt.answers import Answer, Proved, Refuted
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.certificate_text import scope
from vsym.engines.smt.engine import RANGE
from vsym.engines.smt.portfolio import decide
from vsym.engines.smt.readable import readable
from vsym.engines.smt.schedules import condition, generalised, start
from vsym.engines.smt.system import CounterVocabulary, TransitionSystem, state_formula, transition_system
from vsym.engines.smt.unrolling import Unrolling
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, value
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import Proof

PATHS = 12
"""From how many sizes paths are taken before it is given up that a few serve for all."""

UNROLLED = 60
"""Up to how many steps a counterexample is looked for at a smaller size."""

RUNS, RUNS_SECONDS = 8, 2.0
"""Up to how many repeated steps, and for how long, a path of few such steps is looked for."""

Notify = Callable[[str], None]


@dataclass(frozen=True)
class Finding:
    """What is known of a property at all sizes: it holds, or is violated where the parameters have `values`.

    No size with fewer processes violates it where `smallest`. `method` names what decided it, and `proof` proves it or,
    of an `EF` that is violated, that nothing leads there. `unknown` has a reason.
    """

    outcome: Literal["holds", "violated", "unknown"]
    method: str | None = None
    values: Mapping[str, int] | None = None
    smallest: bool = False
    reason: str | None = None
    proof: Proof | None = None
    seconds: float = 0.0


NOT_ALL_STARTS = Finding(
    "unknown", reason="an `EF` is proved for all sizes only where given local states are the start"
)
"""The finding on an `EF`, which asks for a path from every initial state, where there may be several of these."""


class OverflowAtSizeError(Exception):
    """At some size, a state is reached that enables an assignment outside a variable's range."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = values
        super().__init__("an assignment leaves its range")


def verify_every_size(
    system: CounterSystem, properties: Sequence[Property], budget: Budget, notify: Notify
) -> list[Finding]:
    """The finding on each property, all of which have to be questions about reachable states (`accepts.safety`).

    What Ctrl-C or the budget's deadline leaves undecided is unknown. Nothing is decided before no assignment is known
    to leave its variable's range at any size; raises OverflowAtSizeError where one does.
    """
    found: list[Finding] = []
    try:
        with budget.interruption.heeded():
            question = _Question(system, transition_system(system), budget, notify)
            kept = question.about_ranges()
            if isinstance(kept, str):
                return [Finding("unknown", reason=kept) for _ in properties]
            question = replace(question, range_kept=kept)
            found.extend(question.finding(prop) for prop in properties)
    except KeyboardInterrupt:
        rest = len(properties) - len(found)
        return [*found, *(Finding("unknown", reason=REASONS["keyboard"]) for _ in range(rest))]
    return found


@dataclass(frozen=True)
class _Question:
    counters: CounterSystem
    system: TransitionSystem
    budget: Budget
    notify: Notify
    range_kept: Certificate | None = None

    def about_ranges(self) -> Certificate | str | None:
        """The proof that no assignment leaves its range, None where none could, or why that is not known.

        Raises OverflowAtSizeError.
        """
        overflow = self.system.overflow
        if overflow.is_false():
            return None
        never = self.system.environment.formula_manager.Not(overflow)
        match self.decide(never):
            case Proved(certificate):
                return certificate
            case Refuted() as path:
                raise OverflowAtSizeError(self._smaller(path, never))
            case undecided:
                reason = getattr(undecided, "reason", "")
                return f"whether an assignment leaves its range at some size is not known: {reason}"

    def finding(self, prop: Property) -> Finding:
        """Whether a property holds at every size."""
        began = time.monotonic()
        asked = safety(prop)
        assert asked is not None
        predicate = state_formula(self.system, self.counters, asked.predicate)
        try:
            decide_one = self._everywhere if asked.operator == "AG" else self._reached
            found = decide_one(prop.name, predicate)
        except UndecidedError as error:
            found = Finding("unknown", reason=str(error))
        return replace(found, seconds=time.monotonic() - began)

    def decide(self, predicate: FNode, system: TransitionSystem | None = None) -> Answer:
        """Whether a predicate holds in every reachable state, at every size unless `system` says otherwise."""
        return decide(system or self.system, predicate, self.budget, self.notify)

    def _everywhere(self, name: str, predicate: FNode) -> Finding:
        match self.decide(predicate):
            case Proved(certificate, method):
                return Finding("holds", method, proof=self._proof(name, certificate))
            case Refuted(method=method) as path:
                return Finding("violated", method, self._smaller(path, predicate))
            case undecided:
                return Finding("unknown", reason=getattr(undecided, "reason", None))

    def _proof(self, name: str, certificate: Certificate) -> Proof:
        """A proof to be shown and written, with that of the ranges."""
        named = {RANGE: self.range_kept, name: certificate}
        scopes = {said: scope(said, one) for said, one in named.items() if one is not None}
        return Proof(readable(certificate.invariant), scopes)

    def _smaller(self, path: Refuted, predicate: FNode) -> Mapping[str, int]:
        """The smallest size with a path of this length to a violation; that of the path where it is too long."""
        values = {symbol.symbol_name(): path.states[0][symbol] for symbol in self.system.parameters}
        length = sum(path.times)
        if length > UNROLLED:
            return values
        unrolling = Unrolling(self.system)
        manager = self.system.environment.formula_manager
        with Session(self.system.environment, self.budget) as session:
            session.add([unrolling.at(self.system.initial, 0), *unrolling.path(length)])
            session.add([unrolling.at(manager.Not(predicate), length)])
            try:
                return self._smallest(session) or values
            except UndecidedError:
                return values

    def _smallest(self, session: Session) -> Mapping[str, int] | None:
        """The smallest size for which the session's assertions have a solution."""
        names = [symbol.symbol_name() for symbol in self.system.parameters]
        found = smallest_instance(self.system.environment, session, (), names, self._size)
        if found is None:
            return None
        return {name: found[symbol] for name, symbol in zip(names, self.system.parameters, strict=True)}

    @property
    def _size(self) -> Linear:
        """The number of processes."""
        sizes = self.counters.sizes
        assert sizes is not None
        everyone = [process for block in self.counters.blocks for process in block.processes]
        total = Linear()
        for process in everyone:
            total += sizes.groups[process - 1]
        return total

    def _reached(self, name: str, predicate: FNode) -> Finding:
        """Whether a state without the predicate is reached at every size."""
        vocabulary = CounterVocabulary(self.system.environment, self.counters)
        begin = start(vocabulary)
        if begin is None:
            return Finding("holds", "its start") if self._starts_outside(predicate) else NOT_ALL_STARTS
        manager = self.system.environment.formula_manager
        goal = manager.Not(predicate)
        served: list[FNode] = []
        largest = 0
        for _ in range(PATHS):
            values = self._unserved(vocabulary, served)
            if values is None:
                return Finding("holds", "a path for every size")
            largest = max(largest, self._processes(values))
            path = self._path(name, predicate, values)
            if isinstance(path, Finding):
                return path
            served += [
                condition(self.system, begin, schedule, goal) for schedule in generalised(self.system, begin, path)
            ]
        reason = (
            f"it is reached at all sizes tried, up to {largest} processes, but on paths that differ from size to size"
        )
        return Finding("unknown", reason=reason)

    def _starts_outside(self, predicate: FNode) -> bool:
        """Whether the predicate holds in no initial state at any size."""
        with Session(self.system.environment, self.budget) as session:
            return not session.satisfiable(self.system.domain, self.system.initial, predicate)

    def _unserved(self, vocabulary: CounterVocabulary, served: Sequence[FNode]) -> Mapping[str, int] | None:
        """The smallest size for which no schedule is a path, asked of a fresh solver; None if there is none."""
        manager = self.system.environment.formula_manager
        assert self.counters.sizes is not None
        with Session(self.system.environment, self.budget) as session:
            session.add([vocabulary.formula(self.counters.sizes.domain), *map(manager.Not, served)])
            return self._smallest(session)

    def _path(self, name: str, predicate: FNode, values: Mapping[str, int]) -> Refuted | Finding:
        """A path to a state without the predicate at one size, of few repeated steps if that is soon found.

        Where there is none, or it is not known, that is the finding on the property.
        """
        manager = self.system.environment.formula_manager
        sizes = [manager.Equals(symbol, manager.Int(values[symbol.symbol_name()])) for symbol in self.system.parameters]
        there = replace(self.system, domain=manager.And([self.system.domain, *sizes]))
        match self.decide(predicate, there):
            case Proved(certificate, method):
                return Finding("violated", method, values, smallest=True, proof=self._proof(name, certificate))
            case Refuted() as path:
                return self._few_runs(predicate, there) or path
            case undecided:
                reason = f"{getattr(undecided, 'reason', '')}, with {self._processes(values)} processes"
                return Finding("unknown", reason=reason)

    def _few_runs(self, predicate: FNode, there: TransitionSystem) -> Refuted | None:
        end = time.monotonic() + RUNS_SECONDS
        if self.budget.deadline is not None:
            end = min(end, self.budget.deadline)
        budget = replace(self.budget, deadline=end)
        search = AcceleratedSearch(there, predicate, budget)
        try:
            while search.length <= RUNS:
                found = search.advance(budget, 0)
                if found is not None:
                    return found
        except UndecidedError:
            self.budget.check()
        finally:
            search.close()
        return None

    def _processes(self, values: Mapping[str, int]) -> int:
        """How many processes there are where the parameters have these values."""
        return value(self._size, lambda parameter: values[getattr(parameter, "name", "")])
