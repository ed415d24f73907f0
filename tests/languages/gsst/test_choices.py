"""Terms by cases: quotients, remainders and `if`, held against Python's arithmetic value by value."""

from __future__ import annotations

import pytest

from tests.languages.gsst.texts import codes, condition, model
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula
from vsym.logic.terms import Linear, Named

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
    assert condition("if free then level > 1 else level < 0 & other") == condition(
        "if free then level > 1 else (level < 0 & other)"
    )
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
