"""Events on counters against those on members: the images of sets that tell no members apart."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.plain import as_states, vector_sets
from tests.support.drawn import many
from tests.support.present import present
from vsym.diagrams import (
    Case,
    Event,
    Linear,
    Members,
    Move,
    Put,
    Relation,
    Space,
    Symmetric,
)
from vsym.diagrams.events import Update
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.counted_events import on_counters
from vsym.diagrams.values import interval


@st.composite
def problems(draw: st.DrawFn) -> tuple[Members, tuple[Event, ...]]:
    """Two or three members with one level or two, before or after a shared one, and all that permutations of members
    make of one or two events."""
    count = draw(st.integers(2, 3))
    width = draw(st.integers(1, 4 - count))
    first = draw(st.integers(0, 1))
    blocks = [list(range(first + member * width, first + (member + 1) * width)) for member in range(count)]
    shared = 0 if first else count * width
    sizes = [2] * (count * width + 1)
    for block in blocks:
        sizes[block[0]] = 3
    members = Members.of(sizes, blocks)
    drawn: dict[Event, None] = {}
    for _ in range(draw(st.integers(1, 2))):
        event = draw(events(sizes, shared))
        drawn |= {renamed(event, members, images): None for images in permutations(range(count))}
    return members, tuple(drawn)


@st.composite
def events(draw: st.DrawFn, sizes: list[int], shared: int) -> Event:
    masks = {}
    for level in draw(st.sets(st.sampled_from(range(len(sizes))))):
        low = draw(st.integers(0, sizes[level] - 1))
        masks[level] = interval(low, draw(st.integers(low, sizes[level] - 1)))
    updates: list[Update] = []
    for level in draw(st.sets(st.sampled_from(range(len(sizes))), max_size=3)):
        if draw(st.booleans()):
            updates.append(Put(level, draw(st.integers(0, 2))))
        else:
            updates.append(Move(level, draw(st.sampled_from((-1, 1)))))
    sums = (Linear(((shared, 1),), 0, draw(st.integers(0, 1))),) if draw(st.booleans()) else ()
    return Event(Case(tuple(sorted(masks.items())), sums), tuple(updates))


def renamed(event: Event, members: Members, images: tuple[int, ...]) -> Event:
    """The event with each member i renamed to `images[i]`."""
    name = {
        level: members.blocks[images[member]][place]
        for member, block in enumerate(members.blocks)
        for place, level in enumerate(block)
    }
    masks = tuple(sorted((name.get(level, level), values) for level, values in event.guard.masks))
    updates = [
        Put(name.get(update.level, update.level), update.value)
        if isinstance(update, Put)
        else Move(name.get(update.level, update.level), update.by)
        for update in event.updates
    ]
    return Event(Case(masks, event.guard.sums), tuple(sorted(updates, key=lambda update: update.level)))


@settings(max_examples=many(8), deadline=None)
@given(problems(), st.data())
def test_images_of_counters(problem: tuple[Members, tuple[Event, ...]], data: st.DataObject) -> None:
    members, events_of_members = problem
    counted = present(Counted.of(members))
    space = Space(members.sizes)
    group = Symmetric(members)
    states = group.closure(as_states(space, data.draw(vector_sets(members.sizes))))
    events_of_counters = present(on_counters(counted, events_of_members))
    relation = Relation(space, events_of_members)
    counters = counted.forward(states)
    on_them = Relation(counters.space, events_of_counters)
    assert counted.back(space, counters) is group.canonical(states)
    assert on_them.image(counters) is counted.forward(relation.image(states))
    assert on_them.preimage(counters) is counted.forward(relation.preimage(states))
    assert on_them.reachable(counters) is counted.forward(relation.reachable(states))


def test_sums_over_members_are_refused() -> None:
    members = Members.of((2, 2), [[0], [1]])
    counted = present(Counted.of(members))
    assert on_counters(counted, [Event(Case((), (Linear(((0, 1), (1, 1)), 0, 1),)))]) is None


def test_members_that_are_apart_or_too_large_have_no_counters() -> None:
    assert Counted.of(Members.of((2, 2, 2), [[0], [2]])) is None
    assert Counted.of(Members.of((30, 30, 30, 30), [[0, 1], [2, 3]])) is None
    assert Counted.of(Members.of((3, 3, 3), [[0], [1]], {2: [(1, 2)]})) is None
