"""The traps of the semantics, one by one; other tests check generated programs against the oracle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.support.drawn import DRAWN, many
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn, programs
from tests.support.hand_programs import LOCK
from tests.support.interpreted_programs import interpreted, read
from tests.support.loading import load_program
from tests.support.oracle import closure
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.models.program import statements
from vsym.models.program.program import DeadlockRule, Dialect, Program
from vsym.models.program.semantics import Fired, Semantics, State
from vsym.models.program.spelling import columns


def _starts(program: Program) -> list[Fired]:
    return list(Semantics(program).starts())


def _one(text: str) -> tuple[Program, State]:
    """A program with one start state, and that state."""
    program = load_program(text)
    [started] = _starts(program)
    assert started.fault is None
    return program, present(started.state)


def _fault(body: str, declared: str = "var x: 0..3; y: 0..3; a: array [0..1] of 0..3;") -> str | None:
    """The kind of the error in which a start state with this body ends."""
    [started] = _starts(load_program(f"{declared} startstate {body} end;"))
    return None if started.fault is None else started.fault.kind


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("x := y;", None),
        ("x := y + 1;", "undefined"),
        ("y := 3; x := y + 1;", "range"),
        ("y := 2; x := a[y];", "index"),
        ("x := a[y];", "undefined"),
        ("y := 0; x := 1 / y;", "division"),
        ("y := 0; x := 1 % y;", "division"),
        ("while true do x := 0; end;", "turns"),
        ('error "no";', "error"),
        ("x := 1; assert x = 2;", "assertion"),
        ("y := 0; if y = 0 | x = 1 then x := 2; end;", None),
        ("y := 0; if x = 1 | y = 0 then x := 2; end;", "undefined"),
        ("y := 1; if y = 0 & x = 1 then x := 2; end;", None),
        ("y := 1; if y = 0 -> x = 1 then x := 2; end;", None),
        ("y := 1; if exists i: 0..1 do i = 0 | x = 1 end then x := 2; end;", None),
        ("y := 1; if forall i: 0..1 do i = 1 & x = 1 end then x := 2; end;", None),
        ("y := 0; for i := 0 to 3 by y do x := i; end;", "step"),
        ("x := -7 / 2 + 3;", None),
    ],
)
def test_errors_where_they_belong(body: str, kind: str | None) -> None:
    assert _fault(body) == kind


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # Division rounds towards zero.
        ("var x: -9..9; y: -9..9; startstate x := -7 / 2; y := -7 % 2; end;", {"x": "-3", "y": "-1"}),
        # An alias is bound once in statements.
        (
            "var i: 0..1; a: array [0..1] of 0..3;"
            "startstate i := 0; a[0] := 0; a[1] := 0; alias here: a[i] do i := 1; here := 3; end; end;",
            {"i": "1", "a[0]": "3", "a[1]": "0"},
        ),
        # A reference is bound once, and a value is copied.
        (
            "var i: 0..3; j: 0..3; procedure p(var r: 0..3; v: 0..3); begin r := 3; j := v; end;"
            "startstate i := 1; j := 0; p(i, 2); end;",
            {"i": "3", "j": "2"},
        ),
        # A whole that is passed by value stays as it was.
        (
            "type R: record a: 0..3; end; var r: R; x: 0..3; procedure p(s: R); begin r.a := 2; x := s.a; end;"
            "startstate r.a := 1; p(r); end;",
            {"r.a": "2", "x": "1"},
        ),
    ],
)
def test_what_a_start_makes(text: str, values: dict[str, str]) -> None:
    assert dict(columns(*_one(text))) == values


def test_a_multiset_that_is_full_is_an_error() -> None:
    declared = "type M: record a: 0..1; end; var net: multiset [1] of M; m: M;"
    assert _fault("m.a := 0; multisetadd(m, net);", declared) is None
    assert _fault("m.a := 0; multisetadd(m, net); multisetadd(m, net);", declared) == "full"


def test_a_multiset_has_no_order() -> None:
    text = "type M: 0..3; var net: multiset [3] of M; startstate multisetadd({}, net); multisetadd({}, net); end;"
    (_, one), (_, other) = _one(text.format(2, 1)), _one(text.format(1, 2))
    assert one == other


def test_only_the_least_priority_fires() -> None:
    program, state = _one(
        'var x: 0..3; rule 2 "late" true ==> x := 3; end; rule 1 "early" x < 2 ==> x := x + 1; end;'
        "startstate x := 0; end;"
    )
    semantics = Semantics(program)
    names = []
    for _ in range(3):
        [fired] = semantics.fire(state)
        names.append(program.rules[fired.firing.rule].name)
        state = present(fired.state)
    assert names == ["early", "early", "late"]


@pytest.mark.parametrize(("deadlock", "stuck"), [("stuttering", True), ("stuck", False), ("off", False)])
def test_a_rule_that_changes_nothing_is_no_way_out(deadlock: DeadlockRule, stuck: bool) -> None:
    text = "var x: 0..1; rule true ==> x := 0; end; startstate x := 0; end;"
    program = load_program(text, dialect=Dialect(deadlock=deadlock))
    [started] = _starts(program)
    assert Semantics(program).stuck(present(started.state)) is stuck


@pytest.mark.parametrize("deadlock", ["stuttering", "stuck"])
@pytest.mark.parametrize("body", ["assume x = 1", "x := 1; assume x = 0", "drop()"])
def test_an_instance_that_an_assume_statement_drops_does_not_fire(deadlock: DeadlockRule, body: str) -> None:
    drop = "procedure drop(); begin x := 1 - x; assume x = 0; end;"
    text = f"var x: 0..1; {drop} rule true ==> {body}; end; startstate x := 0; end;"
    program = load_program(text, dialect=Dialect(deadlock=deadlock))
    semantics = Semantics(program)
    [started] = semantics.starts()
    assert started.state is not None
    assert semantics.fire(started.state) == ()
    assert semantics.terminal(started.state)
    assert semantics.stuck(started.state)


def test_an_assume_statement_drops_a_start_state() -> None:
    program = load_program(
        "var x: 0..1; ruleset v: 0..1 do startstate x := v; assume v = 1; end; end; rule x := 0 end;"
    )
    assert [started.state for started in Semantics(program).starts()] == [(2,)]


def test_a_state_that_an_assumption_drops_is_a_change_all_the_same() -> None:
    program, state = _one("var x: 0..1; rule true ==> x := 1 - x; end; startstate x := 0; end; assume x = 0;")
    [fired] = Semantics(program).fire(state)
    assert fired.state is None
    assert not Semantics(program).stuck(state)


def test_the_states_of_the_lock_are_those_that_rumur_counts() -> None:
    semantics = load_program(LOCK).semantics
    states = closure(semantics.initial(), lambda state: [target for _, target in semantics.steps(state)])
    assert (len(states), sum(len([*semantics.steps(state)]) for state in states)) == (20, 48)


def test_an_undefined_element_of_a_scalarset_is_compared_only_leniently() -> None:
    text = "type P: scalarset(2); var p: P; q: boolean; startstate q := exists r: P do p = r end; end;"
    [strict], [lenient] = (_starts(load_program(text, dialect=Dialect(undefined=one))) for one in ("strict", "lenient"))
    assert present(strict.fault).kind == "undefined"
    assert lenient.fault is None


def test_the_page_says_after_how_many_iterations_a_loop_is_an_error() -> None:
    """Tests allow fewer (`tests/conftest.py`): the module says how many a user has."""
    [allowed] = re.findall(r"^TURNS = (\d+)$", Path(statements.__file__).read_text("utf-8"), re.MULTILINE)
    page = (EXAMPLES.parent / "docs" / "murphi.md").read_text("utf-8")
    assert f"a `while` loop of more than {allowed} iterations is an error" in page


def _compared(drawn: Drawn) -> None:
    seen, expected = interpreted(read(drawn)), drawn.explored
    assert seen.states == {*expected.states}
    assert seen.firings == expected.firings
    assert seen.levels == expected.levels
    assert seen.deadlocks == expected.deadlocks
    assert seen.troubles == drawn.troubles
    assert seen.truths == expected.truths


@settings(DRAWN, max_examples=many(5), derandomize=True)
@given(programs(Kind()))
def test_programs_with_all_of_the_language(drawn: Drawn) -> None:
    _compared(drawn)


@settings(DRAWN, max_examples=many(3), derandomize=True)
@given(programs(Kind(symmetric=True)))
def test_programs_that_use_scalarsets_soundly(drawn: Drawn) -> None:
    _compared(drawn)


@settings(DRAWN, max_examples=many(3), derandomize=True)
@given(programs(Kind(strict=True)))
def test_programs_that_rumur_reads(drawn: Drawn) -> None:
    """Rumur takes copies of undefined values for errors: programs without any have the same meaning for all."""
    if not drawn.explored.troubles:
        _compared(drawn)
