"""Predicates between bounds: each side of a formula is on its side of every formula that lies between."""

from __future__ import annotations

import itertools
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vsym.basics.source import Source, Span
from vsym.logic.bounds import Between, Side, bounded, on, shape
from vsym.logic.folding import replace_comparisons, satisfied
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, compare, is_predicate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear

NOWHERE = Span(Source("test", ""), 0, 0)


def _is(name: str) -> Formula:
    return compare(linear([(Named(name), 1)]), "=", Linear((), 1))


P, Q = (Comparison(Linear(((Between(_is(f"{name} sure"), _is(f"{name} possible")), 1),)), "=", 1) for name in "pq")
LOST = _is("lost")

formulas = st.recursive(
    st.sampled_from([P, Q, Truth(True), Truth(False)]),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(lambda *parts: And(parts), inner, inner),
        st.builds(lambda *parts: Or(parts), inner, inner),
        st.builds(Iff, inner, inner),
    ),
    max_leaves=6,
)


def _actual(formula: Formula, true: frozenset[Formula]) -> bool:
    return satisfied(replace_comparisons(formula, lambda one: Truth(one in true)), lambda _: 0)


def _on(side: Side, formula: Formula, sure: frozenset[str], possible: frozenset[str], lost: bool) -> bool:
    true = {f"{name} sure" for name in sure} | {f"{name} possible" for name in possible} | ({"lost"} if lost else set())
    return satisfied(on(side, formula, LOST), lambda atom: getattr(atom, "name", "") in true)


@given(formulas)
def test_what_is_sure_is_true_and_what_is_true_is_possible(formula: Formula) -> None:
    for states in itertools.product(("no", "yes", "open"), repeat=2):
        state = dict(zip("pq", states, strict=True))
        sure = frozenset(name for name in "pq" if state[name] == "yes")
        possible = frozenset(name for name in "pq" if state[name] != "no")
        for chosen in itertools.product((True, False), repeat=2):
            values = dict(zip("pq", chosen, strict=True))
            if all(state[name] == "open" or values[name] == (state[name] == "yes") for name in "pq"):
                true = frozenset(one for name, one in (("p", P), ("q", Q)) if values[name])
                actual = _actual(formula, true)
                assert not _on("sure", formula, sure, possible, lost=False) or actual
                assert not actual or _on("possible", formula, sure, possible, lost=False)
        if possible == sure:
            exact = _actual(formula, frozenset(one for name, one in (("p", P), ("q", Q)) if name in sure))
            assert _on("sure", formula, sure, possible, lost=False) == exact
        # Of a state in which paths are lost nothing is known.
        assert not _on("sure", formula, sure, possible, lost=True)
        assert _on("possible", formula, sure, possible, lost=True)


def test_the_largest_predicates_have_bounds_and_exact_ones_none() -> None:
    formula = Temporal("AG", (Or((And((_is("a"), _is("b"))), Temporal("EF", (_is("a"),)))),))
    sides = bounded(formula, lambda one: Between(Truth(False), one) if one != _is("a") else Between(one, one))
    assert on("possible", sides) == formula
    assert on("sure", sides) == Temporal("AG", (Temporal("EF", (_is("a"),)),))
    assert bounded(formula, lambda one: Between(one, one)) == formula
    assert is_predicate(P)


@pytest.mark.parametrize(
    ("logic", "formula", "expected"),
    [
        ("ctl", Temporal("AG", (P,)), "universal"),
        ("ctl", Not(Temporal("EF", (P,))), "universal"),
        ("ctl", Temporal("EG", (P,)), "existential"),
        ("ctl", Temporal("AG", (Temporal("EF", (P,)),)), "mixed"),
        ("ctl", P, "universal"),
        ("invariant", P, "universal"),
        ("ltl", Temporal("F", (Temporal("G", (P,)),)), "universal"),
        ("ltl", Temporal("AG", (P,)), "mixed"),
    ],
)
def test_a_property_speaks_of_all_paths_of_some_or_of_both(
    logic: Literal["ctl", "ltl", "invariant"], formula: Formula, expected: str
) -> None:
    assert shape(Property("p", logic, formula, "", NOWHERE)) == expected
