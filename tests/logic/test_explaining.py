"""Explanations of CTL on a small graph, whose sets of states are Python's: the work of the recursion alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pytest

from vsym.logic import ctl
from vsym.logic.explaining import Route, endless, explain
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Formula, Temporal, compare, conjunction, disjunction, negate
from vsym.logic.terms import Linear, Named, linear

GRAPH: Mapping[int, frozenset[int]] = {
    0: frozenset({1, 2}),
    1: frozenset({3}),
    2: frozenset({4}),
    3: frozenset({1}),
    4: frozenset({5}),
    5: frozenset({5}),
}
States = frozenset[int]


def at(*numbers: int) -> Formula:
    """The state is one of these."""
    return disjunction(compare(linear([(Named("state"), 1)]), "=", Linear((), number)) for number in numbers)


@dataclass(frozen=True)
class Sets:
    """`StateSets` of the graph, each set from its definition; of several answers the smallest or shortest."""

    nodes: Sequence[ctl.Node]

    def extent(self, number: int) -> States:
        """The states in which a node holds."""
        everywhere = frozenset(GRAPH)
        match self.nodes[number]:
            case ctl.Predicate(formula):
                return frozenset(state for state in GRAPH if satisfied(formula, lambda _, state=state: state))  # type: ignore[misc]
            case ctl.Negation(operand):
                return everywhere - self.extent(operand)
            case ctl.Conjunction(parts):
                return everywhere.intersection(*map(self.extent, parts))
            case ctl.Disjunction(parts):
                return frozenset().union(*map(self.extent, parts))
            case ctl.Equivalence(left, right):
                return everywhere - (self.extent(left) ^ self.extent(right))
            case ctl.ExistsNext(operand):
                return frozenset(state for state in GRAPH if GRAPH[state] & self.extent(operand))
            case ctl.ExistsUntil(left, right):
                return frozenset(state for state in GRAPH if any(self._ways(state, left, right)))
            case ctl.ExistsGlobally():
                return frozenset(state for state in GRAPH if any(self._lassos(state, number)))
        raise AssertionError(self.nodes[number])

    def one(self, states: States) -> int:
        return min(states)

    def only(self, state: int) -> States:
        return frozenset({state})

    def among(self, states: States, number: int, positive: bool) -> States | None:
        extent = self.extent(number)
        return (states & extent if positive else states - extent) or None

    def successors(self, starts: States, operand: int) -> States:
        return frozenset().union(*(GRAPH[state] for state in starts)) & self.extent(operand)

    def predecessor(self, starts: States, state: int) -> int:
        return min(start for start in starts if state in GRAPH[start])

    def shortest(self, starts: States, left: int, right: int) -> Sequence[int]:
        return min((way for start in starts for way in self._ways(start, left, right)), key=len)

    def lasso(self, starts: States, number: int) -> Route[int]:
        return min((one for start in starts for one in self._lassos(start, number)), key=lambda one: len(one.path))

    def _paths(self, start: int, inside: States) -> Iterator[tuple[int, ...]]:
        """The paths without repetitions, all but the last state of which are inside."""
        paths: list[tuple[int, ...]] = [(start,)]
        for path in paths:
            yield path
            if path[-1] in inside:
                paths += [(*path, target) for target in sorted(GRAPH[path[-1]]) if target not in path]

    def _ways(self, start: int, left: int, right: int) -> Iterator[tuple[int, ...]]:
        goal = self.extent(right)
        return (path for path in self._paths(start, self.extent(left)) if path[-1] in goal)

    def _lassos(self, start: int, number: int) -> Iterator[Route[int]]:
        node = self.nodes[number]
        assert isinstance(node, ctl.ExistsGlobally)
        inside = self.extent(node.operand)
        for path in self._paths(start, inside):
            for back in GRAPH[path[-1]] & {*path} if inside >= {*path} else ():
                yield Route((*path, back), path.index(back))


def ef(formula: Formula) -> Formula:
    return Temporal("EF", (formula,))


@pytest.mark.parametrize(
    ("formula", "route"),
    [
        (TRUE, Route((0,))),
        (ef(at(4)), Route((0, 2, 4))),
        (negate(Temporal("AG", (negate(at(4)),))), Route((0, 2, 4))),
        (Temporal("EX", (at(2),)), Route((0, 2))),
        (Temporal("EX", (Temporal("EX", (at(3),)),)), Route((0, 1, 3))),
        (Temporal("EG", (at(0, 1, 3),)), Route((0, 1, 3, 1), 1)),
        (ef(conjunction([at(4), Temporal("EG", (at(4, 5),))])), Route((0, 2, 4, 5, 5), 3)),
        (Temporal("EU", (at(0, 2), at(4))), Route((0, 2, 4))),
        (disjunction([ef(at(5)), ef(at(3)), ef(at(0, 9))]), Route((0,))),
        (disjunction([ef(at(5)), ef(at(3))]), Route((0, 1, 3))),
        (conjunction([at(0), ef(at(3)), ef(at(5))]), Route((0, 1, 3))),
        (Temporal("AF", (at(3, 4),)), Route((0,))),
        (ef(ef(at(5))), Route((0, 2, 4, 5))),
    ],
)
def test_what_holds_is_shown_by_a_path(formula: Formula, route: Route[int]) -> None:
    """Its negation fails by the same path."""
    for asked, positive in ((formula, True), (negate(formula), False)):
        reduction = ctl.reduce([asked])
        [root], sets = reduction.roots, Sets(reduction.nodes)
        assert sets.among(frozenset({0}), root, positive)
        assert explain(sets, root, positive, frozenset({0})) == route


def test_the_start_is_one_from_which_it_can_be_shown() -> None:
    reduction = ctl.reduce([Temporal("EX", (at(5),)), Temporal("AG", (negate(at(4)),))])
    next_five, never_four = reduction.roots
    sets = Sets(reduction.nodes)
    assert explain(sets, next_five, True, frozenset({4, 5})).path[-1] == 5
    assert explain(sets, never_four, False, frozenset({0, 2})) == Route((2, 4))


def test_a_prefix_moves_the_loop() -> None:
    assert Route((3, 4, 3), 0).after((1, 2, 3)) == Route((1, 2, 3, 4, 3), 2)
    assert Route((3,)).after((3,)) == Route((3,))


@pytest.mark.parametrize(
    ("route", "whole"),
    [
        (Route((0, 2)), Route((0, 2, 4, 5, 5), 3)),
        (Route((0, 1, 3, 1), 1), Route((0, 1, 3, 1), 1)),
    ],
)
def test_a_route_goes_on_to_a_loop_where_it_has_none(route: Route[int], whole: Route[int]) -> None:
    reduction = ctl.reduce([Temporal("EG", (TRUE,))])
    assert endless(Sets(reduction.nodes), route, reduction.roots[0]) == whole


def test_a_route_stays_as_it_is_where_no_way_on_is_known() -> None:
    """From 4 on, no path stays at 4."""
    reduction = ctl.reduce([Temporal("EG", (at(4),))])
    assert endless(Sets(reduction.nodes), Route((0, 2, 4)), reduction.roots[0]) == Route((0, 2, 4))
