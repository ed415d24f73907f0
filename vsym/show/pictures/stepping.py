"""The concrete steps that are drawn: all but those that would leave a shared variable's range."""

from __future__ import annotations

from vsym.models.counting.model import Model
from vsym.models.counting.semantics import RangeError, State, Step, line_steps


def steps_inside(model: Model, state: State) -> tuple[list[Step], bool]:
    """The steps from a state, and whether another one would leave a shared variable's range."""
    found: list[Step] = []
    outside = False
    for transition in model.transitions:
        for line in transition.lines:
            try:
                found += line_steps(model, state, transition, line)
            except RangeError:
                outside = True
    return found, outside
