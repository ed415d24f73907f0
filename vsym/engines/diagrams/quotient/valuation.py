"""CTL on representatives of orbits, without the relation between representatives and states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from vsym.diagrams import StateSet
from vsym.engines.diagrams.quotient.lifting import lifted
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula
from vsym.system.result import PathKind, SystemPath
from vsym.system.step import Vector


class QuotientValuation(Valuation):
    """The representatives that satisfy each node of reduced CTL formulas.

    The steps are those of the quotient structure with several representatives (Barner, Grumberg, definition 2.16): from
    one representative to another where some state in the orbit of the second is a successor of the first. Permutations
    take predecessors to predecessors, so that these are the representatives of the predecessors of a representative:
    no relation between representatives and states is needed, and where each orbit has one of them, no orbit either.
    Every predicate must be one that the group keeps, and every generator a symmetry.
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
        return lifted(self.encoding, self.group, self._initial, route, kind)

    def before(self, states: StateSet) -> StateSet:
        """The representatives with a successor in the orbits of `states`."""
        stutter, stuck = self.encoding.stutter, states & self.deadlocked
        staying = stuck if stutter is None else stutter.preimage(stuck, within=self.deadlocked)
        if self._canonical:
            return self.steps.before(states) & self.reachable | staying
        return self._representing(self.encoding.relation.preimage(states)) | staying

    def after(self, states: StateSet) -> StateSet:
        """The representatives of the successors of representatives."""
        if not self._canonical:
            return self._representing(super().after(states))
        stutter, stuck = self.encoding.stutter, states & self.deadlocked
        staying = stuck if stutter is None else stutter.image(stuck)
        return (self.steps.after(states) | staying) & self.reachable

    @cached_property
    def _canonical(self) -> bool:
        """Whether the representatives are those that the group makes of any state, one of each orbit."""
        return self.group.minimal and self.group.canonical(self.reachable) == self.reachable

    def _representing(self, states: StateSet) -> StateSet:
        """The representatives in the orbits of some states."""
        orbits = self.group.canonical(states) if self._canonical else self.group.closure(states).states
        return orbits & self.reachable

    def until(self, inside: StateSet, goal: StateSet) -> StateSet:
        """E [inside U goal], layer by layer backward."""
        found = layer = goal
        while layer:
            layer = (self.before(layer) & inside) - found
            found |= layer
        return found

    def closure(self, states: StateSet, inside: StateSet) -> StateSet:
        """Where any number of steps leads from `states`, all the way through `inside`."""
        found = layer = states & inside
        while layer:
            layer = (self.after(layer) & inside) - found
            found |= layer
        return found

    def core(self, inside: StateSet) -> StateSet:
        """States of `inside` from which a fair path stays there, with every state that some such path repeats."""
        found = inside & self.recurrent
        while True:
            smaller = found & self.before(found)
            for constraint in self.justice:
                smaller &= self.before(self.until(smaller, smaller & constraint))
            if smaller == found:
                return found
            found = smaller
