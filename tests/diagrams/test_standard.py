"""The standard vector of an orbit is what canonical sets have of its vectors, and an element takes these there."""

from __future__ import annotations

from random import Random

import pytest

from tests.diagrams.symmetric_models import (
    Model,
    clients_and_servers,
    matching,
    philosophers,
    queue,
    sale_store,
    software_product_line,
)
from vsym.diagrams import Product, Relation, Rows, Space
from vsym.diagrams.symmetry.standard import Standard

MODELS = {
    "counters, named by values": matching(4),
    "counters, with elements": sale_store(3),
    "counters, two each": clients_and_servers(3, 3),
    "a ring": philosophers(5),
    "levels and values": queue(3),
    "apart": software_product_line(3),
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_standard_vector_is_that_of_the_canonical_set(model: Model) -> None:
    space, standard, drawing = Space(model.sizes), Standard(model.group), Random(3)
    for _ in range(60):
        vector = tuple(drawing.randrange(size) for size in model.sizes)
        action = standard.action(vector)
        assert action in model.group
        assert model.group.canonical(space.single(vector)) == space.single(action.apply(vector))


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_what_is_in_an_orbit_is_taken_there_and_nothing_else(model: Model) -> None:
    space, standard, drawing = Space(model.sizes), Standard(model.group), Random(5)
    for _ in range(30):
        source, target = (tuple(drawing.randrange(size) for size in model.sizes) for _ in range(2))
        canonical = model.group.canonical
        taken = standard.taking(source, target)
        assert (taken is not None) == (canonical(space.single(source)) == canonical(space.single(target)))
        for generator in model.group.generators:
            source = generator.apply(target)
            taken = standard.taking(source, target)
            assert taken is not None
            assert taken in model.group
            assert taken.apply(source) == target


@pytest.mark.parametrize("name", ["counters, named by values", "counters, with elements", "apart"])
def test_events_of_members_in_rows_are_those_on_counters(name: str) -> None:
    model = MODELS[name]
    rows = Rows.of(model.group)
    assert rows is not None
    assert len(rows.counters) == (2 if name == "apart" else 1)
    events = rows.events(model.events)
    assert events is not None
    assert len(events) < len(model.events)
    space = Space(model.sizes)
    start = space.single(model.start)
    reached = Relation(space.beside(rows.rest.sizes), events).reachable(rows.forward(start))
    assert rows.back(reached) == model.group.canonical(Relation(space, model.events).reachable(start))


def test_what_is_no_row_has_no_counters() -> None:
    assert Rows.of(philosophers(5).group) is None
    assert Rows.of(queue(3).group) is None
    assert Rows.of(Product((2, 2), ())) is None
