"""Meanings of terms and formulas, and the binding of their operators."""

from __future__ import annotations

from typing import cast

import pytest

from tests.languages.gsst.texts import FRAME, codes, condition, constant, count, ctl, framed, ltl, shared
from vsym.languages.scanning import SYNTAX_DEPTH
from vsym.logic.formula import (
    FALSE,
    TRUE,
    Formula,
    Iff,
    Or,
    Temporal,
    TemporalOperator,
    compare,
    conjunction,
    disjunction,
    negate,
)
from vsym.logic.terms import Linear

A = compare(count("A"), "=", constant(0))
B = compare(count("B"), "=", constant(0))
C = compare(count("C"), "=", constant(0))

# Every left formula is the right one with the parentheses that precedence stands for.
PRECEDENCE = [
    ("#A=0 <-> #B=0 -> #C=0", "#A=0 <-> (#B=0 -> #C=0)"),
    ("#A=0 -> #B=0 -> #C=0", "#A=0 -> (#B=0 -> #C=0)"),
    ("#A=0 | #B=0 -> #C=0", "(#A=0 | #B=0) -> #C=0"),
    ("#A=0 | #B=0 & #C=0", "#A=0 | (#B=0 & #C=0)"),
    ("!#A=0 & #B=0", "(!(#A=0)) & #B=0"),
    ("free = !other & #A=0", "(free = (!other)) & #A=0"),
    ("not not #A=0 or #B=0 and #C=0", "(#A=0) | ((#B=0) & (#C=0))"),
    ("#A + 2 * #B - 1 < -2 + 3 * 2", "((#A + (2 * #B)) - 1) < ((-2) + (3 * 2))"),
    ("#A - 1 - 2 = 0", "(#A - 1) - 2 = 0"),
    ("7 / 2 * 2 = #A", "(7 / 2) * 2 = #A"),
    ("- 1 * 3 + 5 = #A", "((-1) * 3) + 5 = #A"),
    ("forall i in 1..2: #A = i & #B = i | free", "forall i in 1..2: ((#A = i & #B = i) | free)"),
    ("free & exists i in 1..2: #A = i -> free", "free & (exists i in 1..2: (#A = i -> free))"),
    ("sum i in 1..3: #L[i] + 1 <= 7", None),
    ("(sum i in 1..3: #L[i] + 1) <= 7", "#L[1] + 1 + #L[2] + 1 + #L[3] + 1 <= 7"),
]


@pytest.mark.parametrize(("loose", "explicit"), PRECEDENCE)
def test_precedence(loose: str, explicit: str | None) -> None:
    if explicit is None:
        assert codes(f"{FRAME}fairness {loose}") == ["VS301"]
    else:
        assert condition(loose) == condition(explicit)


@pytest.mark.parametrize(
    ("loose", "explicit"),
    [
        ("G #A=0 -> F #B=0", "(G (#A=0)) -> (F (#B=0))"),
        ("!X #A=0 & #B=0", "(!(X (#A=0))) & #B=0"),
        ("#A=0 U #B=0 & #C=0", "(#A=0 U #B=0) & #C=0"),
        ("#A=0 U #B=0 W #C=0", "#A=0 U (#B=0 W #C=0)"),
        ("G #A=0 R #B=0", "(G (#A=0)) R #B=0"),
        ("G F #A=0", "G (F (#A=0))"),
    ],
)
def test_precedence_of_temporal_operators(loose: str, explicit: str) -> None:
    assert ltl(loose) == ltl(explicit)


def test_connectives_mean_what_they_say() -> None:
    assert condition("#A=0 & #B=0") == conjunction([A, B])
    assert condition("#A=0 | #B=0") == disjunction([A, B])
    assert condition("#A=0 -> #B=0 -> #C=0") == disjunction([negate(A), negate(B), C])
    assert condition("#A=0 <-> #B=0") == Iff(A, B)
    assert condition("!(#A=0 & #B=0)") == negate(conjunction([A, B]))


@pytest.mark.parametrize("operator", ["|", "->"])
def test_long_formulas_stay_flat(operator: str) -> None:
    found = condition(f" {operator} ".join(f"#A = {i}" for i in range(1200)))
    assert isinstance(found, Or)
    assert len(found.operands) == 1200


@pytest.mark.parametrize(
    ("unicode", "ascii_text"),
    [
        ("¬ (#A = 0)", "! (#A = 0)"),
        ("#A = 0 ∧ #B = 0 ∨ #C = 0", "#A = 0 & #B = 0 | #C = 0"),
        ("#A = 0 → #B = 0", "#A = 0 -> #B = 0"),
        ("#A = 0 ↔ #B = 0", "#A = 0 <-> #B = 0"),
        ("#A ≤ 3 & #B ≥ 3 & #C ≠ 3", "#A <= 3 & #B >= 3 & #C != 3"),
        ("not (#A = 0 or #B = 0) and #C = 0", "!(#A = 0 | #B = 0) & #C = 0"),
    ],
)
def test_spellings_of_operators(unicode: str, ascii_text: str) -> None:
    assert condition(unicode) == condition(ascii_text)


