"""Choices in a state of a program, against its plain semantics and all permutations of its scalarsets."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings

from tests.support.drawn import DRAWN, many
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn, programs
from tests.support.interpreted_programs import read
from tests.support.loading import load_program
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.basics.options import RefusedError
from vsym.checking.state_graph import state_graph
from vsym.models.program.program import Program
from vsym.models.program.renaming import Renaming
from vsym.models.program.semantics import Semantics, State
from vsym.stepping.programs import ProgramStepper

PAIRS = """
type P: scalarset(4);
var other: array [P] of P; last: P;
startstate for p: P do other[p] := p; end; undefine last; end;
ruleset p: P; q: P do
  rule "join" other[p] = p & other[q] = q ==> other[p] := q; other[q] := p; end;
  rule "point" isundefined(last) & other[p] != p & other[q] != q ==> last := p; end;
end;
"""


def _stepper(program: Program) -> ProgramStepper:
    return ProgramStepper(program, program.scalarsets)


def _spinlock(**values: int) -> ProgramStepper:
    return _stepper(load_program((EXAMPLES / "programs" / "spinlock.m").read_text("utf-8"), values))


def _images(program: Program) -> list[Renaming]:
    every = (permutations(range(one.size)) for one in program.scalarsets)
    numbers = [one.number for one in program.scalarsets]
    return [Renaming(program.layout, dict(zip(numbers, places, strict=True))) for places in product(*every)]


def _assert_partitions(stepper: ProgramStepper, state: State, images: list[Renaming]) -> None:
    """The choices are the firings of the semantics, and those of one are images of each other under what keeps the
    state; the canonical state is one of the orbit, and the same for all of it."""
    fired = [one for one in Semantics(stepper.program).fire(state) if one.state is not None or one.fault is not None]
    assert sum(choice.size for choice in stepper.choices(state)) == len(fired)
    groups = stepper.groups(state)
    assert {one.firing for group in groups for one in group} == {one.firing for one in fired}
    keeping = [image for image in images if image.state(state) == state]
    for group in groups:
        assert len({one.firing.rule for one in group}) == 1
        for one in group:
            targets = {image.state(group[0].state) for image in keeping if group[0].state is not None}
            assert one.state in targets or (one.state is None and group[0].state is None)
    canonical = stepper.orbit(state)
    assert canonical in {image.state(state) for image in images}
    assert {stepper.orbit(image.state(state)) for image in images} == {canonical}


def _assert_the_rest(stepper: ProgramStepper, state: State) -> None:
    semantics = Semantics(stepper.program)
    fired = {one.firing for one in semantics.fire(state) if one.state is not None or one.fault is not None}
    instances = sum(1 for rule in stepper.program.rules for _ in semantics.instances(rule, state))
    told = stepper.disabled(state)
    assert bool(told) == (len(fired) < instances)
    assert all(one.hindrances for one in told)


def test_a_rule_that_an_assumption_drops_is_told_with_the_assumption() -> None:
    program = load_program(
        'var x, y: 0..3; startstate x := 1; y := 2; end; rule "up" x := x + 1; assume y < 3 & x < 2; end;'
        'rule "declared" x := 3; end; rule "rest" x := 0; end; assume x != 3 | y = 3;'
    )
    stepper = ProgramStepper(program, ())
    [state] = stepper.starts()
    assert [choice.label for choice in stepper.choices(state)] == ["rest"]
    assert [
        (one.label, [(why.condition, why.values) for why in one.hindrances]) for one in stepper.disabled(state)
    ] == [
        ("up", [("assume x < 2", (("x", "2"),))]),
        ("declared", [("assume x != 3 | y = 3", (("x", "3"), ("y", "2")))]),
    ]


@settings(DRAWN, max_examples=many(2), derandomize=True)
@given(programs(Kind(symmetric=True)))
def test_drawn_programs_that_use_scalarsets_soundly(drawn: Drawn) -> None:
    program = read(drawn)
    stepper, images = _stepper(program), _images(program)
    for state in state_graph(program.semantics, 10).states:
        _assert_partitions(stepper, state, images)
        _assert_the_rest(stepper, state)


@settings(DRAWN, max_examples=many(2), derandomize=True)
@given(programs(Kind()))
def test_drawn_programs_without_symmetry(drawn: Drawn) -> None:
    program = read(drawn)
    stepper = ProgramStepper(program, ())
    for state in state_graph(program.semantics, 10).states:
        assert all(choice.size == 1 for choice in stepper.choices(state))
        _assert_the_rest(stepper, state)


def test_elements_that_look_the_same_one_by_one_need_not_be_alike() -> None:
    """Two couples: each partner is alike to the other, and not to those of the other couple."""
    program = load_program(PAIRS)
    stepper, images = _stepper(program), _images(program)
    states = state_graph(program.semantics, 200).states
    for state in states:
        _assert_partitions(stepper, state, images)
    first = next(stepper.starts())
    assert [(one.label, one.size) for one in stepper.choices(first)] == [("join", 4), ("join", 12)]
    alike = {dict(stepper.view(state).rows)["alike"] for state in states}
    assert "{P_1, P_3} {P_2, P_4}" in alike


def test_elements_that_are_alike_are_one_choice() -> None:
    stepper = _spinlock()
    state = next(stepper.starts())
    assert [(one.label, one.by, one.size) for one in stepper.choices(state)] == [
        ("ask", "p = Process_1, Process_2, Process_3", 3)
    ]
    chosen = stepper.member(state, 0, ["Process_2"])
    assert dict(stepper.view(present(chosen.target)).rows)["alike"] == "{Process_1, Process_3} {Process_2}"
    assert len(ProgramStepper(stepper.program, ()).choices(state)) == 3
    with pytest.raises(RefusedError):
        stepper.member(state, 0, ["Process_4"])


def test_a_false_conjunct_is_told_with_its_values() -> None:
    program = load_program(
        "type P: scalarset(2); var at: array [P] of 0..2; free: boolean;\n"
        "startstate for p: P do at[p] := 1; end; free := false; end;\n"
        'ruleset p: P do rule "go" free & at[p] = 1 & forall q: P do at[q] = 0 end ==> at[p] := 2; end; end;\n'
    )
    [told] = _stepper(program).disabled(next(_stepper(program).starts()))
    assert [(why.condition, dict(why.values)) for why in told.hindrances] == [
        ("free", {"free": "false"}),
        ("forall q: P do at[q] = 0 end", {"q": "P_1", "at[q]": "1"}),
    ]


def test_after_an_error_of_a_guard_nothing_is_told() -> None:
    program = load_program(
        'var x: 0..3; y: 0..3; startstate y := 0; end;\nrule "r" y = 1 & x = 2 & y = 3 ==> y := 1; end;\n'
    )
    stepper = ProgramStepper(program, ())
    [told] = stepper.disabled(next(stepper.starts()))
    assert [why.condition for why in told.hindrances] == ["y = 1", "x = 2 ends in an error"]


def test_many_elements_are_a_few_choices() -> None:
    stepper = _spinlock(n=300)
    state = present(stepper.member(next(stepper.starts()), 0, ["Process_7"]).target)
    assert [choice.size for choice in stepper.choices(state)] == [299, 1]
    assert len(stepper.disabled(state)) == 4
    assert all(len(told) < 2000 for _, told in stepper.view(state).rows)
