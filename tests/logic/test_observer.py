"""Observers against the definition of regular expressions, on drawn expressions and words, and their limits."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.ltl_formulas import NAMES, P, Q, is_true
from tests.support.drawn import many
from tests.support.oracle_regular import first_bad
from vsym.logic.formula import FALSE, TRUE, Formula, compare, conjunction, negate
from vsym.logic.observer import (
    Alternatives,
    Following,
    Fused,
    Letter,
    Observer,
    Regular,
    Repeated,
    TooLargeError,
    observer,
)
from vsym.logic.terms import Linear, Named

PREDICATES: list[Formula] = [TRUE, FALSE, P, Q, negate(P), conjunction([P, negate(Q)])]

LETTERS: st.SearchStrategy[Regular] = st.sampled_from([Letter(one) for one in PREDICATES])


def larger(inner: st.SearchStrategy[Regular]) -> st.SearchStrategy[Regular]:
    parts = st.lists(inner, min_size=2, max_size=3).map(tuple)
    bounds = st.sampled_from([(0, None), (1, None), (0, 1), (2, 2), (1, 3)])
    return st.one_of(
        st.builds(Following, parts),
        st.builds(Fused, parts),
        st.builds(Alternatives, parts),
        st.builds(lambda part, ends: Repeated(part, *ends), inner, bounds),
    )


EXPRESSIONS = st.recursive(LETTERS, larger, max_leaves=5)
WORDS = st.lists(st.frozensets(st.sampled_from(NAMES[:2])), max_size=6)


def plain(expression: Regular) -> Any:
    match expression:
        case Letter(formula):
            return ("letter", formula)
        case Repeated(part, least, most):
            return ("repeated", plain(part), least, most)
        case Following(parts) | Fused(parts) | Alternatives(parts):
            return (type(expression).__name__.lower(), [plain(part) for part in parts])


def noticed(automaton: Observer, word: list[frozenset[str]]) -> int | None:
    """The length of the prefix at whose end the observer notices a bad one."""
    state = 0
    for length, true in enumerate(word, 1):
        ways = [target for target, guard in automaton.moves[state] if is_true(guard, true)]
        bad = is_true(automaton.bad[state], true)
        assert len(ways) + bad == 1
        if bad:
            return length
        state = ways[0]
    return None


@given(EXPRESSIONS, st.booleans(), st.lists(WORDS, min_size=5, max_size=5))
@settings(max_examples=many(25))
def test_an_observer_notices_the_shortest_bad_prefix(
    expression: Regular, anywhere: bool, words: list[list[frozenset[str]]]
) -> None:
    automaton = observer(expression, anywhere=anywhere)
    for word in words:
        assert noticed(automaton, word) == first_bad(plain(expression), word, is_true, anywhere)


def test_an_observer_is_the_smallest() -> None:
    once = observer(Letter(P), anywhere=True)
    assert once == Observer((((0, negate(P)),),), (P,))
    either = Alternatives((Following((Letter(P), Letter(Q))), Following((Letter(P), Letter(Q), Letter(P)))))
    assert len(observer(either, anywhere=True).moves) == 2


def test_large_expressions_are_refused() -> None:
    letters = (Letter(compare(Linear(((Named(f"x{number}"), 1),)), "=", Linear())) for number in range(9))
    with pytest.raises(TooLargeError, match="9 different conditions"):
        observer(Following(tuple(letters)), anywhere=True)
    with pytest.raises(TooLargeError, match="more than 2,000 conditions"):
        observer(Repeated(Letter(P), 3_000, None), anywhere=True)
    with pytest.raises(TooLargeError, match="more than 300 states"):
        observer(Following((Letter(P), Repeated(Letter(TRUE), 9, 9), Letter(P))), anywhere=True)
