"""What every model can do, whatever its states are: the definition that what looks at states one by one asks.

A kind of model has a folder here. Its own text, its reductions and its plain semantics know more of it than this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from vsym.logic.formula import Formula

StateT = TypeVar("StateT")
StepT = TypeVar("StepT", covariant=True)


class ReplayError(Exception):
    """A path is not one of the model: a bug of ours, never the user's."""


class Model(Protocol[StateT, StepT]):
    """A transition system with names: states, steps between them, and what can be exchanged in a state."""

    @property
    def name(self) -> str:
        """The system's name."""

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        """The parameters with their values."""

    def initial(self) -> Iterator[StateT]:
        """Every initial state."""

    def steps(self, state: StateT, /) -> Iterator[tuple[StepT, StateT]]:
        """Every step from a state, with where it leads; none where the system is stuck."""

    def holds(self, predicate: Formula, state: StateT, /) -> bool:
        """Whether a predicate holds in a state; raises TypeError on a temporal operator."""

    def columns(self, state: StateT, /) -> tuple[tuple[str, str | int], ...]:
        """A state as names with values; the names are those of every state, in the same order."""

    def renamed(self, state: StateT, permutation: Sequence[int], /) -> StateT:
        """The state in which i stands for what `permutation[i - 1]` stands for in the given one."""
