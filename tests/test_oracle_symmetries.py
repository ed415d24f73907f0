"""The oracle of symmetries on known facts, and against the definition tried on all permutations of literals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial

import pytest

from tests.support import oracle_symmetries as oracle


def _ring(agents: int) -> oracle.Structure:
    """The labels of token circulation: an agent copies its neighbour's, and the leader takes the other one."""

    def successors(state: oracle.Vector) -> Iterator[oracle.Vector]:
        for agent in range(agents):
            after = (agent + 1) % agents
            leads = state[agents + after] == 1
            if state[agents + agent] and leads:
                continue
            label = 1 - state[agent] if leads else state[agent]
            yield (*state[:after], label, *state[after + 1 :])

    box = ((0, 1),) * (2 * agents)
    return oracle.boxed(box, product(*box), successors)


def _drawn(draw: random.Random) -> oracle.Structure:
    """Three slots of two or three values under rules that look at one slot and set another, some of them everywhere."""
    domains = (tuple(range(draw.choice((2, 3)))),) * 3
    steps: set[tuple[oracle.Vector, oracle.Vector | None]] = set()
    for _ in range(draw.randint(1, 3)):
        read, written, tested, assigned = (draw.randrange(k) for k in (3, 3, len(domains[0]), len(domains[0])))
        for turn in range(3) if draw.random() < 0.6 else (0,):
            for state in product(*domains):
                if state[(read + turn) % 3] == tested:
                    then = list(state)
                    then[(written + turn) % 3] = assigned
                    steps.add((state, tuple(then) if draw.random() < 0.97 else None))
    starts = frozenset(product(*domains)) if draw.random() < 0.5 else frozenset({(0, 0, 0)})
    return oracle.Structure(domains, (starts,), (frozenset(steps),))


def test_token_circulation_has_the_rotations_and_the_exchange_of_the_labels() -> None:
    assert [oracle.order(_ring(agents)) for agents in (2, 3, 4)] == [4, 6, 8]
    rotated = oracle.Symmetry((1, 2, 0, 4, 5, 3), ({0: 1, 1: 0},) * 3 + ({0: 0, 1: 1},) * 3)
    assert oracle.is_symmetry(_ring(3), rotated)
    assert not oracle.is_symmetry(_ring(3), rotated._replace(slots=(1, 0, 2, 4, 3, 5)))
    assert not oracle.is_symmetry(_ring(3), rotated._replace(values=({0: 0, 1: 1}, *rotated.values[1:])))


def test_it_is_the_definition_on_all_permutations_of_literals() -> None:
    draw = random.Random(1)
    orders = set()
    for _ in range(12):
        structure = _drawn(draw)
        bijections = [
            [dict(zip(domain, image, strict=True)) for image in permutations(domain)] for domain in structure.domains
        ]
        candidates = (
            oracle.Symmetry(slots, values) for slots in permutations(range(3)) for values in product(*bijections)
        )
        all_of_them = [one for one in candidates if oracle.is_symmetry(structure, one)]
        assert sorted(oracle.symmetries(structure), key=repr) == sorted(all_of_them, key=repr)
        assert oracle.order(structure) == len(all_of_them)
        orders.add(len(all_of_them))
    assert {1, 2, 3} < orders


@pytest.mark.parametrize("slots", [1, 2, 5])
def test_slots_without_a_rule_are_permuted_with_their_values(slots: int) -> None:
    domains = (tuple(range(3)),) * slots
    free = oracle.boxed(domains, product(*domains), lambda _: ())
    assert oracle.order(free) == factorial(slots) * factorial(3) ** slots


def test_a_step_that_is_an_error_stays_one() -> None:
    box = ((0, 1), (0, 1))

    def successors(state: oracle.Vector) -> Iterator[oracle.Vector | None]:
        yield None if state[0] else state

    assert oracle.order(oracle.boxed(box, product(*box), successors)) == 2
    assert oracle.order(oracle.boxed(box, product(*box), lambda _: (None,))) == 8


def test_sets_of_states_and_labels_are_kept() -> None:
    box = ((0, 1), (0, 1))
    everything = oracle.boxed(box, product(*box), lambda state: ((1 - state[0], state[1]), (state[0], 1 - state[1])))
    assert oracle.order(everything) == 8
    assert oracle.order(everything._replace(kept=(frozenset({(0, 1), (0, 0)}),))) == 2
    first = frozenset((s, t) for s, t in everything.relations[0] if t is not None and s[0] != t[0])
    assert oracle.order(everything._replace(relations=(first, everything.relations[0] - first))) == 4


def test_domains_are_what_steps_lead_to() -> None:
    def successors(state: oracle.Vector) -> Iterator[oracle.Vector]:
        if state[0] < 2:
            yield (state[0] + 1, state[1])
        if state[0] == state[1] == 2:
            yield (state[0], 3)

    assert oracle.closed_box([(0, 2)], successors) == ((0, 1, 2), (2, 3))
    assert oracle.closed_box([(0, 1)], successors) == ((0, 1, 2), (1,))
    # The box also contains (0, 3), which cannot be reached.
    assert len(oracle.reachable([(0, 2)], successors).relations[0]) == 3
    assert len(oracle.boxed(((0, 1, 2), (2, 3)), [(0, 2)], successors).relations[0]) == 5


def test_constants_can_be_permuted_and_left_out() -> None:
    box = ((5,), (0, 1), (7,), (0, 1), (7,))

    def successors(state: oracle.Vector) -> Iterator[oracle.Vector | None]:
        yield (*state[:3], 1 - state[3], state[4])
        yield None if state[1] else state

    structure = oracle.boxed(box, product(*box), successors)
    assert oracle.order(oracle.without_constants(structure)) == 2
    assert oracle.order(structure) == 2 * factorial(3)
