"""Verdicts by paths through what a search up to symmetry has kept so far."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace

from vsym.basics.numbers import plural
from vsym.diagrams import StateSet
from vsym.engines.diagrams.quotient.explored import Explored
from vsym.engines.diagrams.quotient.fragments import can_be_refuted, fragment, judged
from vsym.engines.diagrams.quotient.orbits import orbits
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.quotient.symmetries import SystemGroup
from vsym.logic.properties import Property
from vsym.system.result import Verdict


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
