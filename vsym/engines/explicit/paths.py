"""Paths of state numbers, and what they are as paths of the system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np

from vsym.engines.explicit.packing import Keys
from vsym.engines.explicit.stepping import Stepper
from vsym.engines.explicit.table import Numbers
from vsym.logic.explaining import Route
from vsym.system.result import Path, PathKind, SystemPath

Outcome: TypeAlias = Literal["holds", "violated", "unknown"]
Finding: TypeAlias = tuple[Outcome, "Route[int] | None"]
"""The outcome of a property, and what shows it if a path can."""


def path_to(parents: Numbers | Sequence[int], state: int) -> tuple[int, ...]:
    """The path from an initial state along `parents` to a state, as numbers; -1 is the parent of an initial state."""
    path = [state]
    while (parent := int(parents[path[-1]])) >= 0:
        path.append(parent)
    return tuple(path[::-1])


def path_of(stepper: Stepper, keys: Keys, route: Route[int], kind: PathKind) -> SystemPath:
    """The path of a route whose every state is a successor of the one before."""
    visited = keys[np.asarray(route.path, dtype=np.int64)]
    steps = stepper.labels(visited[:-1], visited[1:])
    return Path(kind, tuple(stepper.layout.unpack(visited)), tuple(steps), route.loop)
