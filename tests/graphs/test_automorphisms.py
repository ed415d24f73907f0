"""The automorphisms of graphs whose groups are known, and of many kinds, against nauty and brute force."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from itertools import count, permutations
from math import factorial
from random import Random
from typing import TypeAlias

import pytest

from tests.graphs.dreadnaut import by_dreadnaut
from tests.graphs.kinds import (
    binary_tree,
    cycle,
    drawn,
    hypercube,
    kneser,
    multipartite,
    pairs,
    plain,
    plane,
    rook,
    servers,
    shrikhande,
    sparse,
    tree,
    twisted,
    union,
)
from tests.groups.brute_force import Images, generated
from vsym.basics.limits import Budget, LimitReachedError, UndecidedError
from vsym.graphs import automorphisms as module
from vsym.graphs.automorphisms import automorphisms
from vsym.graphs.coloured import Graph
from vsym.graphs.refinement import Neighbours
from vsym.groups.group import Group

Moves: TypeAlias = Mapping[int, int]

KNOWN = {
    "no node": (plain(0, ()), 1),
    "one node": (plain(1, ()), 1),
    "no edge": (plain(30, ()), factorial(30)),
    "a path": (plain(4, ((0, 1), (1, 2), (3, 2))), 2),
    "a cycle": (cycle(17), 34),
    "Petersen": (kneser(5, 2), 120),
    "a hypercube": (hypercube(6), 2**6 * factorial(6)),
    "multipartite": (multipartite(3, 3, 3, 4), factorial(3) ** 3 * factorial(3) * factorial(4)),
    "a cycle with colours": (Graph(12, cycle(12).edges, (5, -1, 7) * 4), 4),
    "a cycle with a node marked": (Graph(12, cycle(12).edges, (9, *(3,) * 11)), 2),
    "no edge, three colours": (Graph(9, (), (10**30, 2, 2, 2, 10**30, -4, -4, -4, -4)), 2 * 6 * 24),
    "an edge given twice": (Graph(3, ((0, 1), (1, 0), (1, 2), (1, 2)), (0, 0, 0)), 2),
    "an order beyond all floats": (Graph(240, (), (0, 1, 2, 3) * 60), factorial(60) ** 4),
    "many equal parts": (union(*[cycle(5)] * 50), 10**50 * factorial(50)),
    "equal parts of equal parts": (servers(4, 25), factorial(25) ** 4 * factorial(4)),
    "processes and their links": (pairs(30), factorial(30)),
    "a plane": (plane(7), 2 * (7**3 - 1) * (7**3 - 7) * (7**3 - 49) // 6),
    "refinement tells nothing": (union(shrikhande(), rook(4)), 192 * 1152),
    "many of which it tells nothing": (
        union(*[shrikhande()] * 4, *[rook(4)] * 4),
        192**4 * 1152**4 * factorial(4) ** 2,
    ),
}


def _checked(graph: Graph) -> Group:
    group = automorphisms(graph)
    assert all(graph.has_automorphism(generator) for generator in group.generators)
    return group


@pytest.mark.parametrize("name", KNOWN)
def test_the_group_is_the_one_that_is_known(name: str) -> None:
    graph, order = KNOWN[name]
    group = _checked(graph)
    assert group.bound == order
    assert (group.order, group.certain) == (order, True)


def _small(random: Random) -> Graph:
    """A graph of few nodes with few colours, which more often than not has a symmetry."""
    while (graph := drawn(random)).nodes > 7:
        continue
    return graph


def _by_definition(graph: Graph) -> set[Images]:
    edges = {frozenset(edge) for edge in graph.edges}
    return {
        images
        for images in permutations(range(graph.nodes))
        if all(graph.colours[node] == graph.colours[image] for node, image in enumerate(images))
        and all(frozenset((images[i], images[j])) in edges for i, j in graph.edges)
    }


def test_the_elements_are_those_of_the_definition() -> None:
    random = Random(3)
    orders = set()
    for _ in range(60):
        graph = _small(random)
        expected = _by_definition(graph)
        orders.add(len(expected))
        group = _checked(graph)
        assert generated(graph.nodes, tuple(tuple(one.images.tolist()) for one in group.generators)) == expected
        assert group.bound == len(expected)
    assert len(orders) >= 6


def _held_against_dreadnaut(graph: Graph) -> int:
    """The order, where all is as nauty says."""
    group = _checked(graph)
    generators, order = by_dreadnaut(graph)
    assert group.bound is not None
    assert group.bound == pytest.approx(order, rel=1e-9)
    assert group.certain
    assert group.orbits() == Group(graph.nodes, generators).orbits()
    assert all(generator in group for generator in generators)
    return group.bound


KINDS = {
    "sparse": sparse(300, 280, Random(1)),
    "sparse with many cycles": sparse(200, 400, Random(2)),
    "a tree": tree(250, Random(3)),
    "a binary tree": binary_tree(7),
    "disjoint cycles": union(*[cycle(6)] * 12, *[cycle(3)] * 5),
    "disjoint trees": union(*[tree(9, Random(4))] * 15),
    "disjoint Petersen graphs": union(*[kneser(5, 2)] * 6),
    "a hypercube": hypercube(7),
    "Kneser": kneser(8, 3),
    "the complement of a rook's graph": kneser(4, 1),
    "rook": rook(7),
    "strongly regular ones": union(*[shrikhande()] * 3, *[rook(4)] * 2),
    "a plane": plane(5),
    "twisted or not": union(*(twisted(kneser(5, 2), twist) for twist in (False, True))),
    "twisted": union(*(twisted(hypercube(3), twist) for twist in (True, False, True))),
    "links": pairs(25, 2),
    "servers": servers(5, 6),
    "complete": multipartite(*(1,) * 40),
}


@pytest.mark.parametrize("name", KINDS)
def test_graphs_of_many_kinds_are_as_nauty_says(name: str) -> None:
    assert _held_against_dreadnaut(KINDS[name]) > 1


def test_drawn_graphs_are_as_nauty_says() -> None:
    random = Random(4)
    orders = {_held_against_dreadnaut(drawn(random)) for _ in range(60)}
    assert len(orders) >= 20


def _none(_: Neighbours, images: Moves, left: Moves, *__: object) -> dict[int, int] | None:
    return None if left else dict(images)


def _any(_: Neighbours, images: Moves, left: Moves, right: Moves, __: Budget) -> dict[int, int]:
    return {**images, **dict(zip(sorted(left), sorted(right), strict=True))}


@pytest.mark.parametrize("guess", [_none, _any])
def test_the_search_does_not_rest_on_its_guesses(guess: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without them it has to choose image after image, and to take choices back."""
    random = Random(5)
    graphs = [kneser(5, 2), hypercube(4), plane(3), servers(3, 3), union(shrikhande(), rook(4))]
    graphs += [drawn(random) for _ in range(40)]
    orders = [automorphisms(graph).bound for graph in graphs]
    monkeypatch.setattr(module, "completed", guess)
    assert [_checked(graph).bound for graph in graphs] == orders


