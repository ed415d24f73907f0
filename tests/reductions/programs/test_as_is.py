"""Runs of programs, replayed: their ends in deadlocks and errors, and paths that show none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.support.loading import load_program
from tests.support.present import present
from vsym.basics.limits import UNLIMITED
from vsym.engines.explicit.engine import ENGINE
from vsym.models.program.program import ERRORS, Program
from vsym.models.protocol import ReplayError
from vsym.reductions.process_counters.model import counted
from vsym.reductions.process_counters.reduced import ProcessCounters
from vsym.reductions.programs.as_is import AsIs
from vsym.reductions.programs.slots import Slots
from vsym.reductions.protocol import Reduced, Run
from vsym.system.report import Silence
from vsym.system.result import Path, Verdict

ONCE = """type P: scalarset(2); var x: array [P] of boolean;
startstate for p: P do x[p] := false; end; end;
ruleset p: P do rule "on" !x[p] ==> x[p] := true; end; end;
"""
"""Two steps lead to its only deadlock."""

VIOLATED = Verdict("violated", "test", 0.0)


def _path(program: Program, length: int) -> Path[tuple[int, ...], object]:
    """The path of the first firings."""
    semantics = program.semantics
    states, steps = [next(iter(semantics.initial()))], []
    for _ in range(length):
        firing, then = next(iter(semantics.steps(states[-1])))
        states.append(then)
        steps.append(firing)
    return Path("witness", tuple(states), tuple(steps))


def _reductions(program: Program) -> Iterator[Reduced]:
    yield Slots.of(program, UNLIMITED)
    yield ProcessCounters.of(counted(program, program.scalarsets[0], UNLIMITED), program)


def test_a_path_to_a_deadlock_comes_back_as_one_of_the_program() -> None:
    program = load_program(ONCE)
    assert AsIs(program).stuck(_path(program, 2)) == Run(program, _path(program, 2))
    for reduced in _reductions(program):
        path = ENGINE.explore(reduced.tasks[0].structure, UNLIMITED, Silence()).stuck
        assert path is not None
        run = reduced.stuck(path)
        assert (run.model, run.path.states[-1]) == (program, _path(program, 2).states[-1])
        assert len(run.path.steps) == 2


def test_a_state_from_which_no_path_is_fair_comes_back_as_one_of_the_program() -> None:
    """The system stores the rule that fired last beside the slots; the program's state leaves it out."""
    text = ONCE.replace("!x[p] ==>", "true ==>") + '--! fair "on"\n--! ltl p: F (forall p: P do x[p] end)\n'
    program = load_program(text)
    reduced = Slots.of(program, UNLIMITED)
    task = next(one for one in reduced.tasks if len(one.structure.variables) > program.layout.width)
    start = _path(program, 0).states[0]
    unfair = (*start, *(0 for _ in task.structure.variables[len(start) :]))
    answer, run = reduced.back(task, task.questions[0], Verdict("unknown", "test", 0.0, unfair=unfair))
    assert (answer.unfair, run) == (start, None)
    assert reduced.back(task, task.questions[0], Verdict("holds", "test", 0.0))[0].unfair is None


def test_a_path_that_ends_in_no_deadlock_shows_none() -> None:
    program = load_program(ONCE)
    with pytest.raises(ReplayError):
        AsIs(program).stuck(_path(program, 1))
    first, _, last = _path(program, 2).states
    with pytest.raises(ReplayError):
        AsIs(program).stuck(Path("witness", (first, last), _path(program, 1).steps))
    for reduced in _reductions(program):
        path = ENGINE.explore(reduced.tasks[0].structure, UNLIMITED, Silence()).stuck
        assert path is not None
        with pytest.raises(ReplayError):
            reduced.stuck(Path("witness", path.states[:-1], path.steps[:-1]))


@pytest.mark.parametrize(
    ("last", "fires"),
    [('rule "back" x = 2 ==> x := 3; end;', True), ('invariant "quotient" 1 / (2 - x) < 3;', False)],
)
def test_a_run_to_an_error_ends_in_it(last: str, fires: bool) -> None:
    """An error of a firing, and one of a condition, in which nothing fires."""
    program = load_program(f'var x: 0..2; startstate x := 0; end; rule "up" x < 2 ==> x := x + 1; end; {last}')
    errors, reduced = next(prop for prop in program.properties if prop.name == ERRORS), AsIs(program)
    (task,) = reduced.tasks
    answer, run = reduced.back(task, errors, replace(VIOLATED, path=_path(program, 2)))
    assert (answer.path, run) == (_path(program, 2), Run(program, _path(program, 2)))
    ending = reduced.shown(errors, answer, present(run)).ending
    assert ending is not None
    assert ending.fault.kind == ("range" if fires else "division")
    assert (ending.firing is not None) == fires
    assert reduced.back(task, errors, VIOLATED) == (VIOLATED, None)
    with pytest.raises(ReplayError):
        reduced.shown(errors, VIOLATED, Run(program, _path(program, 1)))
