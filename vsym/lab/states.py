"""States and paths as JSON has them: the page hands states back, which are read anew and held against the model."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from vsym.basics.options import RefusedError
from vsym.lab.protocol import Record
from vsym.models.protocol import AnyModel
from vsym.stepping.protocol import Stepper
from vsym.stepping.registry import guide
from vsym.system.result import Path

if TYPE_CHECKING:
    from vsym.lab import step_shapes as shapes
    from vsym.stepping.shapes import State

COLUMNS = 500
"""The most states of a path that are shown."""


def written(model: AnyModel, state: Any) -> State:
    """A state of a model."""
    return guide(model.kind).state_record(state)


def read(model: AnyModel, record: Record) -> Any:
    """The state of a model; raises RefusedError where it is none."""
    try:
        return guide(model.kind).state_of(model, record)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise RefusedError("the model has changed and has no such state; start again") from error


def lanes(stepper: Stepper[Any, Any], state: Any) -> shapes.Pairs:
    """The lanes of a state with their values."""
    return [*stepper.view(state).cells]


def of_path(stepper: Stepper[Any, Any], path: Path[Any, Any], fault: str | None) -> shapes.Path:
    """A path with its lanes; `loop` is the state to which the last one returns, `fault` how it ends."""
    states = path.states[:COLUMNS]
    cut = len(path.states) - len(states)
    steps = ("nothing moves" if step is None else stepper.told(step) for step in path.steps)
    return {
        "columns": [
            {"told": step, "state": written(stepper.model, state), "lanes": lanes(stepper, state)}
            for state, step in zip(states, chain((None,), steps), strict=False)
        ],
        "loop": None if cut else path.loop,
        "cut": cut,
        "fault": fault,
    }
