"""What a session needs to know of a model, whatever kind it is of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, Protocol

from vsym.basics.frozen import frozen
from vsym.stepping.exploring import Way
from vsym.stepping.protocol import StateT, Stepper, StepT
from vsym.stepping.walk import Walk

if TYPE_CHECKING:
    from vsym.models.text import Observation

ROOM = 20_000
"""Among how many orbits a way from the present state is looked for."""


@frozen
class Shown(Generic[StateT, StepT]):
    """A verdict in words, and the path that shows it, if one does."""

    verdict: str
    walk: Walk[StateT, StepT] | None = None
    note: str = ""


class Desk(Protocol[StateT, StepT]):
    """A model with its text. What takes long ends at the limits of the command's options, with UndecidedError."""

    @property
    def stepper(self) -> Stepper[StateT, StepT]:
        """The model state by state."""

    @property
    def notes(self) -> Sequence[str]:
        """What is to be said of its symmetry."""

    @property
    def properties(self) -> Sequence[str]:
        """The names of its properties."""

    def observation(self, written: str, /) -> Observation:
        """The value of an expression; raises DiagnosticError, and RefusedError for what is none."""

    def counterexample(self, name: str, /) -> Shown[StateT, StepT]:
        """The path that shows the verdict on a property; raises RefusedError where there is no such property, and
        DiagnosticError for what is wrong with the model."""

    def way(self, state: StateT, observed: Observation, /) -> Way[StateT, StepT]:
        """A shortest way from a state to one in which an observation is true."""

    def from_start(self, observed: Observation, /) -> Shown[StateT, StepT]:
        """A path from an initial state to a state in which an observation is true."""

    def written(self, walk: Walk[StateT, StepT], /) -> str:
        """A path up to where one stands, as ITF."""

    def read(self, text: str, file: str, /) -> Walk[StateT, StepT]:
        """The path that an ITF document tells; raises RefusedError, with the place, where it is none of the model."""
