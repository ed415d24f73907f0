"""The symmetries of a system in one call."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.symmetry.detected.detection import Detected, Detection
from vsym.symmetry.detected.event_graph import Labels
from vsym.system.system import System


def detected(system: System, budget: Budget, labels: Labels = (), kept: Sequence[Formula] = ()) -> Detected:
    """The symmetries of a system that keep each maximal predicate in some formulas."""
    return Detection(system, budget, labels).detected(kept)
