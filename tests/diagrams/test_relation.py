"""Images and closures of drawn systems, against the same over plain sets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.plain import (
    Problem,
    Rule,
    Vector,
    all_vectors,
    as_states,
    change,
    closure,
    constraints,
    flows,
    holds,
    image,
    inverted,
    problems,
    steps,
    successor,
    vector_sets,
)
from tests.diagrams.test_cost import Looks
from tests.support.drawn import many
from vsym.diagrams import (
    Assignment,
    Chain,
    Conjunction,
    Disjunction,
    Event,
    Move,
    Relation,
    Space,
    Transfer,
    compare,
    split,
)
from vsym.diagrams.firing import TooManyJointsError


def relation_of(space: Space, problem: Problem) -> Relation:
    events = [event for rule in problem.rules for event in split(problem.sizes, rule.guard, rule.assignments)]
    return Relation(space, events)


@settings(max_examples=many(16), deadline=None)
@given(problems(), st.data())
def test_steps_and_closures_in_a_limit_and_without(problem: Problem, data: st.DataObject) -> None:
    space, successors, everything = Space(problem.sizes), steps(problem), all_vectors(problem.sizes)
    relation, predecessors = relation_of(space, problem), inverted(successors)
    # Results are remembered from one question to the next.
    for _ in range(2):
        some, left_out = data.draw(vector_sets(problem.sizes)), data.draw(vector_sets(problem.sizes))
        limit = everything - left_out
        states, within = as_states(space, some), space.full - as_states(space, left_out)
        assert relation.leads(states) == bool(image(successors, some))
        assert relation.leads(states, within) == bool(image(successors, some) & limit)
        for following, step, close in (
            (successors, relation.image, relation.reachable),
            (predecessors, relation.preimage, relation.reaching),
        ):
            assert set(step(states)) == image(following, some)
            assert set(step(states, within)) == image(following, some) & limit
            assert set(close(states)) == closure(following, some, everything)
            assert set(close(states, within)) == closure(following, some, limit)


@settings(max_examples=many(12), deadline=None)
@given(flows(), st.data())
def test_what_flows_from_level_to_level_ends_where_steps_end(problem: Problem, data: st.DataObject) -> None:
    """The starts are all on the first level, and drawn vectors; the relation remembers results of earlier starts."""
    space, successors, everything = Space(problem.sizes), steps(problem), all_vectors(problem.sizes)
    relation = relation_of(space, problem)
    together = {(problem.sizes[0] - 1, *(0 for _ in problem.sizes[1:]))}
    for some in (together, data.draw(vector_sets(problem.sizes)), data.draw(vector_sets(problem.sizes))):
        assert set(relation.reachable(as_states(space, some))) == closure(successors, some, everything)


BESIDE = {
    "nothing": None,
    "back to the second": Rule(Conjunction(), (change(3, -1), change(1, 1))),
    "more of them": Rule(compare({3: 1}, ">=", 2), (change(1, 1),)),
    "an assignment": Rule(compare({1: 1}, ">=", 2), (Assignment(1, (), 1), change(2, 1))),
    "a guard that stays": Rule(compare({1: 1}, "=", 2), (change(2, -1), change(3, 1))),
    "past a level": Rule(Conjunction(), (change(1, -1), change(3, 1))),
    "two at once": Rule(Conjunction(), (change(1, -2), change(2, 2))),
}
"""A rule beside those by which processes flow; all but the first read or change the second level."""


SECOND = {
    "always one": Rule(Conjunction(), (change(1, -1), change(2, 1))),
    "but from 2": Rule(compare({1: 1}, "!=", 2), (change(1, -1), change(2, 1))),
    "two for one": Rule(Conjunction(), (change(1, -2), change(2, 1))),
    "one for two": Rule(Conjunction(), (change(1, -1), change(2, 2))),
}
"""The rule by which processes leave the second level."""


@pytest.mark.parametrize("beside", BESIDE.values(), ids=list(BESIDE))
@pytest.mark.parametrize("second", SECOND.values(), ids=list(SECOND))
@pytest.mark.parametrize("room", [4, 2])
def test_what_disturbs_a_flow(beside: Rule | None, second: Rule, room: int) -> None:
    """Processes flow through the second level only where its first rule is the only one there."""
    first, third = (Rule(Conjunction(), (change(place, -1), change(place + 1, 1))) for place in (0, 2))
    rules = (first, second, third, *((beside,) if beside else ()))
    problem = Problem((4, 4, room, 4), rules)
    space, successors, everything = Space(problem.sizes), steps(problem), all_vectors(problem.sizes)
    relation = relation_of(space, problem)
    starts: tuple[set[Vector], ...] = (
        {(3, 0, 0, 0)},
        {(2, 0, 1, 0), (0, 3, 0, 0)},
        {(1, 2, 0, 0), (1, 0, 0, 0)},
        {(2, 1, 1, 3)},
    )
    for some in starts:
        assert set(relation.reachable(as_states(space, some))) == closure(successors, some, everything)


@settings(max_examples=many(5), deadline=None)
@given(problems(), st.data())
def test_states_in_which_events_are_enabled(problem: Problem, data: st.DataObject) -> None:
    space, successors = Space(problem.sizes), steps(problem)
    relation = relation_of(space, problem)
    some = data.draw(vector_sets(problem.sizes))
    stuck = {vector for vector, targets in successors.items() if not targets}
    assert set(as_states(space, some).enabling(relation.events)) == some - stuck
    assert as_states(space, some).enables(relation.events) == bool(some - stuck)


def closures(sizes: tuple[int, ...], rules: tuple[Rule, ...], *starts: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """The vectors reachable from each start in turn, with one relation; a limit that excludes nothing changes none."""
    space = Space(sizes)
    relation = relation_of(space, Problem(sizes, rules))
    found = [list(relation.reachable(space.single(start))) for start in starts]
    assert found == [list(relation.reachable(space.single(start), space.full)) for start in starts]
    return found


def test_a_list_that_was_cut_off_by_the_domain_goes_on_elsewhere() -> None:
    up = Rule(Conjunction(), (change(0, 1),))
    assert closures((4, 1), (up,), (3, 0), (1, 0)) == [[(3, 0)], [(1, 0), (2, 0), (3, 0)]]


def test_a_guard_on_the_value_itself_differs_from_place_to_place() -> None:
    up = Rule(compare({0: 1}, "<=", 2), (change(0, 1),))
    down = Rule(compare({0: 1}, ">=", 5), (change(0, -1),))
    assert closures((7,), (up, down), (0,), (6,), (3,)) == [[(0,), (1,), (2,), (3,)], [(4,), (5,), (6,)], [(3,)]]


def test_what_comes_down_goes_up_again() -> None:
    down = Rule(Conjunction(), (change(0, -1), change(1, 1)))
    up = Rule(Conjunction(), (change(0, 1), change(1, 1)))
    assert closures((2, 6), (down, up), (1, 0)) == [[(0, 1), (0, 3), (0, 5), (1, 0), (1, 2), (1, 4)]]


def test_constants_are_assigned_at_the_top_until_nothing_is_new() -> None:
    low = Rule(compare({0: 1}, ">=", 3), (Assignment(0, (), 0), change(1, 1)))
    high = Rule(compare({0: 1}, "=", 0), (Assignment(0, (), 4), change(1, 1)))
    assert closures((5, 6), (low, high), (3, 0)) == [[(0, 1), (0, 3), (0, 5), (3, 0), (4, 2), (4, 4)]]


@dataclass(frozen=True)
class Drawn:
    """Levels, a guarded assignment, transfers after it, and moves at the end; and steps of one event each."""

    sizes: tuple[int, ...]
    first: Rule
    transfers: tuple[Transfer, ...]
    last: tuple[Move, ...]
    single: Rule

    def after(self, vector: Vector) -> set[Vector]:
        """The vectors after one step, each stage in turn."""
        ends = (successor(self.sizes, self.single, vector), self._moved(successor(self.sizes, self.first, vector)))
        return {end for end in ends if end is not None}

    def _moved(self, vector: Vector | None) -> Vector | None:
        """The vector after the transfers and the moves, or None where one of them leaves the domains."""
        for one in self.transfers:
            if vector is not None:
                values = list(vector)
                values[one.target] += values[one.source]
                values[one.source] = 0
                vector = tuple(values) if values[one.target] < self.sizes[one.target] else None
        if vector is None:
            return None
        changes = {move.level: move.by for move in self.last}
        moved = tuple(value + changes.get(level, 0) for level, value in enumerate(vector))
        return moved if all(0 <= value < size for value, size in zip(moved, self.sizes, strict=True)) else None


@st.composite
def drawn_steps(draw: st.DrawFn) -> Drawn:
    sizes = tuple(draw(st.lists(st.integers(1, 4), min_size=3, max_size=3)))
    levels = st.integers(0, len(sizes) - 1)
    level = draw(levels)
    assignments = (Assignment(level, ((level, 1),), draw(st.integers(-1, 1))),)
    if draw(st.booleans()):
        assignments = (Assignment(level, (), draw(st.integers(0, 2))),)
    pairs = st.tuples(levels, levels).filter(lambda pair: pair[0] != pair[1])
    transfers = tuple(Transfer(*pair) for pair in draw(st.lists(pairs, min_size=1, max_size=2)))
    moves = draw(st.dictionaries(levels, st.integers(-2, 2), max_size=2))
    other = draw(levels)
    single = Rule(draw(constraints(len(sizes))), (Assignment(other, ((other, 1),), draw(st.sampled_from((-1, 1)))),))
    first = Rule(draw(constraints(len(sizes))), assignments)
    return Drawn(sizes, first, transfers, tuple(Move(*move) for move in moves.items()), single)


@settings(max_examples=many(8), deadline=None)
@given(drawn_steps(), st.data())
def test_images_and_closures_are_those_of_the_stages_in_turn(drawn: Drawn, data: st.DataObject) -> None:
    space, everything = Space(drawn.sizes), all_vectors(drawn.sizes)
    first = tuple(split(drawn.sizes, drawn.first.guard, drawn.first.assignments))
    # Several events may go before the same transfers, or each may be a chain of its own.
    together = [first[:2], *((event,) for event in first[2:])]
    chains = [Chain(events, drawn.transfers, drawn.last) for events in together if events]
    relation = Relation(space, [*chains, *split(drawn.sizes, drawn.single.guard, drawn.single.assignments)])
    successors = {vector: drawn.after(vector) for vector in everything}
    predecessors = inverted(successors)
    for _ in range(2):
        some, limit = data.draw(vector_sets(drawn.sizes)), data.draw(vector_sets(drawn.sizes))
        states, within = as_states(space, some), as_states(space, limit)
        assert set(relation.image(states)) == image(successors, some)
        assert set(relation.image(states, within)) == image(successors, some) & limit
        assert set(relation.preimage(states, within)) == image(predecessors, some) & limit
        assert set(relation.reachable(states)) == closure(successors, some, everything)
        assert set(relation.reachable(states, within)) == closure(successors, some, limit)
        assert set(relation.reaching(states, within)) == closure(predecessors, some, limit)
        space.collect()


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
