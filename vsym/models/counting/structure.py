"""The concrete structure M(P) of a counting model as the protocol of models has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula
from vsym.models.counting import semantics
from vsym.models.counting.deadlock import deadlocked, with_meaning
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State, Step


@frozen
class Structure:
    """States are local states of processes with shared values; what is exchanged are processes."""

    model: Model

    @property
    def name(self) -> str:
        """The system's name."""
        return self.model.name

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        """The parameters with their values."""
        return self.model.parameters

    def initial(self) -> Iterator[State]:
        """Every initial state, by trying all |L|^n of them."""
        return semantics.initial_states(self.model)

    def steps(self, state: State, /) -> Iterator[tuple[Step, State]]:
        """Every step from a state; raises RangeError where an enabled one assigns outside a range."""
        return ((step, step.target) for step in semantics.steps(self.model, state))

    def holds(self, predicate: Formula, state: State, /) -> bool:
        """Whether a predicate holds in a state; raises TypeError on a temporal operator."""
        return semantics.holds(with_meaning(predicate, self._deadlocked), state)

    @cached_property
    def _deadlocked(self) -> Formula:
        return deadlocked(self.model)

    def columns(self, state: State, /) -> tuple[tuple[str, str | int], ...]:
        """The local state of every process, by its index, and the value of every shared variable."""
        return (*((str(process), location) for process, location in enumerate(state.locations, 1)), *state.shared)

    def renamed(self, state: State, permutation: Sequence[int], /) -> State:
        """The state in which process i is where `permutation[i - 1]` is in the given one."""
        return semantics.renamed(state, permutation)
