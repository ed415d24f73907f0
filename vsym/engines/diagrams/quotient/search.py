"""Verdicts that a search up to symmetry has on its way, before all is explored, and paths through its layers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from vsym.diagrams import StateSet
from vsym.engines.diagrams.deciding import NAME
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.paths import shortest
from vsym.engines.diagrams.quotient.explored import Explored
from vsym.engines.diagrams.quotient.lifting import LiftingError
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.quotient.valuation import QuotientValuation
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability
from vsym.system.result import ErrorReached, SystemPath, Verdict
from vsym.system.step import Vector
from vsym.system.system import System

NOTHING = Reduction((), ())


def sought(system: System, properties: Sequence[Property]) -> Mapping[int, Formula]:
    """The predicates of bad states, by the numbers of the properties that a single state violates."""
    questions = [] if system.fairness else [reachability(prop) for prop in properties]
    return {number: one.target for number, one in enumerate(questions) if one is not None and one.kind == "never"}


class Search:
    """What is asked of single states, held against what a strategy explores.

    `answers` has the verdicts on violated properties by their number; each has a run of the system. With permutations
    that are not proved to be symmetries a run may be none: then there is no verdict.
    """

    def __init__(self, steps: OrbitSteps, sought: Mapping[int, Formula], method: str, *, proved: bool) -> None:
        self._encoding, self._steps, self._method, self._proved = steps.encoding, steps, method, proved
        encoding = steps.encoding
        self._began = time.monotonic()
        self.answers: dict[int, Verdict] = {}
        self._open = {number: encoding.constraint(target) for number, target in sought.items()}

    def check_errors(self, explored: Explored, states: StateSet) -> None:
        """Raise ErrorReached where some states that have been explored enable an event that is an error."""
        encoding = self._encoding
        erroneous = encoding.erroneous(states) if encoding.errors else encoding.space.empty
        if erroneous and (path := self._run(explored, erroneous)) is not None:
            end = encoding.single(path.states[-1])
            number = next((number for number in encoding.errors if end.enabling(encoding.enabling(number))), None)
            if number is not None:
                raise ErrorReached(number, path)

    def look(self, explored: Explored, states: StateSet) -> None:
        """Look for bad states among some that have been explored; raises ErrorReached."""
        encoding = self._encoding
        self.check_errors(explored, states)
        for number, constraint in tuple(self._open.items()):
            bad = states.select(constraint)
            path = self._run(explored, bad) if bad else None
            # A run that is lifted by what is no symmetry may end in a state that is not bad.
            if path is not None and encoding.single(path.states[-1]).select(constraint):
                seconds = time.monotonic() - self._began
                self.answers[number] = Verdict("violated", NAME, seconds, path=path, method=self._method)
                del self._open[number]

    def _run(self, explored: Explored, bad: StateSet) -> SystemPath | None:
        """A run into bad states that have been explored; None where one that is no symmetry led there."""
        encoding = self._encoding
        if explored.real:
            plain = Valuation(encoding, explored.states, NOTHING)
            return plain.path(self._route(plain, explored, bad, encoding.relation.preimage), "counterexample")
        try:
            valuation = self._quotient(explored)
            return valuation.path(self._route(valuation, explored, bad, valuation.before), "counterexample")
        except LiftingError:
            if self._proved:
                raise
            return None

    def _route(
        self, valuation: Valuation, explored: Explored, bad: StateSet, before: Callable[[StateSet], StateSet]
    ) -> Route[Vector]:
        if explored.layers:
            return _route_into(self._encoding, explored.layers, bad, before)
        starts = valuation.starts if isinstance(valuation, QuotientValuation) else self._encoding.initial()
        path = shortest(valuation, starts, None, bad)
        if path is None:
            raise LiftingError("no path leads to a state that has been explored")
        return Route(path)

    def _quotient(self, explored: Explored) -> QuotientValuation:
        return QuotientValuation(self._steps, explored.states, self._encoding.initial(), NOTHING)


def _route_into(
    encoding: Encoding, layers: Sequence[StateSet], goal: StateSet, before: Callable[[StateSet], StateSet]
) -> Route[Vector]:
    """A path from the first layer into a goal that meets one of them, given what is `before` some states.

    Of each state of a layer, one in some layer before it must be among what is before it: raises LiftingError where
    permutations that are no symmetries have led there.
    """
    path, number = [], len(layers)
    while number:
        met = next(((place, layer & goal) for place, layer in enumerate(layers[:number]) if layer & goal), None)
        if met is None:
            raise LiftingError("no state of a layer leads to one of a later layer")
        number = met[0]
        path.append(encoding.pick(met[1]))
        goal = before(encoding.single(path[-1]))
    return Route(tuple(reversed(path)))
