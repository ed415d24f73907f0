"""The left sides that the properties of a program presuppose, in states where they are true and where they are not."""

from __future__ import annotations

import pytest

from tests.hand_programs import LOCK
from tests.loading import load_program
from vsym.models.program.premises import premises
from vsym.models.program.semantics import Semantics


@pytest.mark.parametrize(
    ("stated", "true"),
    [
        ('invariant "one" lock -> !lock', [False]),
        ('invariant "one" !lock & (forall p: Proc do state[p] = want -> lock end)', [False]),
        ('invariant "one" forall p: Proc do state[p] = idle -> !lock end', [True]),
        ('invariant "one" (lock -> !lock) & (!lock -> true)', [False, True]),
        ('invariant "one" exists p: Proc do state[p] = want -> lock end', []),
        ('invariant "one" lock | !lock', []),
        ("--! ctl one: AG (lock -> AF !lock)", [False]),
        ("--! ltl one: G (lock -> F !lock) & F !lock", [False]),
        ("--! ctl one: AF (lock -> AF !lock)", []),
        ("--! ctl one: forall p: Proc do AG (state[p] = idle -> EF lock) end", [True] * 3),
    ],
)
def test_they_are_true_where_a_left_side_is(stated: str, true: list[bool]) -> None:
    program = load_program(f"{LOCK}\n{stated}\n" if stated.startswith("--!") else f"{LOCK}\n{stated};\n")
    semantics = Semantics(program)
    [start] = [fired.state for fired in semantics.starts() if fired.state is not None]
    [prop] = [one for one in program.properties if one.name == "one"]
    assert [semantics.holds(one, start) for one in premises(prop)] == true
