"""Products of graphs with automata, against pairs made one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.test_explicit_lasso import graph_of, mask
from tests.engines.test_fair import GRAPHS, NODES, SETS
from vsym.engines.limits import LimitReachedError
from vsym.engines.product import product

EDGES = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), SETS), max_size=6)


@settings(max_examples=200, deadline=None)
@given(GRAPHS, EDGES, SETS, st.integers(0, 2))
def test_pairs(
    rows: list[list[int]], drawn: list[tuple[int, int, frozenset[int]]], starts: frozenset[int], q: int
) -> None:
    edges = [(source, target, mask(NODES, *guard)) for source, target, guard in drawn]
    initial = np.array(sorted(starts))
    pairs = product(graph_of(rows), 3, edges, (q, initial), None, 10**9)
    expected = [(node, q) for node in starts]
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for node, state in expected:
        following[node, state] = [
            (after, target)
            for source, target, guard in drawn
            if source == state and node in guard
            for after in rows[node]
        ]
        expected += [pair for pair in following[node, state] if pair not in expected]
    expected = list(dict.fromkeys(expected))
    automaton_states = [max(s for s in range(3) if pairs.starts[s] <= i) for i in range(len(pairs.states))]
    found = list(zip(pairs.states.tolist(), automaton_states, strict=True))
    assert sorted(found) == sorted(expected)
    for number, pair in enumerate(found):
        targets = [found[target] for target in pairs.graph.successors(np.array([number]))]
        assert sorted(targets) == sorted(following[pair])
    assert [found[node] for node in pairs.nodes(q, initial)] == [(node, q) for node in initial]
    members = {found[node] for node in np.flatnonzero(pairs.members(frozenset([1, 2])))}
    assert members == {pair for pair in expected if pair[1] != 0}
    lifted = {found[node] for node in np.flatnonzero(pairs.lifted(mask(NODES, 3)))}
    assert lifted == {pair for pair in expected if pair[0] == 3}


def test_memory_is_bounded_before_it_is_used() -> None:
    graph = graph_of([[0, 1], [0]])
    edges = [(0, 0, mask(2, 0, 1))]
    for limit in (1, 200):
        with pytest.raises(LimitReachedError, match="memory"):
            product(graph, 1, edges, (0, np.array([0])), None, limit)
    assert product(graph, 1, edges, (0, np.array([0])), None, 1000).graph.size == 2
