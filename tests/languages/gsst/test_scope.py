"""Names that look like operators, and names that are written with indices."""

from __future__ import annotations

import pytest

from tests.languages.gsst.texts import codes, condition, count, framed, model
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula, compare, conjunction
from vsym.logic.terms import Linear, Named

LETTERS = """system letters
states A, E, F, G, R, U, W, X
group A of 1; group E of 1; group F of 1; group G of 1; group R of 1; group U of 1; group W of 1; group X of 1
shared v : bool = true
init { A: W E: U F: R; G: A; R: X U: X W: X X: F }
trans A -> E {
  R: #U = 0 & #W[W] = 0
  W: v
  U: #X = 0 // a comment in between
  X: #A[G | A \\ X] = 0 & |W| = 1 do v := false
  A: #A = 0 do v := v
  U /* here */ : true
  G: none of R in W
  W[1]: true
  E: E = 0
}
"""


def test_one_letter_groups_begin_guard_lines() -> None:
    text = LETTERS.replace("  U /* here */ : true\n", "").replace("  W[1]: true\n", "").replace("  E: E = 0\n", "")
    found = model(text)
    assert [str(line.processes) for line in found.transitions[0].lines] == ["5", "7", "6", "8", "1", "4"]
    empty = Linear()
    assert found.transitions[0].lines[0].guard == conjunction(
        [compare(count("U", 1, 8), "=", empty), compare(count("W", 7, 7), "=", empty)]
    )


def test_one_letter_groups_are_no_operators_even_where_they_are_wrong() -> None:
    assert codes(LETTERS) == ["VS208", "VS316", "VS201"]


@pytest.mark.parametrize("letter", "AEFGRUWX")
def test_one_letter_states_are_counted(letter: str) -> None:
    text = f"system s\nstates {letter}, N\ngroup G of 2\ninit {letter}\ntrans {letter} -> N\n"
    found = model(text + f"ctl it: A [#{letter} = 2 U #{letter}[G] = 0]\nltl on: F #{letter} = 0 U all in {letter}")
    assert found.states[0] == letter


@pytest.mark.parametrize("letter", "AEFGRUWX")
def test_values_may_not_be_called_like_operators(letter: str) -> None:
    values = f"param {letter} = 1\ndefine {letter} = 2\nshared {letter}: bool = true"
    assert codes(f"system s\nstates N\ngroup P of 2\ninit N\n{values}") == ["VS206"] * 3


def test_names_that_begin_like_keywords_are_names() -> None:
    found = model(
        "system system_1\nparam param_ = 2\nstates states_a, Xa, forall_\ngroup all_ of param_\n"
        "shared notable : bool = true\nshared Gx : bool = true\ninit Xa\n"
        "trans Xa -> forall_ if notable & !Gx | Gx and notable\n"
    )
    assert (found.name, found.states) == ("system_1", ("states_a", "Xa", "forall_"))


def test_families_have_one_or_two_indices() -> None:
    found = model("system s\nstates X[0..1][2..3], N\ngroup P of 1\ninit X[0][3]\ntrans X[1][2] -> N")
    assert found.states == ("X[0][2]", "X[0][3]", "X[1][2]", "X[1][3]", "N")
    assert found.transitions[0].source == "X[1][2]"


def test_properties_are_named_with_indices() -> None:
    found = framed("for i in 1..2 { for j in i..2 { invariant cap[i][j]: #A >= j\nlemma l[i * 2 + j]: #A >= i } }")
    assert [one.name for one in found.properties] == ["cap[1][1]", "cap[1][2]", "cap[2][2]"]
    assert [one.name for one in found.lemmas] == ["l[3]", "l[4]", "l[6]"]


def test_transitions_may_share_a_name() -> None:
    found = framed("for i in 1..2 { trans step: L[i] -> L[i + 1]\ntrans go[i]: L[i + 1] -> L[i] }")
    labels = ["step: L[1] -> L[2]", "go[1]: L[2] -> L[1]", "step: L[2] -> L[3]", "go[2]: L[3] -> L[2]"]
    assert [one.label for one in found.transitions] == labels


