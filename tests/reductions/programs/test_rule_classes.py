"""Instances of a rule that do the same with other slots: vsym runs one of them, and each keeps its effect on states."""

from __future__ import annotations

import pytest

from tests.reductions.programs.agreement import agree
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.models.program.program import Program
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.instances import instances
from vsym.reductions.programs.rule_classes import StaticParts
from vsym.reductions.programs.trees import Trees

_HEAD = """
type Id: 1..3; Val: 0..2;
var val: array [Id] of Val; flag: array [Id] of boolean; other: array [0..2] of Id; turn: Id;
startstate for i: Id do val[i] := i - 1; flag[i] := i = 2; other[i - 1] := 4 - i end; turn := 1 end;
function free(i: Id): boolean; begin return !flag[i] & val[i] < 2 end;
function next(i: Id): Id; begin return i % 3 + 1 end;
function least(i: Id): Val; var best: Val;
begin best := 2; for j: Id do if j != i & val[j] < best then best := val[j] end end; return best end;
function raised(i: Id): Val; var j: Id; begin j := next(i); return val[j] end;
procedure toggle(var b: boolean; i: Id); begin b := !b; turn := i end;
procedure flip(var b: boolean); begin b := !b end;
rule "turn" turn := next(turn) end;
"""


def _program(rule: str) -> Program:
    return load_program(_HEAD + rule)


def _runs(program: Program) -> int:
    """The number of instances of the last rule that are run."""
    trees = Trees(Algebra([(2 << slot.type.cardinality) - 1 for slot in program.layout.slots], UNLIMITED))
    last = program.rules[-1].number
    return sum(one.firing.rule == last and one.like is None for one in instances(program, trees, UNLIMITED))


@pytest.mark.parametrize(
    ("rule", "runs"),
    [
        # A parameter that is only an index, or computes one, makes no difference.
        ('ruleset i: Id do rule "r" free(i) ==> flag[i] := true end end;', 1),
        ('ruleset i: Id do rule "r" flag[next(i)] ==> flag[next(i)] := false; flag[i] := true end end;', 1),
        ('ruleset i: Id do alias j: next(i) do rule "r" flag[j] ==> val[i] := val[j] end end end;', 1),
        ('ruleset i: Id do alias f: flag[i] do rule "r" f ==> f := false; val[i] := 0 end end end;', 1),
        ('ruleset i: Id do rule "r" flag[i] ==> flip(flag[i]) end end;', 1),
        ('ruleset i: Id do rule "r" flag[i] ==> val[i] := raised(i) end end;', 3),
        # A parameter that is used as a value makes a difference.
        ('ruleset i: Id do rule "r" flag[i] ==> turn := i end end;', 3),
        ('ruleset i: Id do rule "r" turn = i ==> flag[i] := false end end;', 3),
        ('ruleset i: Id do rule "r" i < 3 & flag[i] ==> flag[i] := false end end;', 2),
        ('ruleset i: Id do rule "r" flag[i] ==> toggle(flag[i], i) end end;', 3),
        ('ruleset i: Id; v: Val do rule "r" flag[i] ==> val[i] := v end end;', 3),
        # An instance whose slots coincide differs from one whose slots do not.
        ('ruleset i: Id; j: Id do rule "r" free(i) & free(j) ==> flag[i] := true; val[j] := 0 end end;', 2),
        ('ruleset i: Id do rule "r" val[i] = least(i) ==> flag[i] := false end end;', 3),
        ('ruleset i: Id do rule "r" forall j: Id do i = j | free(j) end ==> flag[i] := true end end;', 3),
        # A place that depends on the state may be any part of its container.
        ('ruleset i: Id do rule "r" flag[i] ==> val[other[val[i]]] := 0 end end;', 3),
        ('ruleset i: Id do rule "r" flag[other[i - 1]] ==> other[i - 1] := turn end end;', 1),
        # An index that is none is an error of one instance; so is a loop of another length.
        ('ruleset i: Id do rule "r" flag[i + 1] ==> flag[i + 1] := false end end;', 2),
        ('ruleset i: Id do rule "r" val[1] < 2 ==> for j := i to 3 do val[1] := 2 - val[1] end end end;', 3),
        (
            'ruleset i: Id do rule "r" flag[1] ==> var x: Val; begin x := 0; for j := i to 3 do x := (x + 1) % 3 end; '
            "val[1] := x end end;",
            3,
        ),
    ],
)
def test_one_instance_of_each_outline_is_run(rule: str, runs: int) -> None:
    program = _program(rule)
    assert _runs(program) == runs
    agree(program, 100)


def test_the_result_of_a_routine_that_calls_itself_by_another_one_may_depend_on_the_state() -> None:
    program = _program("""
    function down(i: Id): Val; begin if i = 1 then return 0 end; return round(i - 1) > 0 ? 1 : val[i] end;
    function round(i: Id): Val; begin return down(i) end;
    """)
    numbers = {one.name: number for number, one in enumerate(program.routines)}
    for first, second in (("down", "round"), ("round", "down")):
        parts = StaticParts(program)
        assert not parts.closed(numbers[first])
        assert not parts.closed(numbers[second])
    assert StaticParts(program).closed(numbers["next"])


def test_slots_that_hold_other_codes_are_told_apart() -> None:
    """One of them starts undefined; the other one never is."""
    program = load_program("""
    type Id: 1..2; var a, b: array [Id] of Id;
    startstate undefine a; for i: Id do b[i] := i end; a[1] := 2 end;
    ruleset i: Id do rule "r" isundefined(a[i]) ==> a[i] := b[i] end end;
    """)
    assert _runs(program) == 1
    agree(program, 100)


def test_an_assumption_about_one_element_tells_it_apart() -> None:
    program = _program('ruleset i: Id do rule "r" true ==> val[i] := 2 - val[i] end end; assume val[2] < 2;')
    assert _runs(program) == 2
    agree(program, 100)
