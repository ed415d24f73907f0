"""A path by hand: states, the steps between them, and how far along it one stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from vsym.basics.frozen import frozen
from vsym.stepping.protocol import StateT, StepT
from vsym.system.result import Path


@frozen
class Walk(Generic[StateT, StepT]):
    """States and the steps between them; what lies behind the place `at` was undone and can be redone."""

    states: tuple[StateT, ...]
    steps: tuple[StepT, ...] = ()
    at: int = 0

    @staticmethod
    def along(path: Path[StateT, StepT]) -> Walk[StateT, StepT]:
        """A path from its beginning, as far as something moves on it."""
        moving = path.steps[: path.steps.index(None)] if None in path.steps else path.steps
        steps = tuple(step for step in moving if step is not None)
        return Walk(path.states[: len(steps) + 1], steps)

    @property
    def state(self) -> StateT:
        """The state in which one stands."""
        return self.states[self.at]

    def taken(self, steps: Sequence[StepT], targets: Sequence[StateT]) -> Walk[StateT, StepT]:
        """Some steps further; what was undone is forgotten."""
        states = (*self.states[: self.at + 1], *targets)
        return Walk(states, (*self.steps[: self.at], *steps), self.at + len(targets))

    def moved(self, distance: int) -> Walk[StateT, StepT] | None:
        """So many steps on along what is known, or back if it is negative; None where that would leave the path."""
        place = self.at + distance
        return Walk(self.states, self.steps, place) if 0 <= place < len(self.states) else None
