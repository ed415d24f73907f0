"""Groups on sets against brute force over all their elements."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.diagrams.drawn_groups import actions_on, every_element, groups, is_monotonic, members, orbits, referring
from tests.diagrams.plain import as_states, vector_sets
from tests.diagrams.symmetric_models import (
    Model,
    clients_and_servers,
    matching,
    philosophers,
    queue,
    sale_store,
    software_product_line,
)
from tests.support.drawn import many
from tests.support.present import present
from vsym.diagrams import (
    Action,
    Cyclic,
    Generated,
    Group,
    Members,
    NotCanonicalError,
    Product,
    Relation,
    Rows,
    Space,
    Symmetric,
    orbit_total,
)
from vsym.diagrams.symmetry.group import FEWEST_ELEMENTS
from vsym.diagrams.symmetry.standard import Standard


@settings(max_examples=many(20), deadline=None)
@given(groups(), st.data())
def test_canonical_sets(group: Group, data: st.DataObject) -> None:
    """The group lists the vectors that differ at the levels that it moves: all of them, some, or none."""
    elements = every_element(group)
    space = Space(group.sizes)
    vectors, others = data.draw(vector_sets(group.sizes)), data.draw(vector_sets(group.sizes))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("vsym.diagrams.symmetry.group.FEWEST_ELEMENTS", data.draw(st.sampled_from((2, 2, 1000))))
        patched.setattr("vsym.diagrams.symmetry.listed.MOST_PARTS", data.draw(st.sampled_from((200, 200, 5))))
        canonical = group.canonical(as_states(space, vectors))
        met = orbits(elements, vectors)
        assert orbits(elements, canonical) == met
        if group.minimal:
            assert set(canonical) == {min(orbit) for orbit in met}
            assert orbit_total(canonical, group) == sum(map(len, met))
        assert group.canonical(canonical) is canonical
        together = group.canonical(as_states(space, vectors | others))
        assert group.canonical(as_states(space, others)) | canonical is together


def test_what_follows_listed_parts_of_one_orbit_is_united() -> None:
    """All permutations of four levels, between two that stay: vectors of one orbit differ in the last."""
    sizes = (2, 2, 2, 2, 2, 3)
    swap, turn = Action.of((0, 2, 1, 3, 4, 5)), Action.of((0, 2, 3, 4, 1, 5))
    group = Generated(sizes, (swap, turn))
    assert group.order == FEWEST_ELEMENTS
    space = Space(sizes)
    canonical = group.canonical(as_states(space, [(0, 1, 0, 0, 0, 0), (0, 0, 1, 0, 0, 2), (1, 1, 0, 1, 0, 1)]))
    assert [*canonical] == [(0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 1, 2), (1, 0, 0, 1, 1, 1)]
    assert {size: [*part] for size, part in present(group.by_orbit_size(canonical)).items()} == {
        4: [(0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 1, 2)],
        6: [(1, 0, 0, 1, 1, 1)],
    }


@settings(max_examples=many(12), deadline=None)
@given(groups(), st.data())
def test_what_a_group_has(group: Group, data: st.DataObject) -> None:
    elements = every_element(group)
    assert group.order == len(elements)
    assert set(group.elements()) == set(elements)
    assert all(element in group for element in elements)
    other = data.draw(actions_on(group.sizes))
    assert (other in group) == (other in elements)
    monotonic = group.monotonic
    assert all(action in group for action in monotonic.actions)
    assert monotonic.proved
    assert is_monotonic(monotonic.actions, group)


@settings(max_examples=many(12), deadline=None)
@given(groups(), st.data())
def test_closures(group: Group, data: st.DataObject) -> None:
    vectors = data.draw(vector_sets(group.sizes))
    states = as_states(Space(group.sizes), vectors)
    assert set(group.closure(states)) == {image for orbit in orbits(every_element(group), vectors) for image in orbit}


@settings(max_examples=many(12), deadline=None)
@given(members())
def test_swaps_are_proved_monotonic_only_where_they_are(drawn: Members) -> None:
    group = Symmetric(drawn)
    monotonic = is_monotonic(group.swaps, group)
    assert monotonic or not drawn.comparable


def test_swaps_are_not_monotonic_where_members_are_compared_by_different_things_first() -> None:
    """The first two by their levels, the others by who is named."""
    between = Members.of((3, 4, 3, 3), [[0], [2], [3]], {1: [(1, 2, 3)]})
    assert not between.comparable
    assert not is_monotonic(Symmetric(between).swaps, Symmetric(between))
    naming_each_other = Members.of((4, 4, 4), [[0], [1], [2]], {level: [(1, 2, 3)] for level in range(3)})
    assert not naming_each_other.comparable
    assert not is_monotonic(Symmetric(naming_each_other).swaps, Symmetric(naming_each_other))
    generators = Cyclic(Members.of((2,) * 4, [[level] for level in range(4)]))
    assert not is_monotonic(generators.generators, generators)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_only_all_rotations_are_monotonic(count: int) -> None:
    """Colange et al., proposition 2: of (1, …, 2, 0, 2, …) the one rotation that puts 0 first makes it smaller."""
    group = Cyclic(Members.of((3,) * count, [[level] for level in range(count)]))
    rotations = {group.rotation(by) for by in range(1, count)}
    assert is_monotonic(tuple(rotations), group)
    assert not any(is_monotonic(tuple(rotations - {one}), group) for one in rotations)


def test_where_nothing_is_proved_nothing_is_said_of_orbits() -> None:
    """Seven members that name each other have too many permutations to take one by one."""
    members = Members.of((8,) * 7, [[level] for level in range(7)], {level: [range(1, 8)] for level in range(7)})
    group = Symmetric(members)
    assert not group.minimal
    assert not group.monotonic.proved
    space = Space(members.sizes)
    states = group.canonical(space.single((0, 3, 0, 0, 2, 0, 0)))
    assert states.count() == 1
    with pytest.raises(NotCanonicalError, match="several vectors"):
        orbit_total(states, group)


def test_a_total_is_refused_of_a_set_that_is_not_canonical() -> None:
    group = Symmetric(Members.of((2, 2), [[0], [1]]))
    with pytest.raises(NotCanonicalError, match="not the canonical one"):
        orbit_total(Space((2, 2)).full, group)


def test_the_sum_of_the_sizes_of_many_orbits() -> None:
    """The canonical set stands for all vectors of 60 levels with four values each."""
    group = Symmetric(Members.of((4,) * 60, [[level] for level in range(60)]))
    canonical = group.canonical(Space((4,) * 60).full)
    assert canonical.count() == 63 * 62 * 61 // 6
    assert orbit_total(canonical, group) == 4**60


@settings(max_examples=many(6), deadline=None)
@given(referring(), st.data())
def test_members_that_name_others_become_counters(group: Product, data: st.DataObject) -> None:
    assume(not group.independent)
    counters, others = present(group.counted)
    vectors = data.draw(vector_sets(group.sizes))
    space = Space(group.sizes)
    states = as_states(space, vectors)
    counted = counters.forward(states)
    assert counters.back(space, counted) is group.factors[0].canonical(states)
    clients = [
        level for level in range(len(group.sizes)) if counters.start <= level < counters.start + counters.members.count
    ]
    for vector in counted:
        assert sum(counters.members.count - vector[level] for level in counters.counters) == len(clients)
    for action in group.factors[1].generators:
        assert counters.forward(states.permuted(action)) is counted.permuted(counters.action(action))
    if isinstance(group.factors[1], Symmetric):
        assert isinstance(others, Product)
        assert all(isinstance(factor, Symmetric) for factor in others.factors)
        assert others.minimal


@pytest.mark.parametrize(
    "group",
    [
        Symmetric(Members.of((2, 2), [[0], [1]])),
        Cyclic(Members.of((2, 2), [[0], [1]])),
        Generated((2, 2), (Action.of((1, 0)),)),
        Product((2, 2), (Symmetric(Members.of((2, 2), [[0], [1]])),)),
    ],
)
def test_sets_of_another_space_are_refused(group: Group) -> None:
    others = Space((2, 2, 2)).full
    with pytest.raises(ValueError, match="acts on levels of sizes"):
        group.canonical(others)
    with pytest.raises(ValueError, match="acts on levels of sizes"):
        group.closure(others)
    with pytest.raises(ValueError, match="acts on levels of sizes"):
        orbit_total(others, group)


@pytest.mark.parametrize(
    ("message", "make"),
    [
        ("belongs to two members", lambda: Members.of((2, 2), [[0], [0]])),
        ("names two members", lambda: Members.of((3,), (), {0: [(1, 2), (2, 0)]})),
        ("as many blocks as values", lambda: Members.of((2, 2, 3), [[0], [1]], {2: [(0, 1, 2)]})),
        ("level 1 has 3 values", lambda: Members.of((2, 3), [[0], [1]])),
        ("2 levels, and the space has 1", lambda: Generated((2,), (Action.of((1, 0)),))),
        (
            "must commute",
            lambda: Product((2, 2, 2), tuple(Symmetric(Members.of((2, 2, 2), [[one], [one + 1]])) for one in range(2))),
        ),
        ("a factor acts on", lambda: Product((2,), (Generated((3,), ()),))),
    ],
)
def test_what_are_no_members_or_no_group(message: str, make: object) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=message):
        make()


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
            taken = present(standard.taking(source, target))
            assert taken in model.group
            assert taken.apply(source) == target


@pytest.mark.parametrize("name", ["counters, named by values", "counters, with elements", "apart"])
def test_events_of_members_in_rows_are_those_on_counters(name: str) -> None:
    model = MODELS[name]
    rows = present(Rows.of(model.group))
    assert len(rows.counters) == (2 if name == "apart" else 1)
    events = present(rows.events(model.events))
    assert len(events) < len(model.events)
    space = Space(model.sizes)
    start = space.single(model.start)
    reached = Relation(space.beside(rows.rest.sizes), events).reachable(rows.forward(start))
    assert rows.back(reached) == model.group.canonical(Relation(space, model.events).reachable(start))


def test_what_is_no_row_has_no_counters() -> None:
    assert Rows.of(philosophers(5).group) is None
    assert Rows.of(queue(3).group) is None
    assert Rows.of(Product((2, 2), ())) is None
