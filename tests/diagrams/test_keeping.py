"""Whether an action maps the steps of events onto themselves, against all steps one by one."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.drawn_groups import actions_on
from tests.diagrams.plain import all_vectors
from tests.diagrams.symmetric_models import Model, clients_and_servers, matching, philosophers, queue, sale_store
from tests.diagrams.test_counted_events import events
from tests.drawn import many
from vsym.diagrams import Action, Case, Event, Linear, Move, Put, Relation, Space, keeps_steps
from vsym.diagrams.symmetry.action import Vector


def steps(space: Space, drawn: list[Event]) -> set[tuple[Vector, Vector]]:
    relation = Relation(space, drawn)
    return {(vector, target) for vector in all_vectors(space.sizes) for target in relation.image(space.single(vector))}


@settings(max_examples=many(60), deadline=None)
@given(st.data())
def test_steps_under_an_action(data: st.DataObject) -> None:
    """Of half the actions, the events have all the images that level permutations give them."""
    sizes = [2, 2, 2]
    drawn = [data.draw(events(sizes, 0))]
    action = data.draw(actions_on(sizes))
    if data.draw(st.booleans()):
        drawn = [
            Event(
                Case(tuple(sorted((order[level], values) for level, values in event.guard.masks))),
                tuple(type(update)(order[update.level], *list(vars(update).values())[1:]) for update in event.updates),
            )
            for event in drawn
            for order in permutations(range(3))
        ]
    space = Space(sizes)
    every = steps(space, drawn)
    images = {(action.apply(vector), action.apply(target)) for vector, target in every}
    assert keeps_steps(space, drawn, action) == (images == every)


@pytest.mark.parametrize("model", [sale_store(3), matching(4), clients_and_servers(3, 2), philosophers(5), queue(3)])
def test_generators_of_models_are_symmetries(model: Model) -> None:
    """As the events are written, without a look at the steps."""
    space = Space(model.sizes)
    for action in model.group.generators:
        assert keeps_steps(space, model.events, action)
    assert space.node_count == 0
    assert not all(keeps_steps(space, model.events[1:], action) for action in model.group.generators)


def test_the_same_steps_may_be_written_in_other_ways() -> None:
    """An increment modulo two is a swap of values; a sum of two levels is the same with these exchanged."""
    space = Space((2, 2))
    toggles = [Event(Case(((0, (0, 1)),)), (Move(0, 1),)), Event(Case(((0, (1, 2)),)), (Put(0, 0),))]
    assert keeps_steps(space, toggles, Action.relabelling(space.sizes, {0: (1, 0)}))
    assert not keeps_steps(space, toggles[:1], Action.relabelling(space.sizes, {0: (1, 0)}))
    swap = Action.of((1, 0))
    both = [Event(Case((), (Linear(((0, 1), (1, 1)), 1, 1),)), (Put(0, 0), Put(1, 0)))]
    apart = [Event(Case((), (Linear(((0, 1), (1, -1)), 0, None),)), (Put(0, 0), Put(1, 0)))]
    assert keeps_steps(space, both, swap)
    assert not keeps_steps(space, apart, swap)
    assert keeps_steps(space, [*apart, Event(Case((), (Linear(((0, 1), (1, -1)), None, 0),)), apart[0].updates)], swap)


def test_numbers_that_are_added_to_or_compared_are_not_renamed() -> None:
    space = Space((3, 3))
    increment = [Event(Case(), (Move(0, 1),))]
    compared = [Event(Case((), (Linear(((0, 1), (1, 1)), 1, 1),)), (Put(0, 0),))]
    for one in (increment, compared):
        assert not keeps_steps(space, one, Action.relabelling(space.sizes, {0: (1, 0, 2)}))
        assert keeps_steps(space, one, Action.identity(2))
