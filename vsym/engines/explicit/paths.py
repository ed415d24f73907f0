"""Paths of state numbers, and what they are as traces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from vsym.engines.explicit.packing import Keys
from vsym.engines.explicit.stepping import Stepper
from vsym.engines.explicit.table import Numbers
from vsym.system.result import Path, SystemPath


def path_to(parents: Numbers, state: int) -> list[int]:
    """The path from an initial state along `parents` to a state, as numbers; −1 is the parent of an initial state."""
    path = [state]
    while (parent := int(parents[path[-1]])) >= 0:
        path.append(parent)
    return path[::-1]


def as_trace(
    stepper: Stepper,
    keys: Keys,
    path: Sequence[int],
    kind: Literal["counterexample", "witness"],
    loop: int | None = None,
) -> SystemPath:
    """The trace of a path whose every state is a successor of the one before."""
    visited = keys[np.asarray(path, dtype=np.int64)]
    steps = stepper.labels(visited[:-1], visited[1:])
    return Path(kind, tuple(stepper.layout.unpack(visited)), tuple(steps), loop)
