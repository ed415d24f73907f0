"""Automata against the direct evaluation of formulas on ultimately periodic words, and their sizes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle_ltl
from tests.logic.ltl_formulas import NAMES, is_true, letter, to_oracle
from vsym.formula import Formula, Not
from vsym.logic.automaton import Automaton, translate

LETTERS = st.frozensets(st.sampled_from(NAMES))
WORDS = st.lists(LETTERS, min_size=1, max_size=6).flatmap(
    lambda word: st.tuples(st.just(word), st.integers(0, len(word) - 1))
)

Word = tuple[list[frozenset[str]], int]


def accepts(automaton: Automaton, word: Word) -> bool:
    """Whether an automaton accepts a word whose last letter is followed by the one at the given index."""
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


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=6))
def test_an_automaton_accepts_the_words_of_its_formula(formula: Formula, words: list[Word]) -> None:
    automaton, opposite = translate(formula), translate(Not(formula))
    for word in words:
        expected = holds(formula, word)
        assert accepts(automaton, word) == expected
        assert accepts(opposite, word) != expected
