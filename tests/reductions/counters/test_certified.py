"""Counter systems of models with open sizes: guards that are right at every size, or none."""

from __future__ import annotations

import pytest

from tests.engines.smt.open_models import opened
from tests.support.composing import reduced
from tests.symmetry.virtual.judging import RW
from tests.system.systems import at
from vsym.logic.formula import Formula, conjunction
from vsym.system.step import holds
from vsym.system.system import System


def _guards(system: System, label: str) -> list[Formula]:
    return [event.guard for event in system.events if event.label == label]


def test_a_guard_that_tells_blocks_apart_becomes_one_over_their_counters() -> None:
    """Whoever waits for nobody inside may enter: a writer, or else a reader."""
    system = opened(RW, "readers", "writers")
    assert _guards(system, "T -> C") == [conjunction([at("#T", ">=", 1), at("#C", "=", 0)])]


@pytest.mark.parametrize("sizes", [(1, 1), (1, 2), (3, 2)])
def test_guards_say_the_same_as_those_at_a_size(sizes: tuple[int, int]) -> None:
    """They agree on all counters of this many processes."""
    readers, writers = sizes
    everywhere, here = opened(RW, "readers", "writers"), reduced(RW, readers=readers, writers=writers).system
    n = readers + writers
    for label in ("N -> T", "T -> C", "C -> N"):
        (one,), (other,) = _guards(everywhere, label), _guards(here, label)
        for inside in range(n + 1):
            for waiting in range(n + 1 - inside):
                state = (n - waiting - inside, waiting, inside)
                assert holds(here, one, state) == holds(here, other, state), (label, state)
