"""Values of expressions in states, and texts beside a model's own, in both languages."""

from __future__ import annotations

import pytest

from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.registry import parsed
from vsym.models.counting.semantics import State
from vsym.models.text import AnyText

SKELETON = """system s
param n = 3
states A, B
group P of n
shared light: {red, green} = red
shared on: bool = false
define many = #B
init A
trans A -> B if on
"""
PROGRAM = """const n: 3;
type P: scalarset(n); var at: array [P] of 0..3; last: P;
startstate for p: P do at[p] := 1; end; undefine last; end;
function sum(): 0..9; var s: 0..9; begin s := 0; for p: P do s := s + at[p]; end; return s; end;
rule at[last] > 0 ==> at[last] := 0; end;
"""


def _text(text: str, name: str) -> AnyText:
    return parsed(Source(name, text))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("#A - 2 * #B", "-1"),
        ("many + n", "7"),
        ("light", "red"),
        ("if on then green else light", "red"),
        ("#B >= 2 & !on", "true"),
        ("deadlock", "true"),
    ],
)
def test_a_value_of_a_state_of_processes(written: str, told: str) -> None:
    state = State(("A", "A", "A", "B", "B"), (("light", 0), ("on", 0)))
    assert _text(SKELETON, "s.gsst").observation(written, {"n": 5}).told(state) == told


@pytest.mark.parametrize(
    ("written", "told"),
    [("sum() * 2", "6"), ("last", "undefined"), ("forall p: P do at[p] = 1 end", "true"), ("n", "3")],
)
def test_a_value_of_a_state_of_a_program(written: str, told: str) -> None:
    observation = _text(PROGRAM, "p.m").observation(written, {})
    state = (2, 2, 2, 0)
    assert observation.told(state) == told


def test_a_value_that_cannot_be_told_is_an_error_there() -> None:
    observation = _text(PROGRAM, "p.m").observation("at[last] = 1", {})
    assert observation.told((2, 2, 2, 0)).startswith("an error: ")
    assert observation.condition is not None


@pytest.mark.parametrize(
    ("text", "name", "written"),
    [(SKELETON, "s.gsst", "EF on"), (SKELETON, "s.gsst", "nothing"), (PROGRAM, "p.m", "nothing"), (PROGRAM, "p.m", "")],
)
def test_what_is_no_value_has_its_place(text: str, name: str, written: str) -> None:
    with pytest.raises(DiagnosticError, match="<expression>:1:"):
        _text(text, name).observation(written, {})


@pytest.mark.parametrize(("text", "name", "written"), [(SKELETON, "s.gsst", "on lemma l: on"), (PROGRAM, "p.m", "at")])
def test_what_is_more_than_one_value_is_refused(text: str, name: str, written: str) -> None:
    with pytest.raises(RefusedError):
        _text(text, name).observation(written, {})


@pytest.mark.parametrize(
    ("text", "name", "beside", "names"),
    [
        (SKELETON, "s.gsst", "ctl later: AG (#A >= 0)\ninvariant now: many >= 0\n", ["later", "now"]),
        (PROGRAM, "p.m", "--! ctl later: AG (sum() < 9)\n", ["errors", "deadlock", "later"]),
        (PROGRAM, "p.m", 'invariant "now" sum() < 9;\n', ["errors", "deadlock", "now"]),
    ],
)
def test_another_text_stands_behind_a_model_s_own(text: str, name: str, beside: str, names: list[str]) -> None:
    model = _text(text, name).beside(Source("beside", beside)).at({})
    assert [prop.name for prop in model.properties] == names


def test_what_is_wrong_beside_is_told_at_its_place() -> None:
    with pytest.raises(DiagnosticError, match=r"beside:2:\d+: error\[VS201\]"):
        _text(SKELETON, "s.gsst").beside(Source("beside", "\ninvariant now: nothing >= 0\n")).at({})
