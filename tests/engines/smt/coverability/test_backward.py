"""Minimal predecessors by the definition; fixpoints that nothing reached is in."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random

import pytest

from tests.engines.smt.coverability.nets import after, drawn, reached, starts
from vsym.basics.limits import UNLIMITED
from vsym.engines.smt.coverability.backward import (
    Backward,
    Bounds,
    Fixpoint,
    Marking,
    Net,
    TooManyWaysError,
    Transfer,
    below,
    predecessors,
)


@pytest.mark.parametrize("seed", range(60))
def test_predecessors_are_what_leads_to_at_least_a_marking(seed: int) -> None:
    random = Random(seed)
    net = drawn(random)
    goal = tuple(random.choice([0, 0, 1, 2]) for _ in net.places)
    for transfer in net.transfers:
        least = list(predecessors(transfer, goal))
        for marking in itertools.product(range(4), repeat=len(net.places)):
            then = after(transfer, marking)
            leads = then is not None and below(goal, then)
            covered = any(below(one, marking) for one in least)
            assert not leads or covered
            allowed = all(high is None or count <= high for count, high in zip(marking, transfer.high, strict=True))
            assert leads or not (covered and allowed)


def _starts(net: Net) -> Callable[[Marking], bool]:
    return lambda marking: all(most is None or count <= most for count, most in zip(marking, net.most, strict=True))


def test_fixpoints_are_invariants_and_what_is_covered_is_never_excluded() -> None:
    safe = 0
    for seed in range(150):
        random = Random(seed)
        net = drawn(random)
        goal = tuple(random.choice([0, 0, 1, 2]) for _ in net.places)
        bounds = Bounds(net, UNLIMITED)
        try:
            found = Backward(net, [goal], bounds).advance(UNLIMITED, 3_000, _starts(net))
        except TooManyWaysError:
            continue
        finally:
            bounds.close()
        known = reached(net, starts(net, 3), 6)
        if isinstance(found, Fixpoint):
            safe += 1
            assert not any(below(goal, marking) for marking in known)
            assert not any(below(one, marking) for marking in known for one in found.basis)
            assert not any(bound.refutes(marking) for marking in known for bound in found.bounds)
        elif found is not None and all(high is None for one in net.transfers for high in one.high):
            assert any(below(goal, marking) for marking in reached(net, [found], 12))
    assert safe > 40


def test_a_search_goes_on_where_it_was_stopped() -> None:
    for seed in range(20):
        random = Random(seed)
        net = drawn(random)
        goal = tuple(random.choice([0, 1, 2]) for _ in net.places)
        answers = []
        for most in (1, 10_000):
            bounds = Bounds(net, UNLIMITED)
            search = Backward(net, [goal], bounds)
            found = None
            for _ in range(10_000):
                if (found := search.advance(UNLIMITED, most, _starts(net))) is not None:
                    break
            answers.append(found)
            bounds.close()
        assert answers[0] == answers[1]


def test_too_many_ways_to_come_together_are_given_up() -> None:
    transfer = Transfer((0,) * 6, (None,) * 6, (0,) * 6, (0,) * 6)
    with pytest.raises(TooManyWaysError):
        list(predecessors(transfer, (40, 0, 0, 0, 0, 0)))
