"""Comparisons that follow from others, against all small values."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engines.contract import drawn_quickly
from vsym.logic.entailment import entails
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Comparison, Formula, compare, disjunction
from vsym.logic.terms import Atom, Linear, Named, linear

NAMES = "ntf"
VALUES = range(-3, 8)


def term(*factors: int) -> Linear:
    """A term over n, t and f, and a constant if there is a fourth number."""
    return linear(zip(map(Named, NAMES), factors, strict=False), factors[3] if len(factors) > 3 else 0)


RESILIENT = [compare(term(1, -3, 0), ">", Linear()), compare(term(0, 1, -1), ">=", Linear())]


@pytest.mark.parametrize(
    ("premises", "conclusion", "follows"),
    [
        (RESILIENT, compare(term(1, -1, 0), ">=", Linear()), False),
        ([*RESILIENT, compare(term(0, 1, 0), ">=", Linear())], compare(term(1, 0, -1), ">=", Linear((), 1)), True),
        ([*RESILIENT, compare(term(0, 0, 1), ">=", Linear())], compare(term(1, 0, -3), ">", Linear()), True),
        ([compare(term(1, -2, 0), "=", Linear((), 1))], compare(term(2, -4, 0), "=", Linear((), 2)), True),
        ([compare(term(1, 0, 0), ">=", Linear())], compare(term(1, 0, 0), "!=", Linear((), -1)), False),
        ([disjunction(RESILIENT)], compare(term(1, -3, 0), ">", Linear()), False),
        ([], TRUE, True),
    ],
)
def test_what_follows(premises: list[Formula], conclusion: Formula, follows: bool) -> None:
    assert entails(premises, conclusion) is follows


comparisons = st.builds(
    lambda factors, sign, bound: compare(term(*factors), sign, Linear((), bound)),
    st.tuples(*[st.integers(-3, 3)] * 3),
    st.sampled_from(["<=", ">=", "=", "<", ">"]),
    st.integers(-4, 4),
)


@drawn_quickly(60)
@given(st.lists(comparisons, max_size=4), comparisons)
def test_what_is_said_to_follow_does(premises: list[Formula], conclusion: Formula) -> None:
    if not entails(premises, conclusion) or not isinstance(conclusion, Comparison):
        return
    for values in product(VALUES, repeat=3):
        named = dict(zip(NAMES, values, strict=True))

        def value_of(atom: Atom, named: dict[str, int] = named) -> int:
            assert isinstance(atom, Named)
            return named[atom.name]

        if all(satisfied(one, value_of) for one in premises):
            assert satisfied(conclusion, value_of)
