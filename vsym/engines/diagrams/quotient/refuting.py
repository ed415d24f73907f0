"""Verdicts by paths through what a search up to symmetry has kept so far (Live_Rep: Barner, Grumberg, section 7.1).

A path through states that have been met is one of the system. So what is violated on such a path is violated, and that
nothing is says nothing. States in which nothing is enabled repeat for ever, as in the system; where the search has left
out what comes next, paths end, and count for nothing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.diagrams import StateSet, extended
from vsym.engines.diagrams.deciding import decide
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.quotient.explored import Explored
from vsym.engines.diagrams.quotient.orbits import Orbits, orbits
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.quotient.symmetries import SystemGroup
from vsym.engines.diagrams.saturation import Saturated, deadlocks
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction, is_universal
from vsym.logic.formula import TRUE, Formula
from vsym.logic.properties import Property
from vsym.logic.reachability import in_ctl
from vsym.system.result import Verdict

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton


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
        """Whether some property may yet be refuted."""
        return bool(self._waiting)

    def look(self, explored: Explored, method: str) -> None:
        """Look for paths through the first layers of what a strategy, the `method`, has kept, then through twice as
        many, and so on: most paths that refute something do not go far. What ends the work leaves it where it was, with
        another property as the next one."""
        idle = 0
        while idle < len(self._waiting):
            self._waiting.rotate(-1)
            number = self._waiting[-1]
            most = self._layers[number]
            layers = explored.layers[: max(1, 2 * most)]
            idle = 0 if len(layers) > most and self._look(number, explored, layers, method) else idle + 1

    def _look(self, number: int, explored: Explored, layers: tuple[StateSet, ...], method: str) -> bool:
        """Whether it is known of a property what paths through some layers say of it."""
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
        """What paths through states that are kept say of a property; None where they cannot refute it."""
        if number not in self._possible:
            return None
        prop = self._properties[number]
        if self._proved:
            return judged(orbits(self._steps, self._symmetric, explored, time.monotonic()), prop)
        return judged(fragment(self._steps.encoding, explored.states), prop) if explored.real else None

    def reason(self, number: int, *, violated: bool) -> str:
        """Why what is kept does not decide a property; `violated` is whether some other is."""
        if number in self._sought:
            return f"nothing {'else ' if violated else ''}violated there"
        if number not in self._possible:
            return "no path can refute it: it takes all states"
        if number not in self._looked_at:
            return "paths there are not looked at yet"
        return f"no path through {plural(self._looked_at[number], 'state')} of these violates it"


@frozen(eq=False)
class _Fragment(Saturated):
    """Some reachable states, all initial ones among them, in the place of all."""

    def valuation(self, reduction: Reduction, conditions: Sequence[Formula] = ()) -> Valuation:
        """Those of the states that satisfy reduced formulas, on the paths through them that have no end."""
        return Valuation(self.encoding, self.states, reduction, (*conditions, TRUE))

    def beside(self, automaton: Automaton) -> Saturated:
        """The same states, each with every state of an automaton: what cannot be reached there starts no path."""
        encoding = self.encoding.beside(automaton)
        return fragment(encoding, extended(self.states, encoding.space))


def fragment(encoding: Encoding, states: StateSet) -> _Fragment:
    """Some reachable states of an encoding, all initial ones among them."""
    return _Fragment(encoding, encoding.initial(), states, deadlocks(encoding, states), None, 0.0)


def can_be_refuted(prop: Property) -> bool:
    """Whether a path can refute a property: one of linear time, or of CTL about all paths."""
    formula = in_ctl(prop)
    return formula is None or is_universal(formula)


def judged(known: _Fragment | Orbits, prop: Property) -> Verdict:
    """What paths through states or representatives, which need not be all, say of a property: `violated` is true of the
    system, and `holds` of these paths alone; `unknown` says what has ended the work."""
    (verdict,) = decide(known, [prop])
    # That no fair path starts somewhere is known of all states alone.
    return replace(verdict, unfair=None)
