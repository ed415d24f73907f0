"""Weights that no transfer makes heavier."""

from __future__ import annotations

from pysmt.typing import INT

from tests.engines.smt.coverability.nets import MANAGER
from vsym.basics.limits import UNLIMITED
from vsym.engines.smt.coverability.backward import Bound, Bounds, Marking, Net, Place, Transfer

A, B = (Place(MANAGER.Symbol(name, INT)) for name in "AB")


def refuting(transfer: Transfer, most: tuple[int | None, ...], marking: Marking) -> Bound | None:
    bounds = Bounds(Net((A, B), (transfer,), most), UNLIMITED)
    try:
        return bounds.refuting(marking, UNLIMITED)
    finally:
        bounds.close()


def test_what_is_pinned_counts_as_much_as_it_is() -> None:
    """Exactly one is at A, and goes to B: one can be there, and two cannot."""
    moved = Transfer((1, 0), (1, None), (1, 1), (0, 0))
    assert refuting(moved, (1, 0), (0, 1)) is None
    assert refuting(moved, (1, 0), (0, 2)) == Bound((1, 1), 1)


def test_what_may_be_more_than_a_guard_asks_for_may_not_become_heavier() -> None:
    moved = Transfer((1, 0), (None, None), (1, 1), (0, -1))
    assert refuting(moved, (None, 0), (0, 1)) is None
    assert refuting(moved, (3, 0), (0, 4)) == Bound((1, 1), 3)
