"""The symmetric systems that other tests use are what they say: their states, and their symmetries."""

from __future__ import annotations

import pytest

from tests.diagrams.families import bus, clients, clients_counted, queue_lock, suites
from tests.diagrams.symmetric import Family
from vsym.diagrams import Relation, Space

SMALL = {
    "clients": clients(3, 2),
    "clients_counted": clients_counted(3, 2),
    "queue_lock": queue_lock(3),
    "bus": bus(2),
    "suites": suites(2, 3),
}


def _reachable(family: Family) -> int:
    space = Space(family.sizes)
    return Relation(space, family.events).reachable(space.single(family.start)).count()


@pytest.mark.parametrize("family", SMALL.values(), ids=SMALL)
def test_permuting_members_permutes_steps(family: Family) -> None:
    reached = family.reached()
    assert _reachable(family) == len(reached)
    for members in family.groups:
        for images in members.generators():
            assert members.renamed(images, family.start) == family.start
            for state in reached:
                here = {members.renamed(images, then) for then in family.successors(state)}
                assert here == set(family.successors(members.renamed(images, state)))


def test_known_states() -> None:
    assert _reachable(clients_counted(12, 7)) == 3_032_705
