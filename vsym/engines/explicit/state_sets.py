"""Sets of explored states, for the explanation of CTL."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vsym.basics.frozen import frozen
from vsym.engines.explicit.fair import fair_lasso
from vsym.engines.explicit.graph import Graph, Nodes, distances
from vsym.engines.explicit.lasso import descent, lasso, mask_of
from vsym.engines.explicit.valuation import Valuation
from vsym.logic.ctl import Node
from vsym.logic.explaining import Route


@frozen
class ExploredSets:
    """`StateSets` of a valuation; its operations raise LimitReachedError at the deadline."""

    valuation: Valuation

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes of the valuation."""
        return self.valuation.reduction.nodes

    @property
    def _graph(self) -> Graph:
        return self.valuation.exploration.graph

    def one(self, states: Nodes) -> int:
        """The first."""
        return int(states[0])

    def only(self, state: int) -> Nodes:
        """The set of one state."""
        return np.array([state])

    def among(self, states: Nodes, number: int, positive: bool) -> Nodes | None:
        """Those in which a node holds, or fails, for sure."""
        extent = self.valuation.extent(number)
        fitting = states[extent.sure[states] if positive else ~extent.possible[states]]
        return fitting if fitting.size else None

    def successors(self, starts: Nodes, operand: int) -> Nodes:
        """The successors in which a node holds and a fair path starts."""
        successors = mask_of(self._graph, self._graph.successors(starts))
        return np.flatnonzero(successors & self.valuation.target(operand).sure)

    def predecessor(self, starts: Nodes, state: int) -> int:
        """The first of `starts` in the reversed graph that leads to a state."""
        sources = self._graph.reversed.successors(np.array([state]))
        return int(sources[np.isin(sources, starts)][0])

    def shortest(self, starts: Nodes, left: int, right: int) -> Sequence[int]:
        """A shortest path through `left` to `right`, from the first start that has one."""
        goal, inside = self.valuation.target(right).sure, self.valuation.extent(left).sure
        distance = distances(self._graph.reversed, goal, inside, self.valuation.budget.deadline)
        # Every start reaches the goal, so none is marked as unreached.
        return descent(self._graph, distance, int(starts[distance[starts].argmin()]))

    def lasso(self, starts: Nodes, number: int) -> Route[int]:
        """A lasso with a shortest stem, fair where there are constraints."""
        valuation, inside = self.valuation, self.valuation.extent(number).sure
        deadline = valuation.budget.deadline
        if not valuation.justice:
            return lasso(self._graph, inside, starts, deadline)
        return fair_lasso(self._graph, inside, valuation.components(inside), valuation.justice, starts, deadline)