def test_generators_of_many_equal_parts_are_sparse() -> None:
    """Work on a generator is that on the parts that it moves, so that hundreds of processes are no matter."""
    group = _checked(union(*[cycle(4)] * 300))
    assert group.bound == 8**300 * factorial(300)
    assert max(len(generator.moves) for generator in group.generators) <= 8
    assert max(len(generator.moves) for generator in _checked(pairs(40)).generators) == 2 + 2 * 38


def test_too_many_nodes_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NODES", 9)
    with pytest.raises(UndecidedError, match="has 10 nodes; the limit is 9"):
        automorphisms(cycle(10))
    assert automorphisms(cycle(9)).bound == 18


def test_a_limit_ends_the_search_wherever_it_is() -> None:
    graph = union(*[shrikhande()] * 2, rook(4))
    checks = count()
    automorphisms(graph, Budget(deadline=1e9, clock=lambda: next(checks)))
    every = next(checks)
    assert every > 20
    for limit in range(every):
        ticks = count()
        with pytest.raises(LimitReachedError):
            automorphisms(graph, Budget(deadline=limit, clock=ticks.__next__))


def test_ctrl_c_ends_the_search() -> None:
    ticks = count()

    def clock() -> float:
        if next(ticks) == 20:
            signal.raise_signal(signal.SIGINT)
        return 0.0

    budget = Budget(deadline=1.0, clock=clock)
    with pytest.raises(KeyboardInterrupt), budget.interruption.heeded():
        automorphisms(union(*[shrikhande()] * 3), budget)
    assert next(ticks) < 30