def test_name_spaces_are_separate() -> None:
    found = model("system s\nparam s = 1\nstates s, t\ngroup s of s\ninit s\nctl s: AG #s[s] = s\nlemma s: #s >= 0")
    assert found.properties[0].name == "s"


def test_semicolons_may_separate() -> None:
    apart, bare = "trans A -> B { R: free; W: free };; trans B -> A;", "trans A -> B { R: free W: free } trans B -> A"
    assert framed(apart).transitions == framed(bare).transitions
    assert condition("free;") == condition("free")


LOW, HIGH = -5, 6
FRAME = f"""system test
states A, B
group R of 3
shared level : {LOW}..{HIGH} = 0
shared free : bool = true
init A
"""


def _holds(formula: Formula, level: int, free: int = 1) -> bool:
    values = {Named("level"): level, Named("free"): free}
    return satisfied(formula, lambda atom: values[atom] if isinstance(atom, Named) else 0)


def _property(text: str) -> Formula:
    return model(f"{FRAME}invariant it: {text}").properties[0].formula


@pytest.mark.parametrize("divisor", [1, 2, 3, 4, 7, 100, -1, -2, -3, -4, -7, -100])
@pytest.mark.parametrize("factor", [1, -2])
def test_division_is_towards_minus_infinity_and_remainders_have_the_sign_of_the_divisor(
    divisor: int, factor: int
) -> None:
    assigned = model(
        f"{FRAME}trans A -> B do level := ({factor} * level + 1) / {divisor}\n"
        f"trans B -> A do level := ({factor} * level + 1) % {divisor}"
    ).transitions
    for level in range(LOW, HIGH + 1):
        number = factor * level + 1
        for source, expected in (("A", number // divisor), ("B", number % divisor)):
            lines = [one.lines[0] for one in assigned if one.source == source]
            (line,) = [line for line in lines if _holds(line.guard, level)]
            (update,) = line.update
            found = update.value.constant + sum(coefficient * level for _, coefficient in update.value.terms)
            assert found == expected, (level, source)


def test_a_comparison_with_a_remainder_lists_the_values() -> None:
    assert _property("level % 3 = 1") == _property("level = -5 | level = -2 | level = 1 | level = 4")


def test_the_cases_of_a_sum_are_those_of_its_parts_together() -> None:
    found = _property("(if free then level else -level) + level / 2 * 3 >= if level > 2 then 1 else level % 2")
    for level in range(LOW, HIGH + 1):
        for free in (0, 1):
            left = (level if free else -level) + level // 2 * 3
            assert _holds(found, level, free) == (left >= (1 if level > 2 else level % 2)), (level, free)


def test_conditions_by_cases() -> None:
    found = _property("if free then level > 1 else if level < 0 then true else false")
    assert [level for level in range(LOW, HIGH + 1) if _holds(found, level, 1)] == [2, 3, 4, 5, 6]
    assert [level for level in range(LOW, HIGH + 1) if _holds(found, level, 0)] == [-5, -4, -3, -2, -1]


def test_an_else_reaches_as_far_as_it_can() -> None:
    far, explicit = "level < 0 & other", "(level < 0 & other)"
    assert condition(f"if free then level > 1 else {far}") == condition(f"if free then level > 1 else {explicit}")
    assert condition("(if free then 1 else 2) + 1 = 2") == condition("free")


def test_constants_have_no_cases() -> None:
    assert condition("(if 1 < 2 then level else #A * 3) = 4") == condition("level = 4")
    (transition,) = model(f"{FRAME}trans A -> B do level := if true then 7 % 4 else level").transitions
    assert transition.lines[0].update[0].value == Linear((), 3)


def test_a_term_has_so_many_cases_and_no_more() -> None:
    wide = f"{FRAME}shared wide : 0..1999 = 0\ntrans A -> B if wide / 2 "
    assert codes(f"{wide}= 7") == []
    assert codes(f"{wide}+ level / 12 = 7") == ["VS328"]
    assert codes(f"{FRAME}shared w : 0..1999 = 0\ntrans A -> B do w := w / 2, free := level = 1") == ["VS328"]
