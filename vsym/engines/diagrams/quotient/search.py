"""Verdicts that a search up to symmetry reaches before it ends, and paths through its layers.

Paths through the states kept so far can refute as well (Live_Rep: Barner, Grumberg, section 7.1). Each is a path of the
system, so a violation on it is real; finding none proves nothing. Deadlocked states repeat for ever, as in the system.
Where the search has left out successors, paths end and do not count.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.diagrams import StateSet, extended
from vsym.engines.diagrams.deciding import NAME, decide
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.paths import shortest
from vsym.engines.diagrams.quotient.orbits import Orbits, QuotientValuation, orbits
from vsym.engines.diagrams.quotient.stepping import LiftingError, OrbitSteps
from vsym.engines.diagrams.quotient.strategies import Explored
from vsym.engines.diagrams.quotient.symmetries import SystemGroup
from vsym.engines.diagrams.saturation import Saturated, deadlocks
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction, is_universal
from vsym.logic.explaining import Route
from vsym.logic.formula import TRUE, Formula
from vsym.logic.properties import Property
from vsym.logic.reachability import in_ctl, reachability
from vsym.system.result import ErrorReached, SystemPath, Verdict
from vsym.system.step import Vector
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton


NOTHING = Reduction((), ())


def sought(system: System, properties: Sequence[Property]) -> Mapping[int, Formula]:
    """The predicates of bad states, by the numbers of the properties that a single state violates."""
    questions = [] if system.fairness else [reachability(prop) for prop in properties]
    return {number: one.target for number, one in enumerate(questions) if one is not None and one.kind == "never"}


class Search:
    """The questions about single states, tested on the states that a strategy explores.

    `answers` has the verdicts on violated properties by their number; each has a run of the system. With unproved
    permutations the run may not exist; then there is no verdict.
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
            number = next((number for number in encoding.errors if end.enables(encoding.enabling(number))), None)
            if number is not None:
                raise ErrorReached(number, path)

    def look(self, explored: Explored, states: StateSet) -> None:
        """Look for bad states among some that have been explored; raises ErrorReached."""
        encoding = self._encoding
        self.check_errors(explored, states)
        for number, constraint in tuple(self._open.items()):
            bad = states.select(constraint)
            path = self._run(explored, bad) if bad else None
            # A run that is lifted by a permutation that is no symmetry may end in a state that is not bad.
            if path is not None and encoding.single(path.states[-1]).select(constraint):
                seconds = time.monotonic() - self._began
                self.answers[number] = Verdict("violated", NAME, seconds, path=path, method=self._method)
                del self._open[number]

    def _run(self, explored: Explored, bad: StateSet) -> SystemPath | None:
        """A run into bad states that have been explored; None where a permutation that is no symmetry led there."""
        encoding = self._encoding
        if explored.real:
            plain = Valuation(encoding, explored.states, NOTHING)
            return plain.path(self._route(plain, explored, bad, encoding.relation.preimage), "counterexample")
        try:
            valuation = QuotientValuation(self._steps, explored.states, encoding.initial, NOTHING)
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
        starts = valuation.starts if isinstance(valuation, QuotientValuation) else self._encoding.initial
        path = shortest(valuation, starts, None, bad)
        if path is None:
            raise LiftingError("no path leads to a state that has been explored")
        return Route(path)


