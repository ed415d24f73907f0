"""A path is one of the program or is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.hand_programs import FAILING, LOCK, NETWORK
from tests.support.loading import load_program
from tests.support.present import present
from vsym.models.program.premises import premises
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing, ProgramPath, Semantics, State, failing, replayed
from vsym.models.protocol import ReplayError
from vsym.system.result import Path


def _longest(program: Program, steps: int) -> ProgramPath:
    """A path by the first firing of each state that leads on."""
    semantics = Semantics(program)
    states: list[State] = [fired.state for fired in semantics.starts() if fired.state is not None][:1]
    firings: list[Firing | None] = []
    for _ in range(steps):
        fired = next((one for one in semantics.fire(states[-1]) if one.state is not None), None)
        if fired is None or fired.state is None:
            break
        states.append(fired.state)
        firings.append(fired.firing)
    return Path("counterexample", tuple(states), tuple(firings))


def test_a_path_is_replayed_and_a_changed_one_is_refused() -> None:
    program = load_program(LOCK)
    path = _longest(program, 6)
    replayed(program, path)
    for place, step in enumerate(path.steps):
        assert step is not None
        for values in (tuple(value + 1 for value in step.values), tuple(99 for _ in step.values), (*step.values, 1)):
            steps = (*path.steps[:place], Firing(step.rule, values), *path.steps[place + 1 :])
            with pytest.raises(ReplayError, match="does not lead"):
                replayed(program, replace(path, steps=steps))
    with pytest.raises(ReplayError, match="start"):
        replayed(program, replace(path, states=path.states[1:], steps=path.steps[1:]))


def test_a_choice_is_one_of_its_rule() -> None:
    """Though nothing depends on it."""
    text = "var x: 0..1; startstate begin x := 0; end; ruleset i: 0..2 do rule x = 0 ==> begin x := 1; end; end;"
    program = load_program(text)
    path = _longest(program, 1)
    replayed(program, replace(path, steps=(Firing(0, (2,)),)))
    with pytest.raises(ReplayError, match="does not lead"):
        replayed(program, replace(path, steps=(Firing(0, (3,)),)))


def test_only_a_state_where_nothing_fires_repeats() -> None:
    stuck = load_program(NETWORK)
    path = _longest(stuck, 10)
    stays = replace(path, states=(*path.states, path.states[-1]), steps=(*path.steps, None))
    replayed(stuck, replace(stays, loop=len(path.states) - 1))
    moving = load_program(LOCK)
    path = _longest(moving, 2)
    with pytest.raises(ReplayError, match="where the program can go on"):
        replayed(moving, replace(path, states=(*path.states, path.states[-1]), steps=(*path.steps, None)))


def test_a_loop_ends_where_it_begins() -> None:
    program = load_program(LOCK, {"N": 1})
    path = _longest(program, 3)
    replayed(program, replace(path, loop=0))
    with pytest.raises(ReplayError, match="loop"):
        replayed(program, replace(path, loop=1))


def test_the_firing_that_fails_is_the_one_with_the_error() -> None:
    program = load_program(FAILING)
    path = _longest(program, 10)
    assert len(path.states) == 4
    fired = present(failing(program, path))
    assert fired.fault is not None
    assert fired.fault.kind == "index"
    assert fired.fault.message == "`line` has no element 3"
    assert failing(program, replace(path, states=path.states[:-1], steps=path.steps[:-1])) is None


def test_a_start_that_fails_has_no_states() -> None:
    program = load_program("var x: 0..1; y: 0..1; startstate x := y + 1; end;")
    nowhere: ProgramPath = Path("counterexample", (), ())
    replayed(program, nowhere)
    fired = present(failing(program, nowhere))
    assert present(fired.fault).kind == "undefined"
    with pytest.raises(ReplayError, match="error"):
        replayed(load_program(LOCK), nowhere)


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
