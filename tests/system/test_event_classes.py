"""Shapes of events: one and the same up to the names of variables, as brute force on all states says."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.drawn import DRAWN, many
from tests.system.generated import systems
from tests.system.systems import at, registers, tokens, variable
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Formula, Iff, compare, conjunction, disjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.system.event_classes import Placed, Renaming, Shapes, ascending
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, evaluate

VALUES = range(-1, 4)


def _meaning(system: System, event: Event) -> list[tuple[bool, dict[str, int]]]:
    """The guard and the assigned values in each state, ranges or not."""
    said = []
    for vector in itertools.product(VALUES, repeat=len(system.variables)):
        values = dict(zip(system.positions, vector, strict=True))
        assigned = {name: evaluate(term, values.__getitem__) for name, term in event.update}
        said.append((satisfied(event.guard, values.__getitem__), assigned))
    return said


def _renamed(system: System, event: Event, cells: Sequence[int]) -> Event:
    """The event with each variable replaced by that at the place which is its image."""
    return Renaming(tuple(one.atom for one in system.variables)).event(event, dict(enumerate(cells)), event)


@given(systems(), st.permutations(range(3)))
@settings(DRAWN, max_examples=many(15))
def test_a_renamed_event_does_the_same_with_other_variables(system: System, cells: list[int]) -> None:
    names = [one.name for one in system.variables]
    for event in system.events:
        meaning = dict(
            zip(itertools.product(VALUES, repeat=3), _meaning(system, _renamed(system, event, cells)), strict=True)
        )
        for vector, (enabled, assigned) in zip(meaning, _meaning(system, event), strict=True):
            image = [0] * 3
            for cell, value in zip(cells, vector, strict=True):
                image[cell] = value
            moved = {names[cells[names.index(name)]]: value for name, value in assigned.items()}
            assert meaning[tuple(image)] == (enabled, moved)


@given(systems(), st.permutations(range(3)))
@settings(DRAWN, max_examples=many(15))
def test_events_of_one_shape_are_one_event_renamed(system: System, cells: list[int]) -> None:
    """The events are those of a system, and each of them with its names replaced by others."""
    shapes = Shapes(system)
    events = [*system.events, *(_renamed(system, event, cells) for event in system.events)]
    placed = [shapes.placed(event) for event in events]
    for (one, here), (other, there) in itertools.combinations(zip(events, placed, strict=True), 2):
        if here.shape == there.shape:
            assert len(here.cells) == len(there.cells) == len({*there.cells})
            images = dict(zip(here.cells, there.cells, strict=True))
            left = [cell for cell in range(3) if cell not in there.cells]
            whole = [images[cell] if cell in images else left.pop(0) for cell in range(3)]
            assert _meaning(system, _renamed(system, one, whole)) == _meaning(system, other)


def test_names_and_the_order_of_what_is_joined_make_no_shape() -> None:
    system = System("s", tuple(variable(name, 0, 3) for name in "xyz"), TRUE, TRUE, ())
    x, y, z = (linear([(Named(name), 1)]) for name in "xyz")
    shapes = Shapes(system)

    def shape(*update: tuple[str, Term], guard: Formula = TRUE, error: str | None = None) -> Placed:
        return shapes.placed(Event("e", "e", guard, update, error))

    low, high = at("x", "<=", 1), at("y", ">=", 2)
    one, other = (shape(guard=conjunction([at(a, "<=", 1), at(b, ">=", 2)])) for a, b in ("xy", "yx"))
    assert one == shape(guard=conjunction([high, low]))
    assert (one.shape, one.cells) == (other.shape, other.cells[::-1])
    assert shape(("x", y), ("y", x)).shape == shape(("z", y), ("y", z)).shape
    below, above = (shape(guard=compare(left - right, "<=", Linear((), 1))) for left, right in ((x, y), (y, x)))
    assert below.shape == above.shape
    others = [
        one,
        shape(guard=disjunction([low, high])),
        shape(guard=conjunction([low, negate(at("y", "=", 2))])),
        shape(guard=conjunction([low, at("x", ">=", 1)])),
        shape(guard=low),
        shape(("x", y), ("y", x)),
        shape(("x", y), ("y", z)),
        shape(("x", y)),
        shape(("x", y + Linear((), 1))),
        shape(("x", y), error="it ends"),
        shape(("x", Quotient(y, 2))),
        shape(("x", Quotient(y, 3))),
        shape(("x", Remainder(y, 2))),
        shape(("x", Case(((low, y),), Linear((), 0)))),
        shape(("x", Case(((low, y),), Linear((), 1)))),
        shape(guard=Iff(low, high)),
        shape(guard=Iff(low, low)),
        shape(guard=negate(conjunction([low, high]))),
        shape(guard=negate(disjunction([low, high]))),
        shape(guard=compare(x + y, "<=", Linear((), 1))),
        shape(guard=compare(x - y, "<=", Linear((), 1))),
        shape(guard=compare(x - y, "<=", Linear((), -1))),
    ]
    assert len({placed.shape for placed in others}) == len(others)


def test_all_events_are_placed_and_values_tell_shapes_apart() -> None:
    for system in (registers(), tokens()):
        shapes = Shapes(system)
        placed = shapes.all()
        assert placed == tuple(map(shapes.placed, system.events))
        few, many_values = frozenset({0, 1}), frozenset({0, 1, 2})
        atoms = [one.atom for one in system.variables]
        alike = shapes.with_values(placed[0], dict.fromkeys(atoms, few))
        assert alike == shapes.with_values(placed[0], dict.fromkeys(atoms, few))
        assert alike.cells == placed[0].cells
        first = atoms[placed[0].cells[0]]
        assert alike.shape != shapes.with_values(placed[0], {**dict.fromkeys(atoms, few), first: many_values}).shape


@given(st.lists(st.integers(-5, 5), unique=True))
def test_the_order_of_some_numbers(numbers: list[int]) -> None:
    order, ordered = ascending(numbers)
    assert ordered == tuple(sorted(numbers)) == tuple(numbers[place] for place in order)
