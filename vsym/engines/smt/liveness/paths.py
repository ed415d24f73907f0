"""A path on which a goal is awaited for ever, as one of the system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.engines.smt.liveness.outcome import Avoided, Run
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.unfolding import unfolded
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector


def lasso(problem: Problem, found: Avoided) -> SystemPath:
    """The path and the loop at its end, if there is one, in which nothing changes where no step is possible."""
    path = replace(problem, transitions=replace(found.system, variables=problem.transitions.variables)).path(
        "counterexample", found.path
    )
    if found.loop is None:
        return path
    loop = _loop(problem, path.states[-1], found.loop)
    times = None
    if path.times is not None or loop.times is not None:
        times = (*_times(path), *_times(loop))
    return replace(
        path,
        states=(*path.states, *loop.states[1:]),
        steps=(*path.steps, *loop.steps),
        loop=len(path.states) - 1,
        times=times,
    )


def _loop(problem: Problem, start: Vector, runs: Sequence[Run]) -> SystemPath:
    if not runs:
        return Path("counterexample", (start, start), (None,))
    states = (start, *(problem.vector(run.after) for run in runs))
    steps = tuple(run.step.event for run in runs)
    return unfolded(Path("counterexample", states, steps, times=tuple(run.times for run in runs)))


def _times(path: SystemPath) -> Sequence[int]:
    return (1,) * len(path.steps) if path.times is None else path.times
