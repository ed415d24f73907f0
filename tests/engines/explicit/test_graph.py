"""Fair components and lassos on graphs, against their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.explicit.running import verify
from tests.engines.explicit.systems import (
    ALL_IN_FIRST,
    BUSY,
    LAST,
    NOWHERE,
    SYSTEM,
    constant,
    ctl,
    number_of,
    transition,
)
from tests.logic.ltl_formulas import later
from tests.support import oracle_ltl
from tests.support.drawn import many
from tests.system.systems import fairness
from vsym.engines.explicit.graph import (
    Graph,
    distances,
    fair_components,
    fair_lasso,
    lasso,
    persistent,
    shortened,
    strong_components,
)
from vsym.engines.explicit.table import Mask
from vsym.logic.explaining import Route
from vsym.logic.formula import FALSE, TRUE, Not, compare
from vsym.logic.properties import Property

NODES = 7
GRAPHS = st.lists(st.lists(st.integers(0, NODES - 1), min_size=0, max_size=3), min_size=NODES, max_size=NODES)
SETS = st.frozensets(st.integers(0, NODES - 1), min_size=1)


@settings(max_examples=many(7), deadline=None)
@given(GRAPHS, SETS, st.lists(SETS, max_size=3))
def test_components_and_paths(rows: list[list[int]], inside: frozenset[int], goals: list[frozenset[int]]) -> None:
    graph, region = graph_of(rows), mask(NODES, *inside)
    met = [mask(NODES, *goal) for goal in goals]
    components = fair_components(graph, region, met, None)
    following = {node: frozenset(row) for node, row in enumerate(rows)}
    lasting = oracle_ltl.always(following, inside, goals)
    assert set(np.flatnonzero(distances(graph.reversed, components >= 0, region, None) >= 0).tolist()) == lasting
    ahead = {node: reachable(following, inside, node) for node in inside}
    for node in inside:
        around = {other for other in ahead[node] if node in ahead[other]}
        fair = node in around and all(around & goal for goal in goals)
        assert (components[node] >= 0) == fair
        if fair:
            assert set(np.flatnonzero(components == components[node]).tolist()) == around
    if lasting:
        starts = np.array(sorted(lasting))
        route = fair_lasso(graph, region, components, met, starts, None)
        assert_is_fair_lasso(rows, inside, goals, route)
        assert route.path[0] in lasting
        # One of the starts lies in a fair component, or else a shortest way leads to one.
        assert len(route.path[: (route.loop or 0) + 1]) == 1 + distance(following, inside, lasting, components >= 0)


@settings(max_examples=many(8), deadline=None)
@given(st.lists(st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1)), max_size=15))
def test_components_are_what_reaches_each_other(edges: list[tuple[int, int]]) -> None:
    following = {node: frozenset(target for source, target in edges if source == node) for node in range(NODES)}
    ahead = {node: {node} | reachable(following, frozenset(following), node) for node in following}
    ends = np.array(edges, dtype=np.int32).reshape(-1, 2)
    for small in (len(edges), -1):
        labels = strong_components(NODES, ends[:, 0], ends[:, 1], small).tolist()
        assert all(label < NODES for label in labels)
        for node in following:
            together = {other for other in ahead[node] if node in ahead[other]}
            assert {other for other in following if labels[other] == labels[node]} == together


def test_components_of_a_deep_graph_in_pieces() -> None:
    # A path of 100 000 edges, then the same path closed.
    nodes = np.arange(100_001, dtype=np.int32)
    assert len(set(strong_components(len(nodes), nodes[:-1], nodes[1:]).tolist())) == len(nodes)
    assert len(set(strong_components(len(nodes), nodes, np.roll(nodes, -1)).tolist())) == 1


def reachable(following: dict[int, frozenset[int]], inside: frozenset[int], node: int) -> set[int]:
    found: set[int] = set()
    fresh = {node}
    while fresh:
        fresh = {target for source in fresh for target in following[source] & inside} - found
        found |= fresh
    return found


def distance(following: dict[int, frozenset[int]], inside: frozenset[int], starts: set[int], goal: Mask) -> int:
    layer, length = set(starts), 0
    while not any(goal[node] for node in layer):
        layer = {target for source in layer for target in following[source] & inside}
        length += 1
    return length


def assert_is_fair_lasso(
    rows: list[list[int]], inside: frozenset[int], goals: list[frozenset[int]], route: Route[int]
) -> None:
    assert route.loop is not None
    assert set(route.path) <= inside
    assert all(target in rows[source] for source, target in zip(route.path, route.path[1:], strict=False))
    assert route.path[route.loop] == route.path[-1]
    assert route.loop < len(route.path) - 1
    assert all(goal & set(route.path[route.loop :]) for goal in goals)


def test_nothing_inside() -> None:
    assert not (fair_components(graph_of([[0]]), mask(1), [], None) >= 0).any()


def test_the_cycle_goes_round_the_goals_the_short_way() -> None:
    # From 1 the goals 2 and 4 lie on a round trip of four steps; 6 is a detour that leads nowhere else.
    graph = graph_of([[1], [2, 6], [3], [4, 1], [1, 5], [1], [1]])
    goals = [mask(7, 2), mask(7, 4, 5)]
    components = fair_components(graph, ~mask(7), goals, None)
    route = fair_lasso(graph, ~mask(7), components, goals, np.array([0]), None)
    assert (route.path, route.loop) == ((0, 1, 2, 3, 4, 1), 1)


def test_a_route_is_shortened_to_the_same_infinite_path() -> None:
    assert shortened(Route((5, 7, 7, 7), 1)) == Route((5, 7, 7), 1)
    assert shortened(Route((1, 2, 3, 4, 3, 4, 3), 2)) == Route((1, 2, 3, 4, 3), 2)
    assert shortened(Route((1, 4, 3, 4, 3, 4, 3), 2)) == Route((1, 4, 3, 4), 1)
    assert shortened(Route((7, 7, 7), 1)) == Route((7, 7), 0)
    assert shortened(Route((1, 2))) == Route((1, 2))


@given(st.lists(st.integers(0, 2), min_size=2, max_size=9), st.data())
def test_shortening_keeps_every_state_of_the_path(states: list[int], data: st.DataObject) -> None:
    loop = data.draw(st.integers(0, len(states) - 1))
    route = Route((*states, states[loop]), loop)
    short = shortened(route)
    assert unrolled(short, 40) == unrolled(route, 40)
    assert len(short.path) <= len(route.path)


def unrolled(route: Route[int], length: int) -> list[int]:
    assert route.loop is not None
    path = list(route.path[:-1])
    while len(path) < length:
        path += route.path[route.loop : -1]
    return path[:length]


ALL_IN_A = compare(number_of("A", SYSTEM.blocks[0]), "=", constant(3))


def test_a_fair_loop_meets_every_constraint() -> None:
    """Somebody waits for ever only on loops that do not bring all back."""
    system = replace(SYSTEM, fairness=fairness(BUSY, ALL_IN_FIRST))
    [verdict] = verify(system, [ctl(later("EG", TRUE))])
    assert verdict.outcome == "holds"
    assert verdict.path is not None
    assert verdict.path.loop == 0
    assert {(3, 0, 0), (2, 0, 1)} <= {*verdict.path.states}
    assert len(verdict.path.steps) == 3
    [verdict] = verify(system, [ctl(later("AF", compare(LAST, ">=", constant(2))))])
    assert verdict.outcome == "violated"
    assert verdict.path is not None
    assert verdict.path.loop is not None
    assert {(3, 0, 0), (2, 0, 1)} <= {*verdict.path.states[verdict.path.loop :]}


def test_no_fair_path_satisfies_what_is_for_all() -> None:
    system = replace(SYSTEM, fairness=fairness(compare(LAST, ">=", constant(2))))
    formulas = [later("AG", FALSE), later("AX", FALSE), later("EF", TRUE), later("EX", TRUE), later("EG", TRUE), BUSY]
    outcomes = [verdict.outcome for verdict in verify(system, [ctl(formula) for formula in formulas])]
    assert outcomes == ["holds", "holds", "violated", "violated", "violated", "violated"]


def test_a_path_ends_where_a_fair_one_begins() -> None:
    """One process may go from A to B or to C, and stays there; only those who stay in C are fair."""
    block = SYSTEM.blocks[0]
    system = replace(
        SYSTEM,
        states=("A", "B", "C"),
        transitions=tuple(transition("A", target, 0, ALL_IN_A) for target in ("B", "C")),
        initial=ALL_IN_A,
        fairness=fairness(compare(number_of("C", block), ">=", constant(1))),
    )
    moved = Not(ALL_IN_A)
    formulas = [later("EX", moved), later("EF", moved), later("EU", ALL_IN_A, moved), later("AG", ALL_IN_A)]
    verdicts = verify(system, [ctl(formula) for formula in formulas])
    assert [verdict.outcome for verdict in verdicts] == ["holds", "holds", "holds", "violated"]
    assert [verdict.path.states[-1] for verdict in verdicts if verdict.path] == [(2, 0, 1)] * 4


def test_an_invariant_speaks_of_states_on_fair_paths() -> None:
    """Once L3 has been entered, all return to L1 only if nobody waits in L2 for ever."""
    prop = Property("p", "invariant", Not(BUSY), "", NOWHERE)
    [verdict] = verify(replace(SYSTEM, fairness=fairness(ALL_IN_FIRST)), [prop])
    assert verdict.outcome == "violated"
    assert verdict.path is not None
    assert verdict.path.states[-1][-1] >= 1
    assert len(verdict.path.steps) == 2
    [verdict] = verify(replace(SYSTEM, fairness=fairness(FALSE)), [prop])
    assert verdict.outcome == "holds"


def graph_of(successors: Sequence[Sequence[int]]) -> Graph:
    offsets = np.cumsum([0, *map(len, successors)])
    targets = [target for row in successors for target in row]
    return Graph(offsets.astype(np.int64), np.array(targets, dtype=np.int32), len(successors))


def mask(size: int, *nodes: int) -> Mask:
    result = np.zeros(size, dtype=np.bool_)
    result[list(nodes)] = True
    return result


def test_reversed_edges() -> None:
    reverse = graph_of([[1, 2], [2], [0, 2]]).reversed
    rows = [reverse.targets[a:b].tolist() for a, b in zip(reverse.offsets, reverse.offsets[1:], strict=False)]
    assert rows == [[2], [0], [0, 1, 2]]


def test_distances_go_through_the_inside_only() -> None:
    graph = graph_of([[1, 2], [3], [2], [4], [4]])
    inside = ~mask(5, 1)
    assert distances(graph, mask(5, 0), ~mask(5), None).tolist() == [0, 1, 1, 2, 3]
    assert distances(graph, mask(5, 0), inside, None).tolist() == [0, -1, 1, -1, -1]


def test_persistent_nodes_have_infinite_paths() -> None:
    graph = graph_of([[1], [2, 3], [2], [4], [5], [5]])
    inside = ~mask(6, 2)
    assert np.flatnonzero(persistent(graph, graph.reversed, inside, mask(6), None)).tolist() == [0, 1, 3, 4, 5]
    inside = ~mask(6, 2, 5)
    assert not persistent(graph, graph.reversed, inside, mask(6), None).any()
    assert np.flatnonzero(persistent(graph, graph.reversed, inside, mask(6, 4), None)).tolist() == [0, 1, 3, 4]


@pytest.mark.parametrize(
    ("successors", "starts", "route"),
    [
        ([[1, 4], [2], [3], [1, 2], [5], [6], [4]], [0], Route((0, 1, 2, 3, 1), 1)),
        # From 0, state 1 is nearest, and has an infinite path backwards through the cycle 3, 4; but it lies on none.
        ([[1, 2], [5], [3], [4], [3, 1], [6], [7], [8], [7]], [0], Route((0, 1, 5, 6, 7, 8, 7), 4)),
        ([[1, 2], [3], [0], [0]], [0], Route((0, 2, 0), 0)),
        ([[1], [2], [2], [2]], [0, 3], Route((3, 2, 2), 1)),
    ],
    ids=["the nearest cycle the short way", "between two cycles", "the shorter of two cycles", "the nearest start"],
)
def test_a_lasso_is_short(successors: list[list[int]], starts: list[int], route: Route[int]) -> None:
    assert lasso(graph_of(successors), ~mask(len(successors)), np.array(starts), None) == route
