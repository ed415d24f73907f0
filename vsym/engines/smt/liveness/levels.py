"""How a step changes a rank that a person states, in comparisons of linear terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.engines.smt.conclusions import State
from vsym.engines.smt.evaluate import holds, value
from vsym.engines.smt.system import Step, TransitionSystem
from vsym.logic.properties import StatedRank

_Cases: TypeAlias = tuple[tuple[FNode, FNode], ...]
"""Conditions, one of which holds, each with the term that is the value there."""


@frozen
class Levels:
    """The levels of a stated rank over the symbols of a system, from the most significant on."""

    system: TransitionSystem
    cases: tuple[_Cases, ...]

    @classmethod
    def of(cls, rank: StatedRank, system: TransitionSystem) -> Levels:
        """The levels of a rank that is stated for the system."""
        levels = (tuple((system.formula(where), system.term(term)) for where, term in one) for one in rank.levels)
        return cls(system, tuple(levels))

    @property
    def terms(self) -> tuple[FNode, ...]:
        """Each level as one term."""
        manager = self.system.environment.formula_manager
        found = []
        for level in self.cases:
            *others, (_, term) = level
            for condition, other in reversed(others):
                term = manager.Ite(condition, other, term)
            found.append(term)
        return tuple(found)

    def at(self, state: State) -> tuple[int, ...]:
        """The rank of a state."""
        return tuple(
            next(value(term, state) for condition, term in level if holds(condition, state)) for level in self.cases
        )

    def lower(self, step: Step) -> FNode:
        """The step lowers the rank, as one word goes before another in a dictionary."""
        manager = self.system.environment.formula_manager
        ways = []
        for place, level in enumerate(self.cases):
            same = [self._compared(one, step, manager.Equals) for one in self.cases[:place]]
            ways.append(manager.And([*same, self._compared(level, step, manager.LT)]))
        return manager.Or(ways)

    def same(self, step: Step) -> FNode:
        """The step leaves the rank as it is."""
        manager = self.system.environment.formula_manager
        return manager.And([self._compared(level, step, manager.Equals) for level in self.cases])

    def _compared(self, level: _Cases, step: Step, compare: Callable[[FNode, FNode], FNode]) -> FNode:
        """A level after the step compared with the same before it, case by case."""
        manager = self.system.environment.formula_manager
        later = [(after(self.system, step, condition), after(self.system, step, term)) for condition, term in level]
        pairs = (manager.And(here, there, compare(new, old)) for here, old in level for there, new in later)
        return manager.Or(list(pairs))


def after(system: TransitionSystem, step: Step, what: FNode) -> FNode:
    """A predicate or term after a step, in terms of the state before it."""
    return system.environment.substituter.substitute(what, dict(step.update))
