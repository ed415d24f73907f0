"""Components, and edges with fewer and weaker guards."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.ltl_formulas import P, Q, R, implies, later
from tests.support.drawn import many
from vsym.logic.automaton_tableau import Cube, Edge, fewest, joined, tableau
from vsym.logic.components import components
from vsym.logic.formula import And, Formula, Not
from vsym.logic.ltl import complement, normal_form

NODES = 7


@settings(max_examples=many(20), deadline=None)
@given(st.lists(st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1)), max_size=14))
def test_components(edges: list[tuple[int, int]]) -> None:
    reaches = {(node, node) for node in range(NODES)} | set(edges)
    for middle, source, target in itertools.product(range(NODES), repeat=3):
        if (source, middle) in reaches and (middle, target) in reaches:
            reaches.add((source, target))
    found = components(edges, NODES)
    assert {*found} == {*range(max(found) + 1)}
    for source, target in itertools.product(range(NODES), repeat=2):
        together = (source, target) in reaches and (target, source) in reaches
        assert (found[source] == found[target]) == together
        assert (source, target) not in reaches or found[source] >= found[target]


def test_components_of_a_long_path_need_no_recursion() -> None:
    edges = [(node, node + 1) for node in range(5000)]
    assert len(set(components(edges, 5001))) == 5001
    assert len(set(components([*edges, (5000, 0)], 5001))) == 1


LITERALS = st.lists(st.sampled_from([0, 1, None]), min_size=3, max_size=3)
CUBES = st.lists(
    LITERALS.map(lambda signs: frozenset(2 * k + sign for k, sign in enumerate(signs) if sign is not None)), max_size=6
)


def satisfied(cubes: list[Cube]) -> set[tuple[int, ...]]:
    """The true literals of each assignment to three predicates that satisfies one of the cubes."""
    assignments = itertools.product((0, 1), (2, 3), (4, 5))
    return {assignment for assignment in assignments if any(cube <= set(assignment) for cube in cubes)}


@settings(max_examples=many(20), deadline=None)
@given(CUBES)
def test_fewest_cubes_say_the_same(cubes: list[Cube]) -> None:
    few = fewest(cubes)
    assert satisfied(few) == satisfied(cubes)
    assert sum(map(len, few)) <= sum(map(len, cubes))
    assert not any(one < other for one in few for other in few)


def test_fewest_cubes() -> None:
    p, not_p, q, not_q = 0, 1, 2, 3
    assert fewest([frozenset([p, q]), frozenset([p, not_q])]) == [frozenset([p])]
    assert fewest([frozenset([not_p]), frozenset([p, q])]) == [frozenset([not_p]), frozenset([q])]
    assert fewest([frozenset([p]), frozenset([not_p])]) == [frozenset()]
    assert fewest([]) == []


def edge(target: int, guard: list[int], marks: list[int]) -> Edge:
    return Edge(0, target, frozenset(guard), frozenset(marks))


def test_parallel_edges_are_joined() -> None:
    weak_and_marked = edge(1, [0], [0, 1])
    assert joined([edge(1, [0, 2], [0]), weak_and_marked]) == [weak_and_marked]
    for other in (edge(1, [], [1]), edge(2, [], [0]), edge(1, [2], [0, 1])):
        several = [edge(1, [0], [0]), other]
        assert joined(several) == several
    assert joined([edge(1, [0], [0]), edge(1, [1], [0])]) == [edge(1, [], [0])]
    assert joined([]) == []


def test_of_two_ways_to_satisfy_an_until_one_says_that_the_other_is_not_possible() -> None:
    automaton = tableau(normal_form(later("U", P, Q)), lambda: None)
    for edges in automaton.outgoing:
        for one, other in itertools.combinations(edges, 2):
            assert any(complement(literal) in other.guard for literal in one.guard)


@pytest.mark.parametrize(
    ("formula", "states", "edges"),
    [
        (later("U", P, later("F", P)), 3, 5),
        (later("R", later("U", R, Not(Q)), Not(Q)), 2, 2),
        (later("G", implies(R, later("X", And((P, later("F", Q)))))), 3, 10),
    ],
)
def test_a_tableau_has_no_step_beside_a_weaker_one_and_no_state_for_a_conjunction(
    formula: Formula, states: int, edges: int
) -> None:
    automaton = tableau(normal_form(formula), lambda: None)
    assert (automaton.states, len(automaton.edges)) == (states, edges)
