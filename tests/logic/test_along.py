"""Formulas along one path without an end, against the oracle."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle_ltl
from tests.logic.ltl_formulas import NAMES, P, Q, later, letter, propositional, to_oracle
from vsym.logic.along import true_along
from vsym.logic.formula import Formula, Not, Temporal
from vsym.logic.terms import Atom, Named

Path = list[frozenset[str]]

PATHS = st.lists(st.frozensets(st.sampled_from(NAMES)), min_size=1, max_size=6)


def _true(formula: Formula, path: Path, loop: int) -> bool:
    return true_along(formula, [partial(_value, true) for true in path], loop)


def _value(true: frozenset[str], atom: Atom) -> int:
    return int(isinstance(atom, Named) and atom.name in true)


@given(propositional(), PATHS)
def test_a_formula_is_true_where_the_oracle_says_so(formula: Formula, path: Path) -> None:
    for loop in range(len(path)):
        expected = oracle_ltl.on_word(to_oracle(formula), [letter(formula, true) for true in path], loop)[0]
        assert _true(formula, path, loop) == expected


@pytest.mark.parametrize(("loop", "expected"), [(0, True), (1, True), (2, False)])
def test_what_comes_again_and_again_depends_on_the_loop(loop: int, expected: bool) -> None:
    path = [frozenset("q"), frozenset("p"), frozenset("q")]
    assert _true(later("G", later("F", P)), path, loop) == expected
    assert _true(Temporal("AG", (Temporal("AF", (P,)),)), path, loop) == expected
    assert _true(Not(Temporal("EF", (Temporal("EG", (Q,)),))), path, loop) == expected
