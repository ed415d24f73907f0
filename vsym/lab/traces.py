"""Paths as the page shows them: a lane for each process or variable, and what each step does."""

from __future__ import annotations

from typing import Any

from vsym.lab import states
from vsym.lab.protocol import Record
from vsym.stepping.protocol import Stepper
from vsym.system.result import Path

COLUMNS = 500
"""How many states of a path are shown."""


def of_path(stepper: Stepper[Any, Any], path: Path[Any, Any], fault: str | None) -> Record:
    """A path with its lanes; `loop` is the state to which the last one returns, `fault` how it ends."""
    shown = path.states[:COLUMNS]
    cut = len(path.states) - len(shown)
    return {
        "columns": [
            {
                "told": None if not number else _told(stepper, path.steps[number - 1]),
                "state": states.written(stepper.model, state),
                "lanes": [[name, value] for name, value in stepper.view(state).cells],
            }
            for number, state in enumerate(shown)
        ],
        "loop": None if cut else path.loop,
        "cut": cut,
        "fault": fault,
    }


def _told(stepper: Stepper[Any, Any], step: Any) -> str:
    return "nothing moves" if step is None else stepper.told(step)
