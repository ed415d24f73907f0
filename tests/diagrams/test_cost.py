"""The cost of work, in looks at the clock: a space takes one about every 4096 units."""

from __future__ import annotations

import sys

from tests.support.present import present
from vsym.diagrams import (
    Assignment,
    Conjunction,
    Constraint,
    Members,
    Relation,
    Space,
    Symmetric,
    compare,
    orbit_total,
    split,
)
from vsym.diagrams.reader import compile_event


class Looks:
    """A counter of its own calls."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def change(level: int, by: int) -> Assignment:
    return Assignment(level, ((level, 1),), by)


def test_initial_states_cost_no_product_of_ranges() -> None:
    """One state of ten counters that sum up to n: the bounds on single counters are built together with the sum."""
    processes, counters, looks = 2000, 10, Looks()
    space = Space([processes + 1] * counters, check=looks)
    start = [compare({level: 1}, "=", processes if level == 4 else 0) for level in range(counters)]
    total = compare(dict.fromkeys(range(counters), 1), "=", processes)
    states = space.satisfying(Conjunction((Conjunction(tuple(start)), Conjunction((total,)))))
    assert list(states) == [(0,) * 4 + (processes,) + (0,) * 5]
    assert looks.count == 0


def test_a_guard_on_a_great_range_takes_no_room_at_each_of_its_values() -> None:
    """A set of values is not moved bit by bit: 20000 places of 20000 bits each would be 50 MB."""
    values = 20_000
    space = Space([values])
    guard: Constraint = Conjunction((compare({0: 1}, "!=", values // 2), compare({0: 1}, "<=", values - 2)))
    program = present(compile_event(space.sizes, split(space.sizes, guard)[0], "guard"))
    reader = space.readers.start(program)
    room = 0
    while reader is not None and not reader.stationary:
        room += sys.getsizeof(reader._values)
        reader = reader.right()
    assert room < 100 * values


def test_a_bound_that_the_domain_has_anyway_is_none() -> None:
    sizes = (10, 10)
    space = Space(sizes)
    (event,) = split(sizes, compare({0: 1}, "<", 9), [change(0, 1)])
    program = present(compile_event(sizes, event, "forward"))
    assert not program.masks
    relation = Relation(space, [event])
    assert list(relation.reachable(space.single((7, 3)))) == [(7, 3), (8, 3), (9, 3)]
    never = split(sizes, compare({0: 1}, ">=", 10), [change(1, 1)])
    assert Relation(space, never).image(space.full) is space.empty


def test_programs_share_what_they_have_left_to_do() -> None:
    """After the counter that it moves, each of two events reads the same sum of the last two counters."""
    sizes = (5, 5, 5, 5)
    readers = Space(sizes).readers
    starts = []
    for level in (0, 1):
        guard = Conjunction((compare({level: 1}, ">=", 1), compare({2: 1, 3: 1}, "<=", 3)))
        (event,) = split(sizes, guard, [change(level, -1)])
        program = present(compile_event(sizes, event, "forward"))
        starts.append(readers.start(program))
    first, second = starts
    below = present(second).advance(1)
    after = present(first).advance(1)
    passed = present(after).down()
    assert passed is not None
    assert passed.down() is present(below).down()
    assert passed.down() is not None


def test_members_that_are_alike_cost_no_more_where_many_others_were_before() -> None:
    """300 members that are on or off have 301 orbits: the work on a run is not repeated for each of its lengths."""
    members, looks = 300, Looks()
    space = Space([2] * members, check=looks)
    group = Symmetric(Members.of(space.sizes, [[level] for level in range(members)]))
    assert group.minimal
    assert "swaps" not in group.__dict__, "the swaps of members, which are as large as a state each, were made"
    canonical = group.canonical(space.full)
    assert canonical.count() == members + 1
    before = looks.count
    assert orbit_total(canonical, group) == 2**members
    assert looks.count == before
