"""The concrete structure M(P) of a counting model as the definition of any model is given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula
from vsym.models.counting import semantics
from vsym.models.counting.deadlock import deadlocked, with_meaning
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State, Step


@frozen
class Structure:
    """States are local states of processes with shared values."""

    model: Model

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
