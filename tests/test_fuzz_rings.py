"""Drawn programs of a ringset, through the whole of vsym, beside the same programs in numbers modulo its size."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.checking.test_strategies import checked, plainly, verdicts
from tests.support.composing import run_by
from tests.support.generated_alike import SIZE, TURNED, alike, in_numbers
from tests.support.generated_programs import seeds
from tests.support.loading import load_program
from tests.support.present import present
from vsym.basics.limits import UNLIMITED
from vsym.checking.findings.suggestions import suggestions
from vsym.checking.findings.types import type_symmetries
from vsym.checking.groups.choosing import chosen_group, misused_scalarsets
from vsym.checking.groups.detecting import program_symmetry
from vsym.checking.groups.names import DECLARED
from vsym.checking.question import Strategy
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics, State


@pytest.mark.parametrize("seed", seeds(1))
def test_verdicts_and_counts_are_those_of_the_program_in_numbers(seed: int) -> None:
    text = alike(Random(f"{TURNED} {seed}"), TURNED)
    subject, numbers = load_program(text), load_program(in_numbers(text))
    assert misused_scalarsets(subject, UNLIMITED) == ()
    plain = plainly(numbers)
    right, states = verdicts(plain), _reached(numbers)
    assert verdicts(plainly(subject)) == right, text
    chosen = chosen_group(subject, UNLIMITED, DECLARED)
    for engine in ("compiled", "mdd"):
        found = checked(subject, chosen, Strategy(), engine)
        assert verdicts(found) == right, (engine, text)
    bare = replace(subject, properties=())
    (run,) = chosen_group(bare, UNLIMITED, DECLARED).runs
    reached = present(run_by(bare, "compiled", run.quotient).reached)
    assert (reached.states, reached.represented) == (len(_orbits(states)), len(states)), text


@pytest.mark.parametrize("seed", seeds(3))
def test_the_program_in_numbers_could_be_that_of_a_ringset(seed: int) -> None:
    """The suggestion is the program that was drawn, state by state."""
    text = alike(Random(f"{TURNED} {seed}"), TURNED)
    program = load_program(in_numbers(text))
    symmetry = program_symmetry(program, UNLIMITED)
    several = [*suggestions(program, symmetry, type_symmetries(symmetry))]
    assert bool(several) == ("% " in in_numbers(text))
    lines = in_numbers(text).splitlines()
    for one in several:
        assert (one.type.name, one.hindrance) == ("Proc", None)
        for patch in one.changes:
            lines[patch.line - 1] = patch.after
    suggested = load_program("\n".join(lines))
    assert _reached(suggested) == _reached(program) == _reached(load_program(text))


def _reached(program: Program) -> set[State]:
    """All states, by the definition."""
    semantics = Semantics(program)
    states: set[State] = set()
    waiting = [fired.state for fired in semantics.starts()]
    while waiting:
        state = waiting.pop()
        if state is not None and state not in states:
            states.add(state)
            waiting += [fired.state for fired in semantics.fire(state)]
    return states


def _orbits(states: set[State]) -> set[frozenset[State]]:
    """Turned by one place: the processes' own values go on, and so does who was last, whose code is 0 for nobody."""

    def turned(state: State) -> State:
        *at, last, on = state
        return (*at[-1:], *at[:-1], last and last % SIZE + 1, on)

    return {frozenset({state, turned(state), turned(turned(state))}) for state in states}
