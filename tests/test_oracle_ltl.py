"""The brute-force LTL against examples by hand, against itself by another way, and against the CTL oracle."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support import oracle_ltl as ltl
from tests.support.drawn import many

P, Q = ltl.Atom("p"), ltl.Atom("q")
LETTERS = st.frozensets(st.sampled_from(["p", "q"]))
WORDS = st.lists(LETTERS, min_size=1, max_size=5).flatmap(
    lambda word: st.tuples(st.just(word), st.integers(0, len(word) - 1))
)


def _larger(smaller: st.SearchStrategy[ltl.Formula]) -> st.SearchStrategy[ltl.Formula]:
    return st.one_of(
        st.builds(ltl.Not, smaller),
        st.builds(ltl.Connective, st.sampled_from(["and", "or", "iff"]), smaller, smaller),
        st.builds(ltl.Tense, st.sampled_from(["X", "F", "G"]), st.tuples(smaller)),
        st.builds(ltl.Tense, st.sampled_from(["U", "W", "R"]), st.tuples(smaller, smaller)),
    )


LTL = st.recursive(st.sampled_from([P, Q]), _larger, max_leaves=4)


def tenses(formula: ltl.Formula) -> int:
    match formula:
        case ltl.Atom():
            return 0
        case ltl.Not(operand):
            return tenses(operand)
        case ltl.Connective(_, left, right):
            return tenses(left) + tenses(right)
        case ltl.Tense(_, operands):
            return 1 + sum(map(tenses, operands))


def word(text: str) -> list[frozenset[str]]:
    """`p pq -`: what holds at each position."""
    return [frozenset(letters.replace("-", "")) for letters in text.split()]


@pytest.mark.parametrize(
    ("operator", "text", "loop", "expected"),
    [
        ("X", "- p -", 0, [True, False, False]),
        ("F", "- p -", 2, [True, True, False]),
        ("F", "- p -", 1, [True, True, True]),
        ("G", "p - p", 2, [False, False, True]),
        ("G", "p p p", 0, [True, True, True]),
        ("U", "p pq -", 2, [True, True, False]),
        ("U", "p p p", 0, [False, False, False]),
        ("U", "p - q", 2, [False, False, True]),
        ("U", "q p p", 0, [True, True, True]),
        ("W", "p p p", 0, [True, True, True]),
        ("W", "p - q", 0, [False, False, True]),
        ("R", "q pq -", 2, [True, True, False]),
        ("R", "q p -", 2, [False, False, False]),
        ("R", "q q q", 0, [True, True, True]),
    ],
)
def test_operators_on_words(operator: ltl.Operator, text: str, loop: int, expected: list[bool]) -> None:
    operands = (P,) if operator in "XFG" else (P, Q)
    assert ltl.on_word(ltl.Tense(operator, operands), word(text), loop) == expected


def lasso(letters: list[frozenset[str]], loop: int) -> ltl.Graph[int]:
    """The graph of a single path."""
    last = len(letters) - 1
    return ltl.Graph(
        {i: frozenset([i + 1 if i < last else loop]) for i in range(len(letters))},
        {i: frozenset[Hashable](letter) for i, letter in enumerate(letters)},
    )


@settings(max_examples=many(60), deadline=None)
@given(LTL, WORDS)
def test_on_a_single_path_all_ways_agree(formula: ltl.Formula, drawn: tuple[list[frozenset[str]], int]) -> None:
    letters, loop = drawn
    assume(tenses(formula) <= 4)
    values = ltl.on_word(formula, letters, loop)
    graph = lasso(letters, loop)
    assert ltl.ltl_holds(graph, [0], formula) == values[0]
    for quantifier in ("A", "E"):
        branching = quantified(formula, quantifier)
        assert ltl.ctl_satisfying(graph, branching) == {i for i, value in enumerate(values) if value}


def quantified(formula: ltl.Formula, quantifier: ltl.Quantifier) -> ltl.Formula:
    match formula:
        case ltl.Atom():
            return formula
        case ltl.Not(operand):
            return ltl.Not(quantified(operand, quantifier))
        case ltl.Connective(operator, left, right):
            return ltl.Connective(operator, quantified(left, quantifier), quantified(right, quantifier))
        case ltl.Tense(operator, operands):
            return ltl.Tense(operator, tuple(quantified(operand, quantifier) for operand in operands), quantifier)


def test_linear_and_branching_time_differ_where_they_should() -> None:
    """F G p holds on all paths of a graph of which AF AG p does not hold (Clarke, Grumberg, Peled, section 3.3)."""
    p = frozenset[Hashable](["p"])
    graph = ltl.Graph(
        {0: frozenset([0, 1]), 1: frozenset([2]), 2: frozenset([2])},
        {0: p, 1: frozenset[Hashable](), 2: p},
    )
    assert ltl.ltl_holds(graph, [0], ltl.Tense("F", (ltl.Tense("G", (P,)),)))
    assert 0 not in ltl.ctl_satisfying(graph, ltl.Tense("F", (ltl.Tense("G", (P,), "A"),), "A"))


def test_justice_leaves_out_paths() -> None:
    graph = ltl.Graph(
        {0: frozenset([0, 1]), 1: frozenset([1])},
        {0: frozenset[Hashable](["p"]), 1: frozenset[Hashable](["q"])},
    )
    fair = ltl.Graph(graph.successors, graph.atoms, ("q",))
    comes = ltl.Tense("F", (Q,))
    assert not ltl.ltl_holds(graph, [0], comes)
    assert ltl.ltl_holds(fair, [0], comes)
    assert ltl.ctl_satisfying(graph, ltl.Tense("F", (Q,), "A")) == {1}
    assert ltl.ctl_satisfying(fair, ltl.Tense("F", (Q,), "A")) == {0, 1}
    never = ltl.Graph(graph.successors, graph.atoms, ("r",))
    assert ltl.ltl_holds(never, [0], ltl.Connective("and", P, ltl.Not(P)))
    assert ltl.ctl_satisfying(never, ltl.Tense("X", (P,), "E")) == set()


def test_always_needs_every_goal_on_one_cycle() -> None:
    following = {0: frozenset([1, 3]), 1: frozenset([2]), 2: frozenset([1]), 3: frozenset([3])}
    assert ltl.always(following, {0, 1, 2, 3}, [{1}, {2}]) == {0, 1, 2}
    assert ltl.always(following, {0, 1, 2, 3}, [{1}, {3}]) == set()
    assert ltl.always(following, {0, 1, 3}, []) == {0, 3}