def test_an_arrow_may_be_unicode() -> None:
    assert framed("trans A → B").transitions == framed("trans A -> B").transitions


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("all in A", "#A = 11"),
        ("none in A", "#A = 0"),
        ("some in A", "#A >= 1"),
        ("some not in A", "#A <= 10"),
        ("two in A", "#A >= 2"),
        ("all of W in A", "#A[W] = 3"),
        ("none of P[2..3] in L[2]", "#L[2][P[2..3]] = 0"),
        ("some of R | W not in A", "#A[R | W] <= 4"),
        ("two of all in {A, B}", "#A + #B >= 2"),
        ("some of W not in {A, L[1]}", "#A[W] + #L[1][W] <= 2"),
        ("all not in A", "#A = 0"),
    ],
)
def test_conditions_in_words(words: str, meaning: str) -> None:
    assert condition(words) == condition(meaning)


@pytest.mark.parametrize(
    ("written", "meaning"),
    [
        ("#A = 3", compare(count("A"), "=", constant(3))),
        ("#A[R] = 3", compare(count("A", 1, 2), "=", constant(3))),
        ("#L[pair][W] < level", compare(count("L[2]", 3, 5), "<", shared("level"))),
        ("#{A, B} > 1", compare(count("A") + count("B"), ">", constant(1))),
        ("#{A, A} > 1", compare(count("A"), ">", constant(1))),
        ("#{A, L[1]}[W] > 1", compare(count("A", 3, 5) + count("L[1]", 3, 5), ">", constant(1))),
        ("#A < |R|", compare(count("A"), "<", constant(2))),
        ("#A < |all|", compare(count("A"), "<", constant(11))),
        ("#A < |(R | W) \\ {1}|", compare(count("A"), "<", constant(4))),
        ("3 * #A * 2 != 7", compare(count("A") * 6, "!=", constant(7))),
        ("min(pair, 5) + max(pair, 5) = #A", compare(constant(7), "=", count("A"))),
        ("-7 / 2 = -4", TRUE),
        ("-7 % 2 = 1", TRUE),
        ("forall i in 2..1: #A = i", TRUE),
        ("exists i in 2..1: #A = i", FALSE),
        ("(sum i in 2..1: #L[i]) = 0", TRUE),
        ("forall i in 1..3: forall j in i..2: #L[i] >= j", None),
        ("free", compare(shared("free"), "=", constant(1))),
        ("free = true", compare(shared("free"), "=", constant(1))),
        ("free = false", negate(compare(shared("free"), "=", constant(1)))),
        ("free != other", compare(shared("free"), "!=", shared("other"))),
        ("free <-> other", compare(shared("free"), "=", shared("other"))),
        ("free <-> !other", compare(shared("free") + shared("other"), "=", constant(1))),
        ("free <-> #A = 0", Iff(compare(shared("free"), "=", constant(1)), A)),
        ("true & false", FALSE),
    ],
)
def test_meanings(written: str, meaning: Formula | None) -> None:
    if meaning is None:
        meaning = condition("#L[1] >= 1 & #L[1] >= 2 & #L[2] >= 2")
    assert condition(written) == meaning


@pytest.mark.parametrize("quantifier", ["A", "E"])
@pytest.mark.parametrize("operator", ["U", "W", "R"])
def test_untils_of_ctl(quantifier: str, operator: str) -> None:
    found = ctl(f"{quantifier} [#A = 0 | #B = 0 {operator} #B = 0 -> #C = 0]")
    assert found == Temporal(
        cast(TemporalOperator, quantifier + operator),
        (disjunction([A, B]), disjunction([negate(B), C])),
    )


def test_a_path_may_start_on_the_next_line() -> None:
    assert ctl("A // so far\n /* and */ [#A = 0 U #B = 0]") == Temporal("AU", (A, B))


def test_definitions_stand_for_their_meaning_in_any_order() -> None:
    found = framed(
        "define b = a & #B = 0\ndefine a = #A < limit\ndefine limit = 2 * level\n"
        "define soon = AF a\nfairness b\nctl it: AG soon"
    )
    below = compare(count("A"), "<", shared("level") * 2)
    assert found.fairness[0].formula == conjunction([below, B])
    assert found.properties[0].formula == Temporal("AG", (Temporal("AF", (below,)),))


def test_nesting_up_to_the_limit_is_accepted() -> None:
    depth = SYNTAX_DEPTH - 10
    assert condition("!" * depth + "free") in (condition("free"), condition("!free"))
    nested = "#A = 0"
    for level in range(depth // 2):
        nested = f"(#B = {level} & ({nested} | #C = {level}))"
    assert condition(nested) is not None


def test_the_text_of_a_property_is_the_user_s() -> None:
    found = framed("ctl it:  AG  (#A = 0\n   /* really */ | free) // yes\n").properties[0]
    assert found.text == "AG (#A = 0 | free)"


def test_equal_terms_over_different_sets_are_equal() -> None:
    assert condition("#A[R] + #A[W] = 2") == condition("#A[R | W] = 2")
    assert condition("#A[P[1..0]] = 0") == TRUE
    assert Linear() == constant(0)
