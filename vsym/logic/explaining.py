"""Explanations of CTL formulas in a state: a path, for the outermost operators that one path can explain.

The recursion does not depend on how sets of states are represented; an engine gives the few operations that it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, SupportsInt, TypeVar, assert_never

from vsym.basics.frozen import frozen
from vsym.logic import ctl

N = TypeVar("N")
States = TypeVar("States")


@frozen
class Route(Generic[N]):
    """A path as states; with `loop`, its last state is the one at that index and what lies between repeats."""

    path: tuple[N, ...]
    loop: int | None = None

    def after(self, prefix: Sequence[N]) -> Route[N]:
        """This route with a path before it that ends where this one begins."""
        return Route((*prefix[:-1], *self.path), None if self.loop is None else self.loop + len(prefix) - 1)


class Parents(Protocol):
    """The parent of each state by its number, -1 of an initial state."""

    def __getitem__(self, state: int, /) -> SupportsInt:
        """The parent of a state."""


def path_to(parents: Parents, state: int) -> tuple[int, ...]:
    """The path from an initial state along `parents` to a state, as numbers."""
    path = [state]
    while (parent := int(parents[path[-1]])) >= 0:
        path.append(parent)
    return tuple(path[::-1])


class StateSets(Protocol[States, N]):
    """Sets of states in which the nodes of reduced CTL formulas are known to hold or to fail."""

    @property
    def nodes(self) -> Sequence[ctl.Node]:
        """The nodes, which are called by their numbers."""

    def one(self, states: States, /) -> N:
        """A state of a set that is not empty."""

    def only(self, state: N, /) -> States:
        """The set of one state."""

    def among(self, states: States, number: int, positive: bool, /) -> States | None:
        """The states of a set in which a node holds (`positive`) or fails for sure; None if there are none."""

    def successors(self, starts: States, operand: int, /) -> States:
        """The successors of some states in which a node holds and from which a fair path starts."""

    def predecessor(self, starts: States, state: N, /) -> N:
        """One of `starts` of which a state is a successor."""

    def shortest(self, starts: States, left: int, right: int, /) -> Sequence[N]:
        """A path from one of `starts`, in all of which E [left U right] holds, to where `right` holds and a fair path
        starts; `left` holds until then. It is a shortest one if `right` is a predicate."""

    def lasso(self, starts: States, number: int, /) -> Route[N]:
        """A fair path from one of `starts` that stays for ever where a node holds, an EG that holds in all of them."""


def explain(sets: StateSets[States, N], number: int, positive: bool, starts: States) -> Route[N]:
    """A path from one of `starts` that shows why a node holds (`positive`) or fails, as it must in all of them.

    A path to its goal shows an until, a lasso an EG. From the end of a path some fair path goes on, and the rest is
    explained in turn, as far as paths can. Of several parts that must all be shown, only the first that a path can show
    is explained; of alternatives, the one with the shortest path.
    """
    node = sets.nodes[number]
    match node:
        case ctl.Predicate() | ctl.Equivalence():
            return Route((sets.one(starts),))
        case ctl.Negation(operand):
            return explain(sets, operand, not positive, starts)
        case ctl.Conjunction(parts) | ctl.Disjunction(parts):
            if isinstance(node, ctl.Conjunction) == positive:
                sides = [part for part in parts if ctl.is_told(sets.nodes, part, positive)]
                return explain(sets, sides[0], positive, starts) if sides else Route((sets.one(starts),))
            fitting = [(part, states) for part in parts if (states := sets.among(starts, part, positive)) is not None]
            routes = [explain(sets, part, positive, states) for part, states in fitting]
            return min(routes, key=lambda route: len(route.path))
        case ctl.ExistsNext() | ctl.ExistsUntil() | ctl.ExistsGlobally() if not positive:
            return Route((sets.one(starts),))
        case ctl.ExistsNext(operand):
            route = explain(sets, operand, True, sets.successors(starts, operand))
            return route.after((sets.predecessor(starts, route.path[0]), route.path[0]))
        case ctl.ExistsUntil(left, right):
            path = sets.shortest(starts, left, right)
            return explain(sets, right, True, sets.only(path[-1])).after(path)
        case ctl.ExistsGlobally():
            return sets.lasso(starts, number)
    assert_never(node)


def endless(sets: StateSets[States, N], route: Route[N], number: int) -> Route[N]:
    """The route, with a fair lasso after its end where it has no loop; node `number` is EG true. It stays as it is
    where no fair path is known from its end."""
    if route.loop is not None:
        return route
    end = sets.only(route.path[-1])
    return route if sets.among(end, number, True) is None else sets.lasso(end, number).after(route.path)