def _route_into(
    encoding: Encoding, layers: Sequence[StateSet], goal: StateSet, before: Callable[[StateSet], StateSet]
) -> Route[Vector]:
    """A path from the first layer into a goal that meets one of the layers; `before` gives the predecessors of states.

    Each state of a layer needs a predecessor in an earlier layer: raises LiftingError where permutations that are no
    symmetries have led there.
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


class Refuting:
    """Properties that a path may refute, but no single state, with the `answers` on those that are violated, by number.

    The properties of single states, by number, are those `sought`. Representatives are used as such where the
    permutations are `proved` to be symmetries; else real states, one by one.
    """

    def __init__(
        self,
        steps: OrbitSteps,
        symmetric: SystemGroup,
        properties: Sequence[Property],
        sought: Collection[int],
        *,
        proved: bool,
    ) -> None:
        self._steps, self._symmetric, self._properties, self._proved = steps, symmetric, properties, proved
        self._sought = sought
        self._possible = frozenset(
            number for number, one in enumerate(properties) if number not in sought and can_be_refuted(one)
        )
        self._waiting = deque(sorted(self._possible))
        self._layers: dict[int, int] = dict.fromkeys(self._possible, 0)
        self._looked_at: dict[int, int] = {}
        self.answers: dict[int, Verdict] = {}

    @property
    def left(self) -> bool:
        """True if some property may yet be refuted."""
        return bool(self._waiting)

    def look(self, explored: Explored, method: str) -> None:
        """Look for paths through the first layers that a strategy, the `method`, has kept, then through twice as many,
        and so on: most refuting paths are short. An interruption keeps the progress; the next call starts with another
        property.
        """
        idle = 0
        while idle < len(self._waiting):
            self._waiting.rotate(-1)
            number = self._waiting[-1]
            most = self._layers[number]
            layers = explored.layers[: max(1, 2 * most)]
            idle = 0 if len(layers) > most and self._look(number, explored, layers, method) else idle + 1

    def _look(self, number: int, explored: Explored, layers: tuple[StateSet, ...], method: str) -> bool:
        """Tells if the paths through some layers could be judged for a property; records a violation."""
        states = layers[0]
        for layer in layers[1:]:
            states |= layer
        verdict = self.judged(replace(explored, states=states, layers=layers), number)
        if verdict is None or verdict.outcome == "unknown":
            return False
        if verdict.outcome == "violated":
            self.answers[number] = replace(verdict, method=method)
            self._waiting.remove(number)
        self._layers[number], self._looked_at[number] = len(layers), states.count()
        return True

    def judged(self, explored: Explored, number: int) -> Verdict | None:
        """The verdict on a property by paths through states that are kept; None where they cannot refute it."""
        if number not in self._possible:
            return None
        prop = self._properties[number]
        if self._proved:
            return judged(orbits(self._steps, self._symmetric, explored, time.monotonic()), prop)
        return judged(fragment(self._steps.encoding, explored.states), prop) if explored.real else None

    def reason(self, number: int, *, violated: bool) -> str:
        """The reason why the representatives do not decide a property; `violated` says that another one is violated."""
        if number in self._sought:
            return f"no {'other ' if violated else ''}violation there"
        if number not in self._possible:
            return "no path can refute it: vsym needs all states"
        if number not in self._looked_at:
            return "vsym has not searched paths there yet"
        return f"no path through {plural(self._looked_at[number], 'state')} of these violates it"


@frozen(eq=False)
class _Fragment(Saturated):
    """Some reachable states, all initial ones among them, in the place of all."""

    def valuation(self, reduction: Reduction, conditions: Sequence[Formula] = ()) -> Valuation:
        """The valuation of reduced formulas on these states, over the infinite paths through them."""
        return Valuation(self.encoding, self.states, reduction, (*conditions, TRUE))

    def beside(self, automaton: Automaton) -> Saturated:
        """The same states, each with every state of an automaton; no path from an initial state meets a pair that
        cannot be reached."""
        encoding = self.encoding.beside(automaton)
        return fragment(encoding, extended(self.states, encoding.space))


def fragment(encoding: Encoding, states: StateSet) -> _Fragment:
    """Some reachable states of an encoding, all initial ones among them."""
    return _Fragment(encoding, encoding.initial, states, deadlocks(encoding, states), None, 0.0)


def can_be_refuted(prop: Property) -> bool:
    """Tells if a path can refute a property: one of linear time, or of CTL about all paths."""
    formula = in_ctl(prop)
    return formula is None or is_universal(formula)


def judged(reached: _Fragment | Orbits, prop: Property) -> Verdict:
    """The verdict on a property by paths through states or representatives, not always all. `violated` is true of the
    system, `holds` of these paths alone; `unknown` names the interruption."""
    (verdict,) = decide(reached, [prop])
    # Only all states together show that no fair path starts in one of them.
    return replace(verdict, unfair=None)
