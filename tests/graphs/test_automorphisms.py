"""The automorphisms of graphs whose groups are known, and of drawn ones, by both tools and by brute force."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import combinations, permutations
from math import factorial
from random import Random

import pytest

from tests.groups.brute_force import Images, generated
from vsym.basics.limits import Budget, LimitReachedError, UndecidedError
from vsym.basics.options import RefusedError
from vsym.graphs import automorphisms as module
from vsym.graphs.automorphisms import Graph, Size, Tool, automorphisms, size
from vsym.groups.permutations import Permutation

TOOLS: tuple[Tool, ...] = ("bliss", "dreadnaut")

both = pytest.mark.parametrize("tool", TOOLS)


def _plain(nodes: int, edges: Iterator[tuple[int, int]]) -> Graph:
    return Graph(nodes, tuple(edges), (0,) * nodes)


def _cycle(nodes: int) -> Graph:
    return _plain(nodes, ((node, (node + 1) % nodes) for node in range(nodes)))


def _hypercube(dimension: int) -> Graph:
    nodes = 1 << dimension
    return _plain(nodes, ((i, j) for i, j in combinations(range(nodes), 2) if (i ^ j).bit_count() == 1))


def _petersen() -> Graph:
    pairs = [*combinations(range(5), 2)]
    return _plain(10, ((i, j) for i, j in combinations(range(10), 2) if not {*pairs[i]} & {*pairs[j]}))


def _multipartite(*parts: int) -> Graph:
    part = [number for number, nodes in enumerate(parts) for _ in range(nodes)]
    return _plain(len(part), ((i, j) for i, j in combinations(range(len(part)), 2) if part[i] != part[j]))


KNOWN = {
    "no node": (_plain(0, iter(())), 1),
    "one node": (_plain(1, iter(())), 1),
    "no edge": (_plain(30, iter(())), factorial(30)),
    "a path": (_plain(4, iter(((0, 1), (1, 2), (3, 2)))), 2),
    "a cycle": (_cycle(17), 34),
    "Petersen": (_petersen(), 120),
    "a hypercube": (_hypercube(6), 2**6 * factorial(6)),
    "multipartite": (_multipartite(3, 3, 3, 4), factorial(3) ** 3 * factorial(3) * factorial(4)),
    "a cycle with colours": (Graph(12, _cycle(12).edges, (5, -1, 7) * 4), 4),
    "a cycle with a node marked": (Graph(12, _cycle(12).edges, (9, *(3,) * 11)), 2),
    "no edge, three colours": (Graph(9, (), (10**30, 2, 2, 2, 10**30, -4, -4, -4, -4)), 2 * 6 * 24),
    "an edge given twice": (Graph(3, ((0, 1), (1, 0), (1, 2), (1, 2)), (0, 0, 0)), 2),
    "more than tools count": (Graph(240, (), (0, 1, 2, 3) * 60), factorial(60) ** 4),
}


@both
@pytest.mark.parametrize("name", KNOWN)
def test_the_group_is_the_one_that_is_known(name: str, tool: Tool) -> None:
    graph, order = KNOWN[name]
    answer = automorphisms(graph, tool=tool)
    assert answer.group.order == order
    assert answer.order in (None, order)
    if order < 10**10:
        assert answer.order == order
    assert answer.group.certain == (order < 10**300)
    assert answer.tool == tool


def _drawn(random: Random) -> Graph:
    """A graph of few nodes with few colours, which more often than not has a symmetry."""
    nodes, density = random.randint(1, 6), random.choice((0.1, 0.4, 0.9))
    names = random.sample(range(nodes), nodes)
    shift = random.randint(1, 3)
    edges = {(i, j) for i, j in combinations(range(nodes), 2) if random.random() < density}
    edges |= {(i + shift, j + shift) for i, j in edges if max(i, j) + shift < nodes}
    colours = [random.choice((0, 0, 0, 0, 1)) for _ in range(nodes)]
    return Graph(nodes, tuple((names[i], names[j]) for i, j in edges), tuple(colours))


def _by_definition(graph: Graph) -> set[Images]:
    edges = {frozenset(edge) for edge in graph.edges}
    return {
        images
        for images in permutations(range(graph.nodes))
        if all(graph.colours[node] == graph.colours[image] for node, image in enumerate(images))
        and all(frozenset((images[i], images[j])) in edges for i, j in graph.edges)
    }


def test_both_tools_and_the_check_agree_with_brute_force() -> None:
    random = Random(3)
    orders = set()
    for number in range(40):
        graph = _drawn(random)
        expected = _by_definition(graph)
        orders.add(len(expected))
        for tool in TOOLS if number < 10 else TOOLS[:1]:
            group = automorphisms(graph, tool=tool).group
            assert generated(graph.nodes, tuple(tuple(one.images.tolist()) for one in group.generators)) == expected
        for images in permutations(range(graph.nodes)):
            assert graph.has_automorphism(Permutation.of(images)) == (images in expected)
    assert len(orders) >= 6


def test_a_permutation_of_other_nodes_is_no_automorphism() -> None:
    assert not _cycle(5).has_automorphism(Permutation.of((1, 2, 3, 4, 5, 0)))


@pytest.mark.parametrize("edge", [(1, 1), (0, 3), (-1, 0)])
def test_an_edge_of_no_two_nodes_is_refused(edge: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="an edge between"):
        Graph(3, (edge,), (0, 0, 0))


def test_every_node_has_a_colour() -> None:
    with pytest.raises(ValueError, match="2 colours for 3 nodes"):
        Graph(3, (), (0, 0))


def test_a_generator_that_is_none_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Permutation.moving(6, {0: 1, 1: 0})
    monkeypatch.setattr(module, "_by_bliss", lambda *_: ((wrong,), size(2, 15)))
    with pytest.raises(RuntimeError, match=r"bliss gave .* not an automorphism of the graph: \(\(0, 1\)"):
        automorphisms(_cycle(6))


def test_too_many_nodes_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NODES", 9)
    with pytest.raises(UndecidedError, match="has 10 nodes; the limit is 9"):
        automorphisms(_cycle(10))
    assert automorphisms(_cycle(9)).order == 18


def test_bliss_is_asked_before_dreadnaut(monkeypatch: pytest.MonkeyPatch) -> None:
    assert automorphisms(_cycle(9)).tool == "bliss"
    monkeypatch.setattr(module, "bliss_present", lambda: False)
    assert automorphisms(_cycle(9)).tool == "dreadnaut", "scripts/install-nauty.sh"
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(RefusedError, match=r"pip install bliss-bind.*apt install nauty"):
        automorphisms(_cycle(9))


@both
def test_no_time_is_no_answer(tool: Tool) -> None:
    with pytest.raises(LimitReachedError):
        automorphisms(_cycle(9), Budget(deadline=0.0), tool)


def test_sizes_are_exact_where_all_their_digits_are() -> None:
    assert size(5040.0, 12) == Size(5040, 5040)
    assert size(float("inf"), 12) == Size(None, None)
    rounded = size(1.216451004088e17, 12)
    assert rounded.exact is None
    assert rounded.most is not None
    assert factorial(19) < rounded.most < factorial(19) * 1.001
