"""Minimal predecessors by the definition; fixpoints that nothing reached is in."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import closing
from random import Random

import pytest
from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.engines.smt.coverability.nets import MANAGER, after, below, drawn, reached, starts
from tests.support.drawn import many
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import UNLIMITED
from vsym.engines.smt.coverability.backward import Antichain, Backward, Fixpoint
from vsym.engines.smt.coverability.bounds import Bound, Bounds
from vsym.engines.smt.coverability.net import Marking, Net, Place, TooManyWaysError, Transfer, predecessors
from vsym.engines.smt.coverability.reading import MOST, Box, Boxes
from vsym.engines.smt.linear import holds


@pytest.mark.parametrize("seed", range(many(25)))
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
    for seed in range(many(60)):
        random = Random(seed)
        net = drawn(random)
        goal = tuple(random.choice([0, 0, 1, 2]) for _ in net.places)
        try:
            with closing(Bounds(net, UNLIMITED)) as bounds:
                found = Backward(net, [goal], bounds).advance(UNLIMITED, 3_000, _starts(net))
        except TooManyWaysError:
            continue
        known = reached(net, starts(net, 3), 6)
        if isinstance(found, Fixpoint):
            safe += 1
            assert not any(below(goal, marking) for marking in known)
            assert not any(below(one, marking) for marking in known for one in found.basis)
            assert not any(bound.refutes(marking) for marking in known for bound in found.bounds)
        elif found is not None and all(high is None for one in net.transfers for high in one.high):
            assert any(below(goal, marking) for marking in reached(net, [found], 12))
    assert safe > many(15)


def test_an_antichain_has_the_minimal_markings() -> None:
    for seed in range(many(20)):
        random = Random(seed)
        markings = [tuple(random.choice([0, 0, 0, 1, 2]) for _ in range(4)) for _ in range(12)]
        antichain = Antichain()
        for number, marking in enumerate(markings):
            assert antichain.has_below(marking) == any(below(one, marking) for one in markings[:number])
            if not antichain.has_below(marking):
                antichain.add(marking)
        least = {one for one in markings if not any(below(other, one) and other != one for other in markings)}
        assert set(antichain) == least
        for marking in least:
            antichain.remove(marking)
        assert not list(antichain)


def test_a_search_goes_on_where_it_was_stopped() -> None:
    for seed in range(many(10)):
        random = Random(seed)
        net = drawn(random)
        goal = tuple(random.choice([0, 1, 2]) for _ in net.places)
        answers = []
        for most in (1, 10_000):
            with closing(Bounds(net, UNLIMITED)) as bounds:
                search = Backward(net, [goal], bounds)
                several = (search.advance(UNLIMITED, most, _starts(net)) for _ in range(10_000))
                answers.append(next((one for one in several if one is not None), None))
        assert answers[0] == answers[1]


def test_too_many_ways_to_come_together_are_given_up() -> None:
    transfer = Transfer((0,) * 6, (None,) * 6, (0,) * 6, (0,) * 6)
    with pytest.raises(TooManyWaysError):
        list(predecessors(transfer, (40, 0, 0, 0, 0, 0)))


A, B = (Place(MANAGER.Symbol(name, INT)) for name in "AB")


def refuting(transfer: Transfer, most: tuple[int | None, ...], marking: Marking) -> Bound | None:
    with closing(Bounds(Net((A, B), (transfer,), most), UNLIMITED)) as bounds:
        return bounds.refuting(marking, UNLIMITED)


def test_what_is_pinned_counts_as_much_as_it_is() -> None:
    """Exactly one is at A, and goes to B: one can be there, and two cannot."""
    moved = Transfer((1, 0), (1, None), (1, 1), (0, 0))
    assert refuting(moved, (1, 0), (0, 1)) is None
    assert refuting(moved, (1, 0), (0, 2)) == Bound((1, 1), 1)


def test_what_may_be_more_than_a_guard_asks_for_may_not_become_heavier() -> None:
    moved = Transfer((1, 0), (None, None), (1, 1), (0, -1))
    assert refuting(moved, (None, 0), (0, 1)) is None
    assert refuting(moved, (3, 0), (0, 4)) == Bound((1, 1), 3)


FORMULAS = Environment().formula_manager
LEFT, RIGHT, V, P = (FORMULAS.Symbol(name, INT) for name in "abvp")


def at(symbol: FNode, number: int) -> FNode:
    return FORMULAS.GE(symbol, FORMULAS.Int(number))


def inside(box: Box, state: dict[FNode, int]) -> bool:
    return all(state[s] >= n for s, n in box.low.items()) and all(state[s] <= n for s, n in box.high.items())


EXACT = [
    FORMULAS.And(at(LEFT, 2), FORMULAS.Not(at(RIGHT, 3))),
    FORMULAS.Or(at(LEFT, 4), FORMULAS.And(at(RIGHT, 2), at(V, 1))),
    FORMULAS.Not(FORMULAS.Equals(LEFT, FORMULAS.Int(2))),
    FORMULAS.Iff(at(LEFT, 2), at(V, 1)),
    FORMULAS.Not(FORMULAS.Iff(at(LEFT, 2), at(RIGHT, 1))),
    FORMULAS.Implies(at(LEFT, 1), at(RIGHT, 2)),
    FORMULAS.Not(FORMULAS.Implies(at(LEFT, 1), at(RIGHT, 2))),
    at(FORMULAS.Plus(LEFT, RIGHT), 3),
    at(FORMULAS.Plus(FORMULAS.Times(FORMULAS.Int(2), LEFT), RIGHT, V), 4),
    FORMULAS.LE(FORMULAS.Plus(LEFT, RIGHT), FORMULAS.Int(0)),
    FORMULAS.FALSE(),
]

WIDER = [
    FORMULAS.LE(FORMULAS.Plus(LEFT, RIGHT), FORMULAS.Int(2)),
    FORMULAS.GE(FORMULAS.Minus(LEFT, RIGHT), FORMULAS.Int(1)),
    FORMULAS.GE(LEFT, P),
    FORMULAS.And(at(P, 2), at(LEFT, 1)),
    FORMULAS.Or([FORMULAS.And(FORMULAS.Equals(LEFT, FORMULAS.Int(n)), at(RIGHT, n)) for n in range(MOST + 1)]),
]


@pytest.mark.parametrize("formula", [*EXACT, *WIDER])
def test_all_states_that_satisfy_a_predicate_are_in_a_box(formula: FNode) -> None:
    found = [[*Boxes(frozenset({LEFT, RIGHT}), {V: v}).of(formula)] for v in range(2)]
    for a, b, v, p in itertools.product(range(5), range(5), range(2), range(4)):
        state = {LEFT: a, RIGHT: b, V: v, P: p}
        assert not holds(formula, state) or any(inside(box, state) for box in found[v])


@pytest.mark.parametrize("formula", EXACT)
def test_no_other_states_are_where_single_counters_are_compared(formula: FNode) -> None:
    found = [[*Boxes(frozenset({LEFT, RIGHT}), {V: v}).of(formula)] for v in range(2)]
    for a, b, v in itertools.product(range(5), range(5), range(2)):
        state = {LEFT: a, RIGHT: b, V: v}
        assert holds(formula, state) == any(inside(box, state) for box in found[v])


def test_a_difference_bounds_what_it_needs() -> None:
    assert Boxes(frozenset({LEFT, RIGHT}), {}).of(WIDER[1]) == (Box({LEFT: 1}, {}),)
