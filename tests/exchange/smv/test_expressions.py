"""Formulas as text for NuSMV."""

from __future__ import annotations

from functools import partial

import pytest

from vsym.exchange.smv.expressions import Vocabulary, assigned, formula_text, truth, value
from vsym.logic.formula import FALSE, And, Formula, Iff, Not, Operator, Or, Temporal, compare
from vsym.logic.terms import Named, linear

A, B, FREE, LIGHT, LAMP = Named("A"), Named("B"), Named("free"), Named("light"), Named("lamp")
COLOURS = ("red", "amber", "green")
WORDS = Vocabulary(
    {A: "A_", B: "B", FREE: "free", LIGHT: "light", LAMP: "lamp"},
    frozenset({FREE}),
    {LIGHT: COLOURS, LAMP: COLOURS},
)
NOTHING = linear([])
B_IS_0, B_IS_1, IS_FREE = (
    compare(linear([(B, 1)]), "=", NOTHING),
    compare(linear([(B, 1)]), "=", linear([], 1)),
    compare(linear([(FREE, 1)]), "=", linear([], 1)),
)


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (compare(linear([(A, 2), (B, -1)]), "<=", linear([], 3)), "2 * A_ <= B + 3"),
        (compare(linear([(A, 1), (B, -2)]), "<=", linear([], -3)), "A_ + 3 <= 2 * B"),
        (compare(linear([(B, 1), (FREE, 1)]), "!=", NOTHING), "B + toint(free) != 0"),
        (IS_FREE, "free"),
        (compare(linear([(FREE, 1)]), "<=", NOTHING), "!free"),
        (compare(linear([(FREE, 1)]), ">=", NOTHING), "TRUE"),
        (compare(linear([(FREE, 1)]), "=", linear([], 2)), "FALSE"),
        (FALSE, "FALSE"),
        (And((Or((B_IS_0, IS_FREE)), B_IS_1)), "(B = 0 | free) & B = 1"),
        (Or((And((B_IS_0, IS_FREE)), Iff(B_IS_1, IS_FREE))), "B = 0 & free | (B = 1 <-> free)"),
        (Not(And((B_IS_0, IS_FREE))), "!(B = 0 & free)"),
        (Temporal("AG", (Temporal("EF", (B_IS_0,)),)), "AG (EF (B = 0))"),
        (And((Temporal("AF", (IS_FREE,)), B_IS_0)), "(AF free) & B = 0"),
        (Temporal("AU", (IS_FREE, B_IS_0)), "A [free U (B = 0)]"),
        (Temporal("AR", (IS_FREE, B_IS_0)), "!(E [!free U (B != 0)])"),
        (Temporal("AW", (IS_FREE, B_IS_0)), "!(E [(B != 0) U (!free & B != 0)])"),
        (Temporal("EW", (IS_FREE, B_IS_0)), "(E [free U (B = 0)]) | (EG free)"),
        (Temporal("ER", (IS_FREE, B_IS_0)), "!(A [!free U (B != 0)])"),
        (Temporal("U", (IS_FREE, B_IS_0)), "free U (B = 0)"),
        (Temporal("W", (IS_FREE, B_IS_0)), "(free U (B = 0)) | (G free)"),
        (Temporal("R", (IS_FREE, B_IS_0)), "free V (B = 0)"),
    ],
)
def test_formulas(formula: Formula, text: str) -> None:
    assert formula_text(formula, WORDS) == text


def test_terms() -> None:
    assert value(linear([(B, -1), (FREE, 1)], -2), WORDS) == "-B + toint(free) - 2"
    assert value(NOTHING, WORDS) == "0"
    assert truth(linear([(FREE, -1)], 1), WORDS) == "!free"
    assert truth(linear([], 1), WORDS) == "TRUE"
    assert truth(linear([(B, 1)]), WORDS) == "B = 1"


def test_an_assignment_says_when_it_is_in_range() -> None:
    small = partial(assigned, ends=(-1, 2), variable=A, vocabulary=WORDS)
    assert small(linear([(B, 1)], 1)) == ("B + 1 >= -1 & B + 1 <= 2", "B + 1")
    assert small(linear([], 2)) == ("", "2")
    assert small(linear([], 3)) == ("FALSE", "3")
    flag = partial(assigned, ends=(0, 1), variable=FREE, vocabulary=WORDS)
    assert flag(linear([(FREE, -1)], 1)) == ("", "!free")
    assert flag(linear([(B, 1)])) == ("B >= 0 & B <= 1", "B = 1")
    light = partial(assigned, ends=(0, 2), variable=LIGHT, vocabulary=WORDS)
    assert light(linear([], 2)) == ("", "green")
    assert light(linear([(LAMP, 1)])) == ("", "lamp")


@pytest.mark.parametrize(
    ("operator", "bound", "text"),
    [
        ("=", 1, "light = amber"),
        ("!=", 1, "light in {red, green}"),
        (">=", 1, "light in {amber, green}"),
        ("<=", 0, "light = red"),
        ("<=", 2, "TRUE"),
        ("=", 3, "FALSE"),
    ],
)
def test_named_values_are_written_by_their_names(operator: Operator, bound: int, text: str) -> None:
    assert formula_text(compare(linear([(LIGHT, 1)]), operator, linear([], bound)), WORDS) == text


def test_two_variables_with_the_same_names_are_compared_and_others_are_numbers() -> None:
    assert formula_text(compare(linear([(LIGHT, 1)]), "!=", linear([(LAMP, 1)])), WORDS) == "lamp != light"
    number = "(case light = red : 0; light = amber : 1; light = green : 2; esac)"
    assert formula_text(compare(linear([(LIGHT, 1)]), "=", linear([(B, 1)])), WORDS) == f"B = {number}"
