"""A path on which a goal is awaited for ever, as one of the system."""

from __future__ import annotations

from dataclasses import replace

from vsym.engines.smt.evaluate import after_step
from vsym.engines.smt.liveness.outcome import Avoided
from vsym.engines.smt.problem import Problem
from vsym.system.result import SystemPath


def lasso(problem: Problem, found: Avoided) -> SystemPath:
    """The path and the loop at its end, if there is one, in which nothing changes where no step is possible."""
    path = replace(problem, transitions=replace(found.system, variables=problem.transitions.variables)).path(
        "counterexample", found.path
    )
    if found.loop is None:
        return path
    states, steps = [*path.states], [*path.steps]
    loop = len(states) - 1
    state = {symbol: found.path.states[-1][symbol] for symbol in problem.transitions.symbols}
    for step in found.loop:
        state = after_step(step, state)
        states.append(problem.vector(state))
        steps.append(step.event)
    if not found.loop:
        states.append(states[-1])
        steps.append(None)
    times = None if path.times is None else (*path.times, *(1 for _ in range(len(steps) - len(path.times))))
    return replace(path, states=tuple(states), steps=tuple(steps), loop=loop, times=times)
