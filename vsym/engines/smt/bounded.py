"""Bounded model checking: a shortest path to a state where a predicate does not hold, looked for length by length."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.conclusions import Refuted, State
from vsym.engines.smt.evaluate import after_step, holds
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unrolling import Unrolling

NAME = "bounded model checking"


class BoundedSearch:
    """An incremental search. `length` is that of the paths to be looked at next: all shorter ones end well."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget) -> None:
        self._system = system
        self._wrong = system.environment.formula_manager.Not(predicate)
        self._unrolling = Unrolling(system)
        self._session = Session(system.environment, budget)
        self._session.add([self._unrolling.at(system.initial, 0), self._unrolling.at(system.domain, 0)])
        self._built = 0
        self.length = 0

    def advance(self, budget: Budget) -> Refuted | None:
        """Look at the paths of the next length; raises UndecidedError, and may then be called again."""
        self._session.renew(budget)
        self._build(self.length)
        symbols = [symbol for place in range(self.length + 1) for symbol in self._unrolling.state(place)]
        solution = self._session.model(symbols, self._unrolling.at(self._wrong, self.length))
        if solution is None:
            self.length += 1
            return None
        states = [
            dict(zip(self._system.symbols, (solution[symbol] for symbol in self._unrolling.state(place)), strict=True))
            for place in range(self.length + 1)
        ]
        return Refuted(tuple(states), steps_between(self._system, states), NAME, (1,) * self.length)

    def skip(self, length: int) -> None:
        """Take over from elsewhere that all paths shorter than `length` end well."""
        self.length = max(self.length, length)

    def _build(self, length: int) -> None:
        for place in range(self._built, length):
            self._session.add([self._unrolling.step(place), self._unrolling.at(self._system.domain, place + 1)])
        self._built = max(self._built, length)

    def close(self) -> None:
        """Free the solver."""
        self._session.close()


def steps_between(system: TransitionSystem, states: Sequence[State]) -> tuple[int, ...]:
    """The number of a step that leads from each state to the next; raises ValueError where none does."""
    return tuple(_step_between(system, *pair) for pair in itertools.pairwise(states))


def _step_between(system: TransitionSystem, before: State, after: State) -> int:
    for number, step in enumerate(system.steps):
        if holds(step.guard, before) and after_step(step, before) == dict(after):
            return number
    raise ValueError("no step leads from a state to the next")
