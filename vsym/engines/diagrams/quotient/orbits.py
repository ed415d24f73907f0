"""Systems explored by a strategy up to symmetry, and CTL on representatives of orbits,
without the relation between representatives and states.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.diagrams import StateSet, extended, keeps
from vsym.engines.diagrams.quotient.stepping import OrbitSteps, lifted
from vsym.engines.diagrams.quotient.strategies import Explored, Exploring, Within
from vsym.engines.diagrams.quotient.symmetries import SystemGroup
from vsym.engines.diagrams.saturation import Saturated, deadlocks
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.explaining import Route
from vsym.logic.formula import TRUE, Formula
from vsym.system.result import PathKind, SystemPath
from vsym.system.step import Vector

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton


@frozen(eq=False)
class Orbits(Saturated):
    """Representatives of orbits, perhaps not of all, in the place of states; those of the initial states are among
    them. `explored` says how they were met, and `steps` are the steps between them."""

    symmetric: SystemGroup
    steps: OrbitSteps
    explored: Explored

    def valuation(self, reduction: Reduction, conditions: Sequence[Formula] = ()) -> Valuation:
        """The representatives that satisfy reduced formulas, whose predicates the group must keep; as long as not all
        orbits have been met, on the paths through these that have no end."""
        if not self.explored.complete:
            conditions = (*conditions, TRUE)
        return QuotientValuation(self.steps, self.states, self.encoding.initial, reduction, conditions)

    def is_true_somewhere(self, predicate: Formula) -> bool | None:
        """True if some representative satisfies a predicate. Without one the answer is False if the group keeps the
        predicate, else None."""
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
        steps = OrbitSteps(encoding, self.symmetric.over(encoding), proved=True, virtual=self.steps.virtual)
        if self.explored.complete:
            explored = Within(exploring(steps, lambda _: False)).run()
        else:
            explored = replace(self.explored, states=extended(self.states, encoding.space))
        return orbits(steps, self.symmetric, explored, started)


def exploring(steps: OrbitSteps, ends: Callable[[Explored], bool]) -> Exploring:
    """The task of strategies on an encoding."""
    encoding = steps.encoding
    relation, stutter = encoding.relation, encoding.stutter

    def with_stutter(after: StateSet, states: StateSet) -> StateSet:
        return after if stutter is None else after | stutter.image(encoding.deadlocked(states))

    return Exploring(
        encoding.initial,
        lambda states: with_stutter(relation.image(states), states),
        encoding.reachable,
        steps.group,
        ends,
        lambda states: with_stutter(steps.after(states), states),
        steps.reachable,
    )


def orbits(steps: OrbitSteps, symmetric: SystemGroup, explored: Explored, started: float) -> Orbits:
    """The orbits when a strategy has met all, or some."""
    encoding, group = steps.encoding, steps.group
    initial = encoding.initial
    if not explored.real:
        initial = group.canonical(initial)
    seconds = time.monotonic() - started
    deadlocked = deadlocks(encoding, explored.states)
    return Orbits(encoding, initial, explored.states, deadlocked, None, seconds, symmetric, steps, explored)


class QuotientValuation(Valuation):
    """The representatives that satisfy each node of reduced CTL formulas.

    The steps are those of the quotient structure with several representatives (Barner, Grumberg, definition 2.16): from
    one representative to another where some state in the orbit of the second is a successor of the first. Permutations
    take predecessors to predecessors, so that these are the representatives of the predecessors of a representative:
    no relation between representatives and states is needed, and where each orbit has one of them, no orbit either.
    Up to virtual symmetry they are the representatives among the predecessors of all states of its orbit. Every
    predicate must be one that the group keeps, and every generator a symmetry.
    """

    def __init__(
        self,
        steps: OrbitSteps,
        representatives: StateSet,
        initial: StateSet,
        reduction: Reduction,
        conditions: Sequence[Formula] = (),
    ) -> None:
        super().__init__(steps.encoding, representatives, reduction, conditions)
        self.steps, self.group = steps, steps.group
        self._initial = initial

    @cached_property
    def starts(self) -> StateSet:
        """The representatives of the initial states."""
        return self._representing(self._initial)

    @property
    def stepwise(self) -> bool:
        """A step of the quotient is one of the encoding and a permutation."""
        return False

    def path(self, route: Route[Vector], kind: PathKind) -> SystemPath:
        """A run of the system in the orbits of the route, from an initial state."""
        return lifted(self.steps, self._initial, route, kind)

    def before(self, states: StateSet) -> StateSet:
        """The representatives with a successor in the orbits of `states`."""
        if self.steps.virtual and not (self._canonical and self.steps.on_counters):
            # Predecessors of whole orbits are many: they are cut to the representatives while they are made.
            into = self.encoding.relation.preimage(self.group.closure(states), within=self.reachable)
            return into | self._staying_before(states)
        if self._canonical:
            return self.steps.before(states) & self.reachable | self._staying_before(states)
        return self._representing(self.encoding.relation.preimage(states)) | self._staying_before(states)

    def after(self, states: StateSet) -> StateSet:
        """The representatives of the successors of representatives."""
        if not self._canonical:
            return self._representing(super().after(states))
        return (self.steps.after(states) | self._staying_after(states)) & self.reachable

    @cached_property
    def _canonical(self) -> bool:
        """Tells if the representatives are those that the group makes of any state, one of each orbit."""
        return self.group.minimal and self.group.canonical(self.reachable) == self.reachable

    def _representing(self, states: StateSet) -> StateSet:
        """The representatives in the orbits of some states."""
        orbits = self.group.canonical(states) if self._canonical else self.group.closure(states)
        return orbits & self.reachable

    def until(self, inside: StateSet, goal: StateSet) -> StateSet:
        """E [inside U goal], layer by layer backward."""
        states = layer = goal
        while layer:
            layer = (self.before(layer) & inside) - states
            states |= layer
        return states

    def closure(self, states: StateSet, inside: StateSet) -> StateSet:
        """The states of `inside` reached from `states` by any number of steps, all of them within `inside`."""
        closed = layer = states & inside
        while layer:
            layer = (self.after(layer) & inside) - closed
            closed |= layer
        return closed

    def _lasting(
        self, _: StateSet
    ) -> tuple[Callable[[StateSet, StateSet], StateSet], Callable[[StateSet, StateSet], StateSet]]:
        return lambda among, into: among & self.before(into), self.until
