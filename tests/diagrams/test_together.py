"""What goes down a set together: the programs of a relation, and the parts of a constraint."""

from __future__ import annotations

from functools import reduce
from operator import or_

import pytest

from tests.diagrams.plain import holds
from tests.diagrams.test_cost import Looks
from vsym.diagrams import (
    Assignment,
    Conjunction,
    Disjunction,
    Event,
    Relation,
    Space,
    compare,
    split,
)
from vsym.diagrams.firing import TooManyJointsError

LEVELS = 8
SUMS = [
    {level: (5 * level * level + 7 * number * (level + 1)) % 23 + 1 for level in range(LEVELS)} for number in range(8)
]
"""Sums that a vector settles only at its end, and of which hardly two vectors have the same partial ones."""


def _many(space: Space, count: int) -> list[Event]:
    """Events that differ on the second level, and are possible at one value of the first."""
    here = compare({0: 1}, "=", 1)
    return [
        event
        for value in range(count)
        for event in split(
            space.sizes, Conjunction((here, compare({1: 1}, "=", value))), [Assignment(2, (), value % 2)]
        )
    ]


def test_events_that_one_level_excludes_are_not_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.diagrams.nodes._UNITS_PER_REPORT", 1)
    looks, count = Looks(), 200
    space = Space([2, count, 2], check=looks)
    relation = Relation(space, _many(space, count))
    relation.image(space.single((0, 0, 0)))
    before = looks.count
    assert not relation.image(space.single((0, 3, 0)))
    assert looks.count - before < 10
    assert list(relation.image(space.single((1, 3, 0)))) == [(1, 3, 1)]


def test_parts_of_a_constraint_are_not_looked_at_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vsym.diagrams.nodes._UNITS_PER_REPORT", 1)
    looks, count = Looks(), 200
    space = Space([2, count], check=looks)
    here = compare({0: 1}, "=", 1)
    constraint = Disjunction(tuple(Conjunction((here, compare({1: 1}, "=", value))) for value in range(count)))
    states = space.single((0, 3)) | space.single((1, 4))
    before = looks.count
    assert list(states.select(constraint)) == [(1, 4)]
    assert looks.count - before < 10


def test_programs_that_part_in_too_many_ways_go_down_in_smaller_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.diagrams.firing._FEW", 5)
    space = Space([2] * LEVELS)
    events = [
        event
        for number, terms in enumerate(SUMS)
        for event in split(space.sizes, compare(terms, ">=", 50), [Assignment(number, (), 1)])
    ]
    relation, everything = Relation(space, events), space.full
    expected = reduce(or_, (Relation(space, [event]).image(everything) for event in events))
    assert relation.image(everything) is expected
    assert relation.preimage(expected) is reduce(or_, (Relation(space, [event]).preimage(expected) for event in events))
    assert len(relation._forward._together._batches) > 1


def test_a_constraint_that_parts_in_too_many_ways_is_looked_at_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.diagrams.firing._FEW", 5)
    space = Space([2] * LEVELS)
    constraint = Conjunction(tuple(compare(terms, ">=", 40) for terms in SUMS))
    everything = space.full
    with pytest.raises(TooManyJointsError):
        space.selecting._at_once(constraint, everything.node)
    chosen = everything.select(constraint)
    assert [*chosen] == [vector for vector in everything if holds(constraint, vector)]
    assert 0 < chosen.count() < 2**LEVELS
