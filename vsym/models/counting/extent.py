"""How many states the concrete structure of a model has, reachable or not."""

from __future__ import annotations

import math

from vsym.basics.numbers import DIGITS, writable
from vsym.models.counting.model import Model


def shared_values(model: Model) -> int:
    """How many values the shared variables have together."""
    return math.prod(variable.high - variable.low + 1 for variable in model.shared)


def concrete_states(model: Model) -> int | None:
    """|L|^n times the shared values, or None where it has more digits than are written."""
    if model.size * math.log10(max(1, len(model.states))) > DIGITS:
        return None
    return writable(len(model.states) ** model.size * shared_values(model))
