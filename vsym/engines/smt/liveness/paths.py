"""A path on which a goal is awaited for ever, as one of the system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.evaluate import after_step
from vsym.engines.smt.liveness.outcome import Avoided
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import Step, TransitionSystem
from vsym.system.result import SystemPath


def lasso(problem: Problem, found: Avoided) -> SystemPath:
    """The path and the loop at its end, if there is one, in which nothing changes where no step is possible."""
    path = extended(problem, found.system, found.path, found.loop or ())
    if found.loop is None:
        return path
    if found.loop:
        return replace(path, loop=len(path.states) - 1 - len(found.loop))
    times = None if path.times is None else (*path.times, 1)
    states, steps = (*path.states, path.states[-1]), (*path.steps, None)
    return replace(path, states=states, steps=steps, loop=len(path.states) - 1, times=times)


def extended(problem: Problem, system: TransitionSystem, found: Refuted, further: Sequence[Step]) -> SystemPath:
    """A path of the system, to which a bit may have been added, with further steps from its end."""
    path = replace(problem, transitions=replace(system, variables=problem.transitions.variables)).path(
        "counterexample", found
    )
    states, steps = [*path.states], [*path.steps]
    state = {symbol: found.states[-1][symbol] for symbol in problem.transitions.symbols}
    for step in further:
        state = after_step(step, state)
        states.append(problem.vector(state))
        steps.append(step.event)
    times = None if path.times is None else (*path.times, *(1 for _ in further))
    return replace(path, states=tuple(states), steps=tuple(steps), times=times)
