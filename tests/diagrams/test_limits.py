"""Bounds, interrupts, the freeing of nodes, and many levels."""

from __future__ import annotations

import gc
import sys

import pytest

from tests.diagrams.plain import as_states
from vsym.diagrams import Assignment, Event, OutOfNodes, Relation, Space, compare, split


def ring_events(sizes: list[int], guarded: bool = False) -> list[Event]:
    """A token moves from each level to the next, and from the last to the first; perhaps under guards over three
    counters, for which some ten thousand results are remembered."""
    events: list[Event] = []
    for source in range(len(sizes)):
        target, then = (source + 1) % len(sizes), (source + 2) % len(sizes)
        moved = [Assignment(source, ((source, 1),), -1), Assignment(target, ((target, 1),), 1)]
        guard = compare({source: 2, target: 1, then: -3}, ">=", -5) if guarded else compare({source: 1}, ">=", 1)
        events += split(sizes, guard, moved)
    return events


PROCESSES = 20
SIZES = [PROCESSES + 1] * 8
START = (PROCESSES, *(0 for _ in SIZES[1:]))


def test_out_of_nodes_tells_how_many_and_leaves_the_space_usable() -> None:
    space = Space(SIZES, megabytes=1)
    vectors = {(1, 2, 3, 4, 5, 6, 7, 8), (0, 0, 0, 0, 0, 0, 0, 1)}
    kept = as_states(space, vectors)
    with pytest.raises(OutOfNodes, match="more than 1 MB") as caught:
        Relation(space, ring_events(SIZES, guarded=True)).reachable(space.single(START))
    assert 0 < caught.value.nodes <= space.peak_node_count
    assert caught.value.megabytes == 1
    space.collect()
    assert space.node_count < caught.value.nodes <= space.peak_node_count
    assert set(kept) == vectors
    assert Relation(space, ring_events(SIZES)).image(kept).count() == 9


def test_a_level_with_very_many_values_ends_at_the_limit() -> None:
    """Neither the values of a level nor the places of a guard among them take memory that is not counted."""
    values = 1_000_000
    space = Space([values], megabytes=10)
    with pytest.raises(OutOfNodes):
        space.full  # noqa: B018
    counting = split(space.sizes, compare({0: 1}, "!=", values - 5), [Assignment(0, ((0, 1),), 1)])
    with pytest.raises(OutOfNodes):
        Relation(space, counting).reachable(space.single((0,)))
    assert len(space.readers) < 10_000_000 / 1000
    space.collect()
    assert space.single((values - 1,)).count() == 1
    with pytest.raises(OutOfNodes):
        Space([2, 10**12], megabytes=10).satisfying(compare({1: 1}, "=", 0))


def test_check_is_called_regularly_and_may_end_an_operation() -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt

    space = Space(SIZES, check=check)
    relation, start = Relation(space, ring_events(SIZES, guarded=True)), space.single(START)
    with pytest.raises(KeyboardInterrupt):
        relation.reachable(start)
    assert calls == 2
    interrupted = relation.reachable(start)
    assert calls > 2
    fresh = Space(SIZES)
    again = Relation(fresh, ring_events(SIZES, guarded=True)).reachable(fresh.single(START))
    assert (again.count(), again.node_count) == (interrupted.count(), interrupted.node_count)


def test_collect_frees_what_no_set_needs() -> None:
    gc.freeze()
    space = Space([6] * 5)
    relation = Relation(space, ring_events([6] * 5))
    reached = relation.reachable(space.single((5, 0, 0, 0, 0)))
    before = set(reached)
    space.collect()
    assert space.node_count == reached.node_count
    assert space.peak_node_count > space.node_count
    assert set(reached) == before
    assert relation.reachable(space.single((5, 0, 0, 0, 0))) is reached
    assert relation.image(reached) <= reached
    del reached
    gc.collect()
    space.collect()
    assert space.node_count == 0


def test_a_thousand_levels_fit_into_the_stack() -> None:
    levels = 1000
    limit = sys.getrecursionlimit()
    space = Space([3] * levels)
    relation = Relation(space, ring_events([3] * levels))
    start = space.single((2,) + (0,) * (levels - 1))
    reached = relation.reachable(start)
    assert reached.count() == levels * (levels + 1) // 2
    assert relation.reaching(start, reached) is reached
    assert reached is space.satisfying(compare(dict.fromkeys(range(levels), 1), "=", 2))
    assert not reached - reached.select(compare({levels - 1: 1}, "<=", 2))
    assert sys.getrecursionlimit() == limit


def test_the_work_for_counters_grows_with_their_range_not_with_its_square() -> None:
    def peak(processes: int) -> int:
        sizes = [processes + 1] * 6
        space = Space(sizes)
        relation = Relation(space, ring_events(sizes))
        start = space.single((processes, 0, 0, 0, 0, 0))
        relation.reaching(start, relation.reachable(start))
        return space.peak_node_count

    assert peak(400) < 2.2 * peak(200)


def test_counters_of_which_processes_flow_take_no_more_nodes_than_their_set() -> None:
    """Neither images that a set has already are built, nor lists that wait for a process that comes to their level."""
    sizes = [101] * 8
    space = Space(sizes)
    reached = Relation(space, ring_events(sizes)).reachable(space.single((100, *(0 for _ in sizes[1:]))))
    assert reached.node_count <= space.peak_node_count < 1.2 * reached.node_count


def test_the_limits_are_looked_at_while_a_level_is_filled() -> None:
    looks: list[int] = []
    space = Space([100_000], check=lambda: looks.append(len(looks)))
    space.satisfying(compare({0: 1}, ">=", 0))
    assert len(looks) > 20


def test_every_kind_of_work_looks_up() -> None:
    """Building a set, combining two and taking a step each count their own work."""
    looks: list[int] = []
    space = Space([15_000, 2], check=lambda: looks.append(len(looks)))

    def work() -> int:
        """The number of looks since the last call."""
        done = len(looks)
        looks.clear()
        return done

    one = space.satisfying(compare({0: 1, 1: 7_000}, ">=", 1))
    assert work() > 1
    other = space.satisfying(compare({0: 1, 1: -7_000}, "<=", 5_000))
    step = Relation(space, split(space.sizes, compare({1: 1}, "=", 0), [Assignment(0, ((0, 1),), 1)]))
    work()
    both = one & other
    assert work() > 1
    assert step.image(both)
    assert work() > 1
