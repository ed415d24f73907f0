"""What an explanation of CTL needs to know of sets of states, on decision diagrams."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.diagrams import StateSet
from vsym.engines.diagrams.lassos import lasso
from vsym.engines.diagrams.paths import short, shortest
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Node, Predicate
from vsym.logic.explaining import Route
from vsym.logic.formula import TRUE
from vsym.system.step import Vector


class ValuedSets:
    """The sets of a valuation as `StateSets`; that paths end where a fair one goes on is from the valuation too."""

    def __init__(self, valuation: Valuation) -> None:
        self._valuation = valuation

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes of the reduced formulas."""
        return self._valuation.reduction.nodes

    def one(self, states: StateSet) -> Vector:
        """The first state in the order of the levels."""
        return self._valuation.encoding.pick(states)

    def only(self, state: Vector) -> StateSet:
        """The set of one state."""
        return self._valuation.encoding.single(state)

    def among(self, states: StateSet, number: int, positive: bool) -> StateSet | None:
        """Those in which the node holds or fails; every node is known everywhere."""
        extent = self._valuation.extent(number)
        return (states & extent if positive else states - extent) or None

    def successors(self, starts: StateSet, operand: int) -> StateSet:
        """The successors in the extent of the node from which a fair path starts."""
        return self._valuation.after(starts) & self._valuation.extent(operand) & self._valuation.fair

    def predecessor(self, starts: StateSet, state: Vector) -> Vector:
        """The first of those that lead to the state."""
        return self.one(self._valuation.before(self.only(state)) & starts)

    def shortest(self, starts: StateSet, left: int, right: int) -> Sequence[Vector]:
        """A path found from both ends, which nothing restricts where `left` is true.

        It is a shortest one where the goal is told by the state alone; to where a formula about paths holds, one of
        many steps may take more than there need be.
        """
        goal = self._valuation.extent(right) & self._valuation.fair
        inside = None if self.nodes[left] == Predicate(TRUE) else self._valuation.extent(left)
        path = self.way(starts, inside, goal, right)
        assert path is not None
        return path

    def way(self, starts: StateSet, inside: StateSet | None, goal: StateSet, number: int) -> tuple[Vector, ...] | None:
        """A path to `goal`, where node `number` holds; a shortest one if that is a predicate."""
        search = shortest if isinstance(self.nodes[number], Predicate) else short
        return search(self._valuation, starts, inside, goal)

    def lasso(self, starts: StateSet, number: int) -> Route[Vector]:
        """A lasso inside the extent of the EG."""
        return lasso(self._valuation, starts, self._valuation.extent(number))
