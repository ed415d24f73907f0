"""Searches forward on nets: ways that are ways by the definition, and none missed where nets only add and take."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from pysmt.typing import INT

from tests.engines.smt.coverability.nets import MANAGER, after, below, drawn, reached, starts
from vsym.basics.limits import UNLIMITED
from vsym.engines.smt.coverability.forward import Forward
from vsym.engines.smt.coverability.net import Marking, Net, Place, Transfer


def _way(net: Net, goal: Marking) -> list[Marking] | None:
    return Forward(net, [goal]).advance(UNLIMITED, 300)


def _check(net: Net, goal: Marking, way: list[Marking]) -> None:
    assert way[-1] == goal
    assert all(most is None or count <= most for count, most in zip(way[0], net.most, strict=True))
    for one, then in pairwise(way):
        there = [marking for transfer in net.transfers if (marking := after(transfer, one)) is not None]
        assert any(below(then, marking) for marking in there)


def _is_plain(net: Net) -> bool:
    targets = all(target == place for one in net.transfers for place, target in enumerate(one.target))
    return targets and all(high is None for one in net.transfers for high in one.high)


def test_a_way_leads_from_a_start_to_a_goal_and_plain_nets_have_one_wherever_brute_force_has() -> None:
    ways = plain = 0
    for seed in range(400):
        random = Random(seed)
        net = drawn(random)
        if seed % 2:
            same = tuple(range(len(net.places)))
            free = (None,) * len(same)
            rest = [type(one)(one.low, free, same, one.change) for one in net.transfers]
            net = Net(net.places, tuple(rest), net.most)
        goal = tuple(random.choice([0, 0, 1, 5]) for _ in net.places)
        way = _way(net, goal)
        if way is not None:
            ways += 1
            _check(net, goal, way)
        elif _is_plain(net):
            plain += 1
            assert not any(below(goal, marking) for marking in reached(net, starts(net, 3), 4))
    assert min(ways, plain) > 10


def test_a_search_goes_on_where_it_was_stopped_and_ends() -> None:
    for seed in range(40):
        random = Random(seed)
        net = drawn(random)
        goal = tuple(random.choice([0, 1, 2]) for _ in net.places)
        search, way = Forward(net, [goal]), None
        for _ in range(300):
            way = way or search.advance(UNLIMITED, 1)
        assert way == _way(net, goal)
        assert way is None or search.ended


def test_nothing_is_looked_for_where_there_is_no_more_than_some_number() -> None:
    net = drawn(Random(0))
    finite = Net(net.places, net.transfers, (1,) * len(net.places))
    search = Forward(finite, [(0,) * len(net.places)])
    assert search.ended
    assert search.advance(UNLIMITED, 1) is None


def test_loops_are_taken_as_often_as_loops_around_them_need() -> None:
    """Two steps in turn make one piece; a third takes two for one of another kind, of which three are needed."""
    threads, works, lock, done, much = range(5)
    moves: list[dict[int, int]] = [
        {threads: -1, lock: -1, works: 1},
        {works: -1, lock: 1, done: 1},
        {done: -2, much: 1},
    ]
    places = tuple(Place(MANAGER.Symbol(f"place {number}", INT)) for number in range(5))
    transfers = [
        Transfer((0,) * 5, (None,) * 5, tuple(range(5)), tuple(move.get(number, 0) for number in range(5)))
        for move in moves
    ]
    net = Net(places, tuple(transfers), (None, 0, 1, 0, 0))
    goal = (0, 0, 0, 0, 3)
    way = _way(net, goal)
    assert way is not None
    _check(net, goal, way)
    assert (len(way), way[0][threads]) == (16, 6)
