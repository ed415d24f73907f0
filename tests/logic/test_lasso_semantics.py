"""Formulas along one path, against the oracle."""

from __future__ import annotations

from functools import partial
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.logic.ltl_formulas import NAMES, P, Q, R, is_true, later, letter, propositional, to_oracle
from tests.support import oracle_ltl
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import (
    And,
    Formula,
    Not,
    Or,
    Temporal,
    TemporalOperator,
    Truth,
    conjunction,
    disjunction,
    equivalence,
    negate,
)
from vsym.logic.lasso_semantics import shows, true_along

Path = list[frozenset[str]]

PATHS = st.lists(st.frozensets(st.sampled_from(NAMES)), min_size=1, max_size=6)


def _true(formula: Formula, path: Path, loop: int) -> bool:
    return true_along(formula, len(path), loop, partial(_judged, path))


def _judged(path: Path, predicate: Formula, place: int) -> bool:
    return is_true(predicate, path[place])


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


@given(propositional(), PATHS, st.sampled_from("AE"))
def test_the_only_path_of_a_system_shows_what_is_true(formula: Formula, path: Path, quantifier: str) -> None:
    """Both quantifiers mean the same where there is no other path."""
    of_paths = Algebra[Formula](
        Truth,
        lambda comparison: comparison,
        negate,
        conjunction,
        disjunction,
        equivalence,
        lambda operator, operands: Temporal(cast("TemporalOperator", quantifier + operator), tuple(operands)),
    )
    for loop in range(len(path)):
        assert shows(
            fold(formula, of_paths), _true(formula, path, loop), len(path), loop, partial(_judged, path), goes_on=True
        )


@given(st.sampled_from(["X", "F", "G", "U", "W", "R"]), PATHS)
def test_a_path_shows_what_it_is_to_do_exactly(operator: str, path: Path) -> None:
    """An operator on predicates, which some path is to satisfy, or which all are to satisfy and this one does not.

    What no path is to satisfy, and what all are to satisfy, is shown as far as this path goes: it does not refute it.
    """
    operands = (P, Q) if operator in "UWR" else (P,)
    linear, some, every = (Temporal(cast("TemporalOperator", which + operator), operands) for which in ("", "E", "A"))
    for loop in range(len(path)):
        true, judge = _true(linear, path, loop), partial(_judged, path)
        assert _true(some, path, loop) == _true(every, path, loop) == true
        assert shows(some, True, len(path), loop, judge, goes_on=True) == true
        assert shows(every, False, len(path), loop, judge, goes_on=True) == (not true)
        assert shows(some, False, len(path), loop, judge, goes_on=True) == (not true)
        assert shows(every, True, len(path), loop, judge, goes_on=True) == true


@pytest.mark.parametrize(
    ("formula", "positive", "goes_on", "shown"),
    [
        (Temporal("EF", (P,)), True, False, True),
        (Temporal("EF", (Q,)), True, False, False),
        (Temporal("EX", (Temporal("EX", (P,)),)), True, False, True),
        (Temporal("EX", (Temporal("EX", (Temporal("EX", (P,)),)),)), True, False, False),
        (Temporal("EG", (Not(Q),)), True, False, False),
        (Temporal("EF", (P,)), False, False, True),
        (Temporal("EF", (P,)), False, True, False),
        (Temporal("EF", (conjunction([P, Temporal("EF", (Q,)), Temporal("AG", (Q,))]),)), True, True, False),
        (Temporal("EF", (conjunction([P, Temporal("EX", (Q,))]),)), True, True, False),
        (Temporal("EF", (conjunction([P, Temporal("AX", (Q,))]),)), True, True, True),
    ],
)
def test_a_beginning_shows_what_it_reaches(formula: Formula, positive: bool, goes_on: bool, shown: bool) -> None:
    """Its last state alone has p; what all paths are to do may be done after it, if some fair path goes on."""
    path = [frozenset[str](), frozenset[str](), frozenset("p")]
    assert shows(formula, positive, len(path), None, partial(_judged, path), goes_on=goes_on) == shown


def test_of_what_some_paths_are_to_do_one_is_shown_and_none_refuted() -> None:
    """Both parts speak of a path, which shows the second; the first has p now in any case, which the path refutes."""
    first, second = Temporal("EX", (Q,)), Temporal("EX", (R,))
    part = Or((And((P, first)), And((P, second))))
    for now, shown in (({"p"}, True), (set[str](), False)):
        path = [frozenset(now), frozenset("q")]
        assert shows(And((part, first)), True, len(path), None, partial(_judged, path), goes_on=True) == shown


@pytest.mark.parametrize("positive", [True, False])
def test_an_equivalence_of_temporal_formulas_is_not_checked(positive: bool) -> None:
    formula = equivalence(Temporal("EX", (P,)), Temporal("EX", (Q,)))
    for path in ([frozenset[str](), frozenset("p")], [frozenset[str](), frozenset("pq")]):
        assert shows(formula, positive, len(path), None, partial(_judged, path), goes_on=True)


def test_what_ends_in_an_error_shows_nothing_and_refutes_nothing() -> None:
    for positive in (True, False):
        assert not shows(P, positive, 1, None, lambda _formula, _place: None, goes_on=True)
        assert shows(Temporal("AG", (P,)), True, 1, None, lambda _formula, _place: None, goes_on=True)
