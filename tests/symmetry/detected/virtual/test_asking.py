"""Values that no step leaves (theory, section 11, Theorem 27)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.symmetry.detected.virtual.small import system
from tests.system.systems import X, Y
from vsym.basics.limits import UNLIMITED, UndecidedError
from vsym.logic.formula import TRUE, compare
from vsym.logic.terms import Linear
from vsym.symmetry.detected.virtual.closed import require_closed
from vsym.system.system import Event


def test_a_step_that_leaves_the_values_is_refused() -> None:
    model = system({"x": 3}, ({"x": 2}, {"x": 0}))
    require_closed(model, [frozenset({0, 1, 2})], UNLIMITED)
    require_closed(model, [frozenset({1})], UNLIMITED)
    with pytest.raises(UndecidedError, match="e0 leaves the values"):
        require_closed(model, [frozenset({1, 2})], UNLIMITED)


def test_what_is_not_seen_is_asked() -> None:
    """Their sum may be 2 as far as the values of each say, and is 1 where it is assigned."""
    guard = compare(X + Y, "=", Linear((), 1))
    model = system({"x": 2, "y": 2})
    closed = replace(model, events=(Event("sum", "sum", guard, (("x", X + Y),)),))
    require_closed(closed, [frozenset({0, 1})] * 2, UNLIMITED)
    with pytest.raises(UndecidedError):
        require_closed(
            replace(model, events=(Event("sum", "sum", TRUE, (("x", X + Y),)),)), [frozenset({0, 1})] * 2, UNLIMITED
        )
