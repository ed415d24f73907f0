"""Automata against the direct evaluation of formulas on ultimately periodic words, and their sizes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle_ltl
from tests.logic.ltl_formulas import NAMES, PROPOSITIONAL, P, Q, R, S, implies, later, letter, to_oracle
from vsym.formula import FALSE, TRUE, And, Formula, Iff, Not, Or, Shared, Variable, conjunction, satisfied
from vsym.logic.automaton import Automaton, translate

LETTERS = st.frozensets(st.sampled_from(NAMES))
WORDS = st.lists(LETTERS, min_size=1, max_size=6).flatmap(
    lambda word: st.tuples(st.just(word), st.integers(0, len(word) - 1))
)

Word = tuple[list[frozenset[str]], int]


def accepts(automaton: Automaton, word: Word) -> bool:
    """Whether an automaton accepts a word whose last letter is followed by the one at the given index."""
    letters, loop = word

    def value_of(position: int, variable: Variable) -> int:
        return int(isinstance(variable, Shared) and variable.name in letters[position])

    following: dict[tuple[int, int], set[tuple[int, int]]] = {
        (position, state): set() for position in range(len(letters)) for state in range(automaton.states)
    }
    for position, state in following:
        after = position + 1 if position + 1 < len(letters) else loop
        for source, target, guard in automaton.edges:
            if source == state and satisfied(guard, lambda variable, place=position: value_of(place, variable)):
                following[position, state].add((after, target))
    goals = [{node for node in following if node[1] in accepting} for accepting in automaton.acceptance]
    frozen = {node: frozenset(targets) for node, targets in following.items()}
    return (0, automaton.initial) in oracle_ltl.always(frozen, set(frozen), goals)


def holds(formula: Formula, word: Word) -> bool:
    letters, loop = word
    return oracle_ltl.on_word(to_oracle(formula), [letter(formula, true) for true in letters], loop)[0]


@settings(max_examples=600, deadline=None)
@given(PROPOSITIONAL, st.lists(WORDS, min_size=1, max_size=6))
def test_an_automaton_accepts_the_words_of_its_formula(formula: Formula, words: list[Word]) -> None:
    automaton, opposite = translate(formula), translate(Not(formula))
    for word in words:
        expected = holds(formula, word)
        assert accepts(automaton, word) == expected
        assert accepts(opposite, word) != expected
