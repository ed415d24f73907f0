"""Paths with repeated steps, unfolded where that is not too long to look at."""

from __future__ import annotations

from dataclasses import replace

from vsym.system.result import SystemPath

UNFOLDED = 1_000
"""Up to how many steps a path is told step by step."""


def unfolded(trace: SystemPath) -> SystemPath:
    """The path with every state in between; one with too many steps as it is.

    A repeated step changes every entry of the vector by the same amount each time.
    """
    if trace.times is None or trace.length > UNFOLDED:
        return trace
    states = [trace.states[0]]
    steps: list[int | None] = []
    for step, times, after in zip(trace.steps, trace.times, trace.states[1:], strict=True):
        before = states[-1]
        for place in range(1, times + 1):
            pairs = zip(before, after, strict=True)
            states.append(tuple(start + (end - start) * place // times for start, end in pairs))
            steps.append(step)
    return replace(trace, states=tuple(states), steps=tuple(steps), times=None)
