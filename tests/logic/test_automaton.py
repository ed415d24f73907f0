"""Automata against the direct evaluation of formulas on ultimately periodic words, and their sizes."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.ltl_formulas import NAMES, P, Q, R, S, implies, is_true, later, letter, propositional, to_oracle
from tests.support import oracle_ltl
from tests.support.drawn import many
from vsym.logic.automaton import Automaton, recurrent, translate
from vsym.logic.formula import TRUE, And, Formula, Not, conjunction, negate

LETTERS = st.frozensets(st.sampled_from(NAMES))
WORDS = st.lists(LETTERS, min_size=1, max_size=6).flatmap(
    lambda word: st.tuples(st.just(word), st.integers(0, len(word) - 1))
)

Word = tuple[list[frozenset[str]], int]


def accepts(automaton: Automaton, word: Word) -> bool:
    """Tells if an automaton accepts a word whose last letter is followed by the one at the given index."""
    letters, loop = word

    following: dict[tuple[int, int], frozenset[tuple[int, int]]] = {}
    for position, true in enumerate(letters):
        after = position + 1 if position + 1 < len(letters) else loop
        enabled = [(source, target) for source, target, guard in automaton.edges if is_true(guard, true)]
        for state in range(automaton.states):
            following[position, state] = frozenset((after, target) for source, target in enabled if source == state)
    goals = [{node for node in following if node[1] in accepting} for accepting in automaton.acceptance]
    return (0, automaton.initial) in oracle_ltl.always(following, set(following), goals)


def holds(formula: Formula, word: Word) -> bool:
    letters, loop = word
    return oracle_ltl.on_word(to_oracle(formula), [letter(formula, true) for true in letters], loop)[0]


@settings(max_examples=many(12), deadline=None)
@given(propositional(), st.lists(WORDS, min_size=1, max_size=6))
def test_an_automaton_accepts_the_words_of_its_formula(formula: Formula, words: list[Word]) -> None:
    automaton, opposite = translate(formula), translate(Not(formula))
    for word in words:
        expected = holds(formula, word)
        assert accepts(automaton, word) == expected
        assert accepts(opposite, word) != expected


g, f, x = (partial(later, operator) for operator in ("G", "F", "X"))

SIZES = [
    (g(P), (1, 1, 0), (2, 3, 1)),
    (f(P), (2, 3, 1), (1, 1, 0)),
    (g(f(P)), (2, 4, 1), (2, 3, 1)),
    (f(g(P)), (2, 3, 1), (2, 4, 1)),
    (g(implies(P, f(Q))), (2, 4, 1), (2, 3, 1)),
    (g(implies(P, x(Q))), (2, 4, 0), (3, 4, 1)),
    (later("U", P, Q), (2, 3, 1), (2, 3, 0)),
    (later("W", P, Q), (2, 3, 0), (2, 3, 1)),
    (later("R", P, Q), (2, 3, 0), (2, 3, 1)),
    (g(implies(P, later("U", Q, R))), (2, 4, 1), (3, 6, 1)),
    (And((g(f(P)), g(f(Q)))), (3, 8, 1), (3, 5, 1)),
    (implies(g(f(P)), g(f(Q))), (5, 10, 1), (3, 6, 1)),
    (And((g(implies(P, f(Q))), g(implies(R, f(S))))), (4, 16, 2), (3, 5, 1)),
    (f(And((P, x(f(Q))))), (3, 5, 1), (2, 3, 0)),
    (g(implies(P, x(x(Q)))), (4, 8, 0), (4, 5, 1)),
    (g(x(f(And((P, x(Q)))))), (3, 5, 1), (3, 6, 1)),
    (TRUE, (1, 1, 0), (1, 0, 0)),
    (And((g(P), f(Not(P)))), (1, 0, 0), (4, 7, 1)),
]


@pytest.mark.parametrize(("formula", "positive", "negative"), SIZES, ids=map(str, range(len(SIZES))))
def test_sizes(formula: Formula, positive: tuple[int, int, int], negative: tuple[int, int, int]) -> None:
    """States, edges and acceptance sets of the automata of a formula and of its negation."""
    for automaton, size in ((translate(formula), positive), (translate(Not(formula)), negative)):
        assert (automaton.states, len(automaton.edges), len(automaton.acceptance)) == size


@settings(max_examples=many(15), deadline=None)
@given(st.sampled_from([formula for formula, _, _ in SIZES]), st.booleans(), WORDS)
def test_the_usual_patterns_accept_their_words(formula: Formula, positive: bool, word: Word) -> None:
    automaton = translate(formula if positive else Not(formula))
    assert accepts(automaton, word) == (holds(formula, word) == positive)


def test_an_automaton_in_full() -> None:
    """!G (p -> F q): wait for p without q, and never see q again."""
    waiting, bad = 0, 1
    assert translate(Not(g(implies(P, f(Q))))) == Automaton(
        2,
        waiting,
        ((waiting, waiting, TRUE), (waiting, bad, conjunction([P, negate(Q)])), (bad, bad, negate(Q))),
        (frozenset([bad]),),
    )


def test_recurrent_states_are_those_of_accepting_runs() -> None:
    assert recurrent(translate(Not(g(implies(P, f(Q)))))) == (frozenset([1]),)
    assert recurrent(translate(g(f(P)))) == (frozenset([0, 1]),)
    assert recurrent(translate(And((g(P), f(Not(P)))))) == ()
    assert recurrent(Automaton(3, 0, ((0, 1, P), (1, 0, P), (0, 2, Q)), ())) == (frozenset([0, 1]),)


def test_giving_up() -> None:
    def refuse() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        translate(g(f(P)), refuse)


def test_ctl_is_refused() -> None:
    with pytest.raises(ValueError, match="AG is not a formula of LTL"):
        translate(later("X", later("AG", P)))
