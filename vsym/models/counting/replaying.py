"""Paths of a model built step by step on its plain semantics, so that none is shown that the model does not have."""

from __future__ import annotations

from dataclasses import dataclass, field

from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath, State, Step, is_deadlocked, is_initial
from vsym.models.protocol import ReplayError
from vsym.system.result import Path, PathKind


@dataclass
class Replay:
    """A path at work, from an initial state on; raises ReplayError where it does not begin in one."""

    model: Model
    state: State
    states: list[State] = field(init=False)
    steps: list[Step | None] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not is_initial(self.model, self.state):
            raise ReplayError("the path does not start in an initial state")
        self.states = [self.state]

    def take(self, step: Step, times: int = 1) -> None:
        """Go where a step of the semantics leads, taken by so many processes one after another."""
        self._append(step, step.target, times)

    def stay(self) -> None:
        """Stay, as nothing is enabled; raises ReplayError where something is."""
        if not is_deadlocked(self.model, self.state):
            raise ReplayError("a step is enabled where the path says that the system is stuck")
        self._append(None, self.state, 1)

    def path(self, kind: PathKind, loop: int | None = None, *, repeated: bool = False) -> ModelPath:
        """The path so far; `repeated` if its steps may be taken several times in a row."""
        return Path(kind, tuple(self.states), tuple(self.steps), loop, tuple(self.times) if repeated else None)

    def _append(self, step: Step | None, target: State, times: int) -> None:
        self.state = target
        self.states.append(target)
        self.steps.append(step)
        self.times.append(times)
