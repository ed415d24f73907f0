"""The extents of CTL formulas in an explored graph, also in one that is only partly known.

The graph is of numbered states, from any engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, assert_never

import numpy as np

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, Interruption, check
from vsym.engines.explicit.graph import (
    NONE,
    UNREACHED,
    Graph,
    distances,
    fair_components,
    persistent,
)
from vsym.engines.explicit.table import Mask, Numbers
from vsym.logic.bounds import Side, on
from vsym.logic.ctl import (
    Conjunction,
    Disjunction,
    Equivalence,
    ExistsGlobally,
    ExistsNext,
    ExistsUntil,
    Negation,
    Node,
    Predicate,
    Reduction,
    operands,
)
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula
from vsym.system.result import Path, PathKind


@frozen(eq=False)
class Extent:
    """The states in which a formula holds for sure, and those in which it may hold.

    They differ only where it depends on states that were not expanded; in a complete exploration both are one array.
    """

    sure: Mask
    possible: Mask


@dataclass(eq=False)
class Valuation:
    """The extents of the nodes of a reduction, each computed when it is first asked for.

    Unexpanded states make a three-valued structure: a node that surely holds there holds in every completion of the
    graph (Bruns and Godefroid, Model Checking Partial State Spaces, CAV 1999). The quantifiers range over fair paths
    (Clarke, Emerson, Sistla, TOPLAS 1986): EX and EU lead to states that begin one, and EG leads to a fair component.

    Where a state stands for several, `certain` has the steps that all of them have, and the exploration those that some
    have; predicates may have two bounds. Then the sure side rests on the certain steps, and the possible side on all
    (theory, section 10).
    """

    exploration: Structure
    reduction: Reduction
    budget: Budget
    certain: Graph | None = None
    extents: dict[int, Extent] = field(default_factory=dict)

    def extent(self, node: int) -> Extent:
        """The states in which a node holds; raises LimitReachedError at the deadline."""
        for number in _needed(self.reduction.nodes, node, self.extents):
            self.extents[number] = self._computed(self.reduction.nodes[number])
        return self.extents[node]

    def target(self, node: int) -> Extent:
        """The states in which a node holds and a fair path begins; raises LimitReachedError at the deadline."""
        return self._with_fair_path(self.extent(node))

    def graph(self, side: Side) -> Graph:
        """The steps on which a side rests."""
        return self.exploration.graph if self.certain is None or side == "possible" else self.certain

    @property
    def exact(self) -> bool:
        """True where a node that may hold in a state surely holds there."""
        return self.certain is None and self.exploration.complete

    def where(self, predicate: Formula, side: Side) -> Mask:
        """The states in which a predicate holds for sure, or may hold."""
        return self.exploration.where(on(side, predicate))

    def justice(self, side: Side = "sure") -> tuple[Mask, ...]:
        """The states in which each fairness constraint holds for sure, or may hold."""
        return self._justice["sure" if self.certain is None else side]

    @cached_property
    def _justice(self) -> Mapping[Side, tuple[Mask, ...]]:
        sides: tuple[Side, ...] = ("sure",) if self.certain is None else ("sure", "possible")
        return {side: self.exploration.justice(side) for side in sides}

    @cached_property
    def fair(self) -> Extent:
        """The states in which a fair path begins."""
        everywhere = np.ones(self.exploration.states, dtype=np.bool_)
        return self._globally(Extent(everywhere, everywhere))

    def components(self, inside: Mask, side: Side = "sure") -> Numbers:
        """The number of each state's fair component among some states, or NONE."""
        return fair_components(self.graph(side), inside, self.justice(side), self.budget.deadline)

    def _with_fair_path(self, extent: Extent) -> Extent:
        if not self.justice():
            return extent
        return self._extent(extent.sure & self.fair.sure, lambda: extent.possible & self.fair.possible)

    def _extent(self, sure: Mask, possible: Callable[[], Mask]) -> Extent:
        return Extent(sure, sure if self.exact else possible())

    def _computed(self, node: Node) -> Extent:
        check(self.budget.deadline)
        match node:
            case Predicate(formula):
                mask, judged = self.where(formula, "sure"), self.exploration.judged
                other = mask if self.certain is None else self.where(formula, "possible")
                if judged == self.exploration.states:
                    return Extent(mask, other)
                sure, possible = mask.copy(), other.copy()
                sure[judged:], possible[judged:] = False, True
                return Extent(sure, possible)
            case Negation(operand):
                extent = self.extents[operand]
                sure = ~extent.possible
                return Extent(sure, sure if extent.sure is extent.possible else ~extent.sure)
            case Conjunction(parts):
                return self._joined(parts, np.logical_and)
            case Disjunction(parts):
                return self._joined(parts, np.logical_or)
            case Equivalence(left, right):
                return self._equivalent(self.extents[left], self.extents[right])
            case ExistsNext(operand):
                return self._next(self._with_fair_path(self.extents[operand]))
            case ExistsUntil(left, right):
                return self._until(self.extents[left], self._with_fair_path(self.extents[right]))
            case ExistsGlobally(operand):
                return self._globally(self.extents[operand])
        assert_never(node)

    @property
    def _unknown(self) -> Mask:
        """The states whose successors are not known."""
        mask = np.zeros(self.exploration.states, dtype=np.bool_)
        mask[self.exploration.expanded :] = True
        return mask

    def _joined(self, parts: tuple[int, ...], join: np.ufunc) -> Extent:
        extents = [self.extents[part] for part in parts]
        sure: Mask = join.reduce([extent.sure for extent in extents], axis=0)
        if all(extent.sure is extent.possible for extent in extents):
            return Extent(sure, sure)
        return Extent(sure, join.reduce([extent.possible for extent in extents], axis=0))

    def _equivalent(self, left: Extent, right: Extent) -> Extent:
        sure = (left.sure & right.sure) | ~(left.possible | right.possible)
        if left.sure is left.possible and right.sure is right.possible:
            return Extent(sure, sure)
        return Extent(sure, (left.possible & right.possible) | ~(left.sure | right.sure))

    def _next(self, operand: Extent) -> Extent:
        return self._extent(
            self.graph("sure").count_successors(operand.sure) > 0,
            lambda: (self.graph("possible").count_successors(operand.possible) > 0) | self._unknown,
        )

    def _until(self, left: Extent, right: Extent) -> Extent:
        return self._extent(
            self._reaching(right.sure, left.sure, "sure"),
            lambda: self._reaching(right.possible | (left.possible & self._unknown), left.possible, "possible"),
        )

    def _reaching(self, goal: Mask, inside: Mask, side: Side) -> Mask:
        if not goal.any() or goal.all():
            return goal
        mask: Mask = distances(self.graph(side).reversed, goal, inside, self.budget.deadline) != UNREACHED
        return mask

    def _globally(self, operand: Extent) -> Extent:
        nowhere = np.zeros(self.exploration.states, dtype=np.bool_)
        return self._extent(
            self._staying(operand.sure, nowhere, "sure"),
            lambda: self._staying(operand.possible, operand.possible & self._unknown, "possible"),
        )

    def _staying(self, inside: Mask, lasting: Mask, side: Side) -> Mask:
        """The states from which a fair path stays inside for ever, `lasting` ones taken to have one."""
        if self.justice(side):
            return self._reaching((self.components(inside, side) != NONE) | lasting, inside, side)
        graph = self.graph(side)
        return persistent(graph, graph.reversed, inside, lasting, self.budget.deadline)


