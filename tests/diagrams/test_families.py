"""The symmetric systems that other tests use are what they say: their states, and their symmetries."""

from __future__ import annotations

import pytest

from tests.diagrams.families import (
    bus,
    clients,
    clients_counted,
    matching,
    philosophers,
    product_line,
    queue_lock,
    sale,
    suites,
)
from tests.diagrams.symmetric import Family
from vsym.diagrams import Relation, Space

SMALL = {
    "product_line": product_line(3, 2),
    "sale": sale(2),
    "matching": matching(3),
    "clients": clients(3, 2),
    "clients_counted": clients_counted(3, 2),
    "philosophers": philosophers(5),
    "queue_lock": queue_lock(3),
    "bus": bus(2),
    "suites": suites(2, 3),
}


def _reachable(family: Family) -> tuple[Space, int]:
    space = Space(family.sizes)
    return space, Relation(space, family.events).reachable(space.single(family.start)).count()


@pytest.mark.parametrize("family", SMALL.values(), ids=SMALL)
def test_permuting_members_permutes_steps(family: Family) -> None:
    reached = family.reached()
    assert _reachable(family)[1] == len(reached)
    for members in family.groups:
        for images in members.generators():
            assert members.renamed(images, family.start) == family.start
            for state in reached:
                here = {members.renamed(images, then) for then in family.successors(state)}
                assert here == set(family.successors(members.renamed(images, state)))


@pytest.mark.parametrize(
    ("family", "states"),
    [
        (product_line(200), 2**205),
        (sale(5), 71_238),
        (philosophers(6), 198),
        # Of k clients who have a gift there are n! / (n - k)! choices, and each other client is in one of three places.
        (matching(6), 173_007),
        (clients_counted(12, 7), 3_032_705),
    ],
    ids=["product_line", "sale", "philosophers", "matching", "clients_counted"],
)
def test_known_states(family: Family, states: int) -> None:
    assert _reachable(family)[1] == states
