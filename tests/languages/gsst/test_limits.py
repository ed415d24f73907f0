"""Limits of work in the front end: each of its parts checks them, but finishes small inputs before the first check."""

from __future__ import annotations

import itertools

import pytest

from tests.support.drawn import chosen
from tests.support.loading import counting, load, load_open
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.check import subject_of
from vsym.checking.question import Subject
from vsym.languages.gsst.elaborate import elaborate
from vsym.languages.gsst.parse import PARSER
from vsym.languages.scanning import PACE
from vsym.logic.folding import satisfied
from vsym.logic.terms import Atom, value
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling

PASSED = Budget(deadline=0.0)
FRAME = "system s\nparam n = 1\nstates A, B\ngroup P of n\ninit A\ntrans A -> B if {}\n"
SMALL = Source("small", FRAME.format("#A >= 1"))
LARGE = Source("large", FRAME.format(" | ".join(["#A >= 1"] * PACE)))
REPEATED = Source("repeated", SMALL.text + f"for i in 1..{PACE} {{ trans A -> B if #A >= i }}\n")


def test_parsing_asks() -> None:
    with pytest.raises(LimitReachedError):
        PARSER.tree(LARGE, PASSED)


def test_building_asks() -> None:
    tree = PARSER.tree(LARGE)
    with pytest.raises(LimitReachedError):
        PARSER.build(LARGE, tree, PASSED)


def test_looking_for_more_errors_asks() -> None:
    wrong = Source("wrong", "system s\nstates ,\n" + LARGE.text)
    with pytest.raises(LimitReachedError):
        PARSER.tree(wrong, PASSED)


def test_elaboration_asks() -> None:
    text = counting(REPEATED, PASSED)
    assert len(text.at({}).transitions) == PACE + 1
    with pytest.raises(LimitReachedError):
        text.at({}, PASSED)
    with pytest.raises(LimitReachedError):
        text.open(("n",), {}, PASSED)
    with pytest.raises(LimitReachedError):
        subject_of(text, {}, budget=PASSED)


def test_a_small_model_is_read_whatever_the_limit() -> None:
    """So vsym can report an error in it, and the answer on it can say how far the work came."""
    file = PARSER.build(SMALL, PARSER.tree(SMALL, PASSED), PASSED)
    assert elaborate(file, {}, budget=PASSED) == elaborate(file, {}, budget=UNLIMITED)


TEXT = """system open
param a = 1 where a >= 1
param b = a + 2 where b <= 9
param c = 2 where c > a
states N, T
group R of a
group P[k in 1..2] of k * c - 1
group W of b
shared v : 0..b = a
init { R: N; else: T }
trans N -> T if #N <= c - 1 | #T[P[1..2] | W] = |P| & none of R in T do v := v - 1
lemma many: v <= |all| + 2 * a
invariant here: #N[R] >= a & !(all of P in N) & some not in T
"""


def opened(*kept: str, **overrides: int) -> Subject[Model]:
    """The text with some parameters open."""
    return load_open(Source("open.gsst", TEXT), overrides, kept)


def test_what_depends_on_open_parameters_is_a_term_in_them() -> None:
    model = opened("a", "c").model
    spelling = Spelling(model)
    assert [spelling.term(size) for size in model.sizes.groups] == ["a", "c - 1", "2 * c - 1", "a + 2"]
    assert spelling.formula(model.sizes.domain) == "a >= 1 & a <= 7 & a + 1 <= c"
    assert model.parameters == ()
    assert [spelling.term(end) for end in model.shared[0].ends] == ["0", "a + 2"]
    assert spelling.term(model.shared[0].start) == "a"
    assert spelling.term(model.size_of(model.processes)) == "2 * a + 3 * c"


def test_other_parameters_keep_their_values() -> None:
    model = opened("c", b=5).model
    assert model.parameters == (("a", 1), ("b", 5))
    assert model.sizes.parameters == ("c",)


VALUES = [*itertools.product(range(-1, 9), range(-1, 4))]


@pytest.mark.parametrize(("a", "c"), chosen(VALUES[::3], VALUES))
def test_formulas_mean_at_an_instance_what_they_mean_there(a: int, c: int) -> None:
    """Domain, sizes, ranges and every comparison agree with those of the model that is read for these values."""
    found = opened("a", "c")
    model = found.model
    assert found.instance is not None
    values = {"a": a, "c": c}

    def value_of(variable: Atom) -> int:
        return values[getattr(variable, "name", "")]

    try:
        there = found.instance(values)
    except DiagnosticError:
        assert not satisfied(model.sizes.domain, value_of)
        return
    assert satisfied(model.sizes.domain, value_of)
    assert there == load(Source("open.gsst", TEXT), values)
    assert [value(size, value_of) for size in model.sizes.groups] == [group.processes.size for group in there.groups]
    variable = there.shared[0]
    assert tuple(value(end, value_of) for end in model.shared[0].ends) == (variable.low, variable.high)
    assert value(model.shared[0].start, value_of) == variable.initial
