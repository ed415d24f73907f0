"""What a symmetry makes of events, as keys that need no solver."""

from __future__ import annotations

import pytest

from tests.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.images import WRITTEN_OUT, Images, NoKeyError
from vsym.symmetry.detected.memberships import Memberships
from vsym.system.symmetry import Image, Symmetry

BAG = """
var bag: 0..3;
startstate bag := 0 end;
rule "first" bag = 0 | bag = 2 ==> bag := bag + 1 end;
rule "second" bag <= 1 ==> bag := bag + 2 end;
"""
"""A set of two things as a number: the first one counts 1, the second one 2."""

EXCHANGED = Symmetry(((0, Image(0, ((2, 3), (3, 2)))),))
"""The sets of one thing, which have the codes 2 and 3, exchanged."""


def test_sums_of_values_that_are_exchanged_have_keys() -> None:
    system = lowered(load_program(BAG), UNLIMITED).system
    domains = [frozenset(range(1, 5))]
    before, after = (Images(Memberships(system, domains), symmetry) for symmetry in (Symmetry(()), EXCHANGED))
    first, second = system.events
    assert after.event(first) == before.event(second)
    assert after.event(second) == before.event(first)
    assert after.event(first) != before.event(first)


def test_sums_of_many_values_have_none() -> None:
    system = lowered(
        load_program(BAG.replace("0..3", "0..200").replace("bag = 0 | bag = 2", "bag < 99")), UNLIMITED
    ).system
    assert WRITTEN_OUT < 99
    with pytest.raises(NoKeyError):
        Images(Memberships(system, [frozenset(range(1, 202))]), EXCHANGED).event(system.events[0])
