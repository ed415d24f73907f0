"""What is known of a system when a strategy has explored it up to symmetry."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.diagrams import StateSet, extended, keeps
from vsym.engines.diagrams.quotient.explored import Explored, Exploring
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.quotient.strategies.canonical import Within
from vsym.engines.diagrams.quotient.symmetries import SystemGroup
from vsym.engines.diagrams.quotient.valuation import QuotientValuation
from vsym.engines.diagrams.saturation import Saturated, deadlocks
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.formula import TRUE, Formula

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton


@frozen(eq=False)
class Orbits(Saturated):
    """Representatives of orbits, perhaps not of all, in the place of states, those of the initial ones among them;
    `explored` says how they were met, and `steps` are those between them."""

    symmetric: SystemGroup
    steps: OrbitSteps
    explored: Explored

    def valuation(self, reduction: Reduction, conditions: Sequence[Formula] = ()) -> Valuation:
        """The representatives that satisfy reduced formulas, whose predicates the group must keep; as long as not all
        orbits have been met, on the paths through these that have no end."""
        if not self.explored.complete:
            conditions = (*conditions, TRUE)
        return QuotientValuation(self.steps, self.states, self.encoding.initial(), reduction, conditions)

    def is_true_somewhere(self, predicate: Formula) -> bool | None:
        """Whether some state in the orbits satisfies a predicate, as far as representatives tell: what the group does
        not keep may be true of others."""
        if super().is_true_somewhere(predicate):
            return True
        satisfying = self.encoding.space.satisfying(self.encoding.constraint(predicate))
        return False if keeps(self.steps.group.generators, [satisfying]) else None

    def beside(self, automaton: Automaton) -> Saturated:
        """Representatives with an automaton beside the system, which the group leaves as it is; as long as not all
        orbits have been met, those that have, each with every state of the automaton.

        The automaton's letters are the maximal predicates of its formula, so that permutations take runs of both to
        runs of both (Barner, Grumberg, lemma 6.1, which is not true of an automaton over atoms).
        """
        encoding, started = self.encoding.beside(automaton), time.monotonic()
        steps = OrbitSteps(encoding, self.symmetric.over(encoding), proved=True)
        if self.explored.complete:
            explored = Within(exploring(steps, _never)).run()
        else:
            explored = replace(self.explored, states=extended(self.states, encoding.space))
        return orbits(steps, self.symmetric, explored, started)


def exploring(steps: OrbitSteps, ends: Callable[[Explored], bool]) -> Exploring:
    """What strategies are asked of an encoding."""
    encoding = steps.encoding
    relation, stutter = encoding.relation, encoding.stutter

    def with_stutter(after: StateSet, states: StateSet) -> StateSet:
        return after if stutter is None else after | stutter.image(encoding.deadlocked(states))

    return Exploring(
        encoding.initial(),
        lambda states: with_stutter(relation.image(states), states),
        encoding.reachable,
        steps.group,
        ends,
        lambda states: with_stutter(steps.after(states), states),
        steps.reachable,
    )


def orbits(steps: OrbitSteps, symmetric: SystemGroup, explored: Explored, started: float) -> Orbits:
    """What is known when a strategy has met all orbits, or some."""
    encoding, group = steps.encoding, steps.group
    initial = encoding.initial()
    if not explored.real:
        initial = group.canonical(initial)
    seconds = time.monotonic() - started
    deadlocked = deadlocks(encoding, explored.states)
    return Orbits(encoding, initial, explored.states, deadlocked, None, seconds, symmetric, steps, explored)


def _never(_: Explored) -> bool:
    return False
