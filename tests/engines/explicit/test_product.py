"""Products of graphs with automata, against pairs made one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawn import many
from tests.engines.explicit.running import Bytes
from tests.engines.explicit.test_fair import GRAPHS, NODES, SETS
from tests.engines.explicit.test_lasso import graph_of, mask
from vsym.basics.limits import Budget, LimitReachedError
from vsym.engines.explicit.linear_time import Part, part, reach, stem

EDGES = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), SETS), max_size=6)


@settings(max_examples=many(30), deadline=None)
@given(GRAPHS, EDGES, SETS, st.integers(0, 2))
def test_pairs(
    rows: list[list[int]], drawn: list[tuple[int, int, frozenset[int]]], starts: frozenset[int], first: int
) -> None:
    edges = [(source, target, mask(NODES, *guard)) for source, target, guard in drawn]
    graph = graph_of(rows)
    pairs = reach(graph, 3, edges, (first, np.array(sorted(starts))), Budget())
    expected = {(first, node): 0 for node in starts}
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for state, node in (queue := list(expected)):
        following[state, node] = [
            (target, after)
            for source, target, guard in drawn
            if source == state and node in guard
            for after in rows[node]
        ]
        for pair in following[state, node]:
            if pair not in expected:
                expected[pair] = expected[state, node] + 1
                queue.append(pair)
    assert {(q, s): pairs.distance[q, s] for q in range(3) for s in pairs.with_automaton_state(q)} == expected
    for pair, length in expected.items():
        assert len(stem(graph, edges, pairs, pair)) == length + 1
    inside = {0, 1, 2}
    for _ in range(3):
        inside = {source for source, target, _ in drawn if {source, target} <= inside}
    kept = [edge for edge in edges if {edge[0], edge[1]} <= inside]
    check_part(part(graph, kept, pairs, Budget()), inside, following)


def check_part(found: Part, inside: set[int], following: dict[tuple[int, int], list[tuple[int, int]]]) -> None:
    """Its nodes are the pairs of some automaton states, with the edges between them."""
    nodes = list(zip(found.automaton_states.tolist(), found.states.tolist(), strict=True))
    assert sorted(nodes) == sorted(pair for pair in following if pair[0] in inside)
    for number, pair in enumerate(nodes):
        targets = [nodes[target] for target in found.graph.successors(np.array([number]))]
        assert sorted(targets) == sorted(target for target in following[pair] if target[0] in inside)


def test_a_stem_follows_the_guards() -> None:
    # From 0 both 1 and 2 lead to 3, but the automaton goes on from 2 only.
    graph = graph_of([[1, 2], [3], [3], [3]])
    edges = [(0, 1, mask(4, 0)), (1, 2, mask(4, 2))]
    pairs = reach(graph, 3, edges, (0, np.array([0])), Budget())
    assert stem(graph, edges, pairs, (2, 3)) == [0, 2, 3]


def test_memory_is_bounded_before_it_is_used() -> None:
    graph = graph_of([[0, 1], [0]])
    edges = [(0, 0, mask(2, 0, 1))]
    starts = (0, np.array([0]))
    with pytest.raises(LimitReachedError, match="memory"):
        reach(graph, 1, edges, starts, Bytes(bytes=10))
    pairs = reach(graph, 1, edges, starts, Bytes(bytes=100))
    with pytest.raises(LimitReachedError, match="memory"):
        part(graph, edges, pairs, Bytes(bytes=200))
    assert part(graph, edges, pairs, Bytes(bytes=1000)).graph.size == 2
