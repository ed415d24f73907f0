"""Paths with repeated steps written out, one process after the other."""

from __future__ import annotations

from vsym.basics.numbers import number
from vsym.basics.options import RefusedError
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath, Step, step_of
from vsym.models.protocol import ReplayError
from vsym.reductions.counters.abstraction import CounterSystem, abstract
from vsym.system.result import Path, SystemPath

STEPS = 10_000
"""How many steps of a path are written out at most."""


def expanded(model: Model, system: CounterSystem, told: SystemPath, path: ModelPath) -> tuple[SystemPath, ModelPath]:
    """The same path with every step of its own; raises RefusedError where these are more than `STEPS`."""
    if path.times is None:
        return told, path
    if sum(path.times) > STEPS:
        raise RefusedError(f"its path has {number(sum(path.times))} steps; at most {number(STEPS)} are written out")
    state = path.states[0]
    states = [state]
    steps: list[Step | None] = []
    numbers: list[int | None] = []
    for step, times, transition in zip(path.steps, path.times, told.steps, strict=True):
        if step is None:
            raise ReplayError("a repeated step is not a step")
        for turn in range(times):
            process = step.process + turn
            partner = None if step.partner is None else step.partner + turn
            single = step_of(model, state, process, step.transition, partner)
            if single is None:
                raise ReplayError(f"process {process} cannot take its turn in a repeated step")
            state = single.target
            states.append(state)
            steps.append(single)
            numbers.append(transition)
    vectors = tuple(abstract(system, one) for one in states)
    return (
        Path(told.kind, vectors, tuple(numbers)),
        Path(path.kind, tuple(states), tuple(steps), None),
    )
