"""The questions to a model of any kind in one of its states, and a path by hand: states, the steps between them, and
the current place on it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.formula import Formula, negate
from vsym.logic.properties import Property
from vsym.models.protocol import AnyModel
from vsym.system.result import Path

GOAL = "goal"
"""The name of the property that the condition of a goal is never true."""

StateT = TypeVar("StateT")
StepT = TypeVar("StepT")
ModelT = TypeVar("ModelT", bound=AnyModel)


@frozen
class Choice(Generic[StateT, StepT]):
    """Possible steps of a state that are equal up to symmetry: `size` of them, `by` those who can take one.

    The `step` is the first of them and leads to the `target`. Where they end in an error, the `fault`, there is no
    target, and of processes no step.
    """

    label: str
    by: str
    size: int
    step: StepT | None
    target: StateT | None
    fault: str | None = None


@frozen
class Hindrance:
    """A condition that would have to be true, with the values for which it is not."""

    condition: str
    values: tuple[tuple[str, str], ...] = ()


@frozen
class Disabled:
    """A step that is not possible in a state, `by` those who cannot take it, with each condition that is false."""

    label: str
    by: str
    hindrances: tuple[Hindrance, ...]


@frozen
class View:
    """A state as it is shown: a few `rows` of a heading and a text, and `cells`, the values that have a lane each."""

    rows: tuple[tuple[str, str], ...]
    cells: tuple[tuple[str, str], ...]


class Stepper(Protocol[StateT, StepT]):
    """A model, state by state."""

    @property
    def model(self) -> Any:
        """The model, with what its steps are grouped for."""

    @property
    def name(self) -> str:
        """The model's name."""

    def starts(self) -> Iterator[StateT]:
        """Initial states, at least one of each orbit."""

    def choices(self, state: StateT, /) -> tuple[Choice[StateT, StepT], ...]:
        """The steps that are possible in a state, grouped up to symmetry."""

    def member(self, state: StateT, place: int, names: Sequence[str], /) -> Choice[StateT, StepT]:
        """The step that the named processes or elements take, of the group at a place among the choices.

        Raises RefusedError where it is not one of the group.
        """

    def drawn(self, state: StateT, place: int, random: Random, /) -> Choice[StateT, StepT]:
        """A step of the group at a place among the choices, each as likely as any other."""

    def disabled(self, state: StateT, /) -> tuple[Disabled, ...]:
        """The steps that are not possible in a state, grouped by their reasons."""

    def view(self, state: StateT, /) -> View:
        """A state as it is shown."""

    def told(self, step: StepT, /) -> str:
        """A step in a line."""

    def orbit(self, state: StateT, /) -> Hashable:
        """A key that two states share exactly if they are known to be equal up to symmetry."""


def aiming(model: ModelT, condition: Formula) -> ModelT:
    """The model with one property, that a condition is never true."""
    never = Property(GOAL, "invariant", negate(condition), "", Span(model.source, 0, 0))
    return model.stating((never,))


@frozen
class Walk(Generic[StateT, StepT]):
    """States and the steps between them; the steps after the place `at` were undone and can be redone."""

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
        """The current state."""
        return self.states[self.at]

    def taken(self, steps: Sequence[StepT], targets: Sequence[StateT]) -> Walk[StateT, StepT]:
        """The walk continued by some steps from the current state; undone steps are dropped."""
        states = (*self.states[: self.at + 1], *targets)
        return Walk(states, (*self.steps[: self.at], *steps), self.at + len(targets))

    def moved(self, distance: int) -> Walk[StateT, StepT] | None:
        """The walk moved on by `distance` steps, or back if it is negative; None where that would leave the path."""
        place = self.at + distance
        return Walk(self.states, self.steps, place) if 0 <= place < len(self.states) else None
