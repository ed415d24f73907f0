"""Canonical sets of reachable states of symmetric systems: known numbers, layer by layer and at once, under limits."""

from __future__ import annotations

import pytest

from tests.diagrams.symmetric_models import (
    Model,
    bus,
    canonically_reached,
    clients_and_servers,
    clients_counted,
    matching,
    philosophers,
    queue,
    sale_store,
    saturated,
    software_product_line,
    suites,
)
from tests.support.drawn import chosen
from tests.support.present import present
from vsym.diagrams import OutOfNodes, Product, Relation, Space, orbit_total
from vsym.diagrams.symmetry.counted_events import on_counters

SMALL = {
    "product_line": software_product_line(3),
    "sale": sale_store(2),
    "matching": matching(3),
    "clients": clients_and_servers(3, 2),
    "clients_counted": clients_counted(3, 2),
    "philosophers": philosophers(5),
    "queue": queue(3),
    "bus": bus(2),
    "suites": suites(2, 3),
}


@pytest.mark.parametrize("model", SMALL.values(), ids=SMALL)
def test_the_group_permutes_steps(model: Model) -> None:
    reached = model.reached()
    assert set(saturated(model)[1]) == reached
    for action in model.group.generators:
        assert action.apply(model.start) == model.start
        for state in reached:
            assert {*map(action.apply, model.successors(state))} == {*model.successors(action.apply(state))}


def test_known_states() -> None:
    assert saturated(clients_counted(12, 7))[1].count() == 3_032_705


@pytest.mark.parametrize(
    ("model", "states", "orbits"),
    [
        (software_product_line(20), 2**25, 126),
        (sale_store(3), 1752, 34),
        (clients_and_servers(4, 3), 3145, 63),
        (philosophers(6), 198, 38),
        # Of k clients who have a gift there are n! / (n - k)! choices, and each other client is in one of three places.
        (matching(6), 173_007, 84),
        (queue(4), 516, 36),
    ],
)
def test_states_and_orbits(model: Model, states: int, orbits: int) -> None:
    space, reached = saturated(model)
    canonical = model.group.canonical(reached)
    assert (reached.count(), canonical.count()) == (states, orbits)
    assert model.group.minimal
    assert orbit_total(canonical, model.group) == states
    assert canonically_reached(model, space) is canonical
    assert model.group.closure(canonical) is reached


def test_orbits_that_are_reached_layer_by_layer() -> None:
    model = matching(8)
    canonical = canonically_reached(model, Space(model.sizes))
    assert canonical.count() == 165
    assert orbit_total(canonical, model.group) == 31_636_449


@pytest.mark.parametrize(
    ("model", "states", "orbits"),
    [
        (sale_store(5), 71_238, 106),
        (clients_and_servers(8, 5), 183_534_841, 853),
        (matching(16), 712_119_108_949_808_193, 969),
    ],
)
def test_what_counters_reach_in_place_of_clients(model: Model, states: int, orbits: int) -> None:
    assert isinstance(model.group, Product)
    counters, others = present(model.group.counted)
    space = Space(model.sizes)
    start = counters.forward(space.single(model.start))
    events = present(on_counters(counters, model.events))
    assert len(events) == len(model.events) // len(model.sizes)
    canonical = counters.back(space, others.canonical(Relation(start.space, events).reachable(start)))
    assert canonical.count() == orbits
    assert orbit_total(canonical, model.group) == states


def test_the_nodes_for_a_canonical_set_grow_little() -> None:
    """The canonical set of all states, like those before it, needs two nodes for each level and number of features."""
    model = software_product_line(200)
    space, reached = saturated(model)
    canonical = model.group.canonical(reached)
    assert canonical.count() == 201 * 6
    assert orbit_total(canonical, model.group) == 2**205
    assert space.peak_node_count < 12 * 205


@pytest.mark.parametrize(
    "model", [sale_store(2), clients_and_servers(3, 2), philosophers(6), *chosen([queue(3)], [queue(4)])]
)
def test_an_interrupt_at_any_place_leaves_the_space_usable(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each interrupt comes a little later: the results that the space remembers from before are right afterwards."""
    monkeypatch.setattr("vsym.diagrams.nodes._UNITS_PER_REPORT", 1)
    patience = -1

    def check() -> None:
        nonlocal patience
        if not patience:
            raise KeyboardInterrupt
        patience -= 1

    space = Space(model.sizes, check=check)
    reached = Relation(space, model.events).reachable(space.single(model.start))
    interrupts = 0
    canonical = space.empty
    for later in (0, 3, 10, 30, 100, 300, 1000, -1):
        patience = later
        try:
            canonical = model.group.canonical(reached)
        except KeyboardInterrupt:
            interrupts += 1
    assert interrupts >= 3
    _, again = saturated(model)
    vectors = set(model.group.canonical(again))
    assert set(canonical) == vectors
    space.collect()
    assert set(model.group.canonical(reached)) == vectors
    assert model.group.closure(canonical) is reached


def test_out_of_nodes_leaves_the_space_usable() -> None:
    model = matching(9)
    space = Space(model.sizes, megabytes=8)
    relation = Relation(space, model.events)
    seen = frontier = space.single(model.start)
    interrupts = 0
    while frontier:
        try:
            image = relation.image(frontier)
            reached = model.group.canonical(image)
        except OutOfNodes:
            interrupts += 1
            space.collect()
            continue
        frontier = reached - seen
        seen |= frontier
    assert interrupts > 0
    assert seen.count() == 220


def test_what_is_not_needed_any_more_is_freed() -> None:
    model = clients_and_servers(3, 2)
    space, reached = saturated(model)
    canonical = model.group.canonical(reached)
    assert isinstance(model.group, Product)
    counters, _ = present(model.group.counted)
    counted = counters.forward(canonical)
    vectors = set(counted)
    before = space.node_count
    space.collect()
    assert space.node_count < before
    assert set(counted) == vectors
    assert counters.forward(canonical) is counted
    assert model.group.canonical(reached) is canonical
    del counted, reached, canonical
    space.collect()
    assert space.node_count == 0
