"""Whether a path that repeats shows that a property fails."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.logic.along import true_along
from vsym.logic.formula import Formula
from vsym.system.step import Vector, holds
from vsym.system.system import System


def refutes(system: System, formula: Formula, states: Sequence[Vector], loop: int) -> bool:
    """Whether a formula is false along a path, of which the last state is that at `loop`, and the path is fair."""
    fair = all(any(holds(system, one.formula, state) for state in states[loop:]) for one in system.fairness)
    return fair and not true_along(
        formula, len(states) - 1, loop, lambda predicate, place: holds(system, predicate, states[place])
    )