def _needed(nodes: tuple[Node, ...], root: int, extents: dict[int, Extent]) -> Iterator[int]:
    """The nodes below a root that are not known yet, operands first."""
    needed, stack = set(), [root]
    while stack:
        node = stack.pop()
        if node not in extents and node not in needed:
            needed.add(node)
            stack.extend(operands(nodes[node]))
    yield from sorted(needed)


class Structure(Protocol):
    """States as a breadth-first search finds them, the `initial` ones first; those from `expanded` on have successors
    that are not known. `parents` leads back from each on a shortest path, -1 from the initial ones."""

    @property
    def graph(self) -> Graph:
        """The steps between them."""

    @property
    def parents(self) -> Numbers:
        """Each state's first predecessor."""

    @property
    def initial(self) -> int:
        """The number of initial states."""

    @property
    def all_initial(self) -> bool:
        """Tells if all initial ones are known."""

    @property
    def states(self) -> int:
        """The number of states."""

    @property
    def expanded(self) -> int:
        """The number of states whose successors are known."""

    @property
    def judged(self) -> int:
        """The number of them, from the first on, with decided predicates."""

    @property
    def complete(self) -> bool:
        """Tells if these are all the reachable ones."""

    @property
    def interrupted(self) -> Interruption | None:
        """The interruption before it was complete."""

    def where(self, predicate: Formula) -> Mask:
        """The states in which a predicate holds."""

    def justice(self, side: Side) -> tuple[Mask, ...]:
        """The sets of states each of which a path has to visit infinitely often to count, on a side."""

    def path(self, route: Route[int], kind: PathKind) -> Path[Any, Any]:
        """A route of which every state is a successor of the one before, as a path of the input."""

    def vector(self, state: int) -> tuple[int, ...]:
        """A state as the input knows it."""
