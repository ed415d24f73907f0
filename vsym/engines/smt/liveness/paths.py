"""A path on which a goal is awaited for ever, as one of the system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.liveness.outcome import Avoided, Deadlock, Loop, Run
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unfolding import unfolded
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector


def lasso(problem: Problem, found: Avoided) -> SystemPath:
    """The path and the loop at its end, if there is one, in which nothing changes where no step is possible."""
    path = extended(problem, found.system, found.path, ())
    last = path.states[-1]
    match found:
        case Loop(runs=runs):
            loop = _taken(problem, last, runs)
        case Deadlock():
            loop = Path("counterexample", (last, last), (None,))
        case _:
            return path
    return replace(_joined(path, loop), loop=len(path.states) - 1)


def extended(problem: Problem, system: TransitionSystem, found: Refuted, further: Sequence[Run]) -> SystemPath:
    """A path of the system, to which a bit may have been added, with further steps from its end."""
    path = replace(problem, transitions=replace(system, variables=problem.transitions.variables)).path(
        "counterexample", found
    )
    return _joined(path, _taken(problem, path.states[-1], further))


def _taken(problem: Problem, start: Vector, runs: Sequence[Run]) -> SystemPath:
    states = (start, *(problem.vector(run.after) for run in runs))
    steps = tuple(run.step.event for run in runs)
    return unfolded(Path("counterexample", states, steps, times=tuple(run.times for run in runs)))


def _joined(path: SystemPath, further: SystemPath) -> SystemPath:
    times = None
    if path.times is not None or further.times is not None:
        times = (*_times(path), *_times(further))
    states, steps = (*path.states, *further.states[1:]), (*path.steps, *further.steps)
    return replace(path, states=states, steps=steps, times=times)


def _times(path: SystemPath) -> Sequence[int]:
    return (1,) * len(path.steps) if path.times is None else path.times
