"""Events of one shape are each other with other variables: written out, and in their normal forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random

from tests.support.drawn import many
from tests.support.loading import load_program
from tests.symmetry.detected.drawn_systems import drawn
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import FALSE, TRUE, And, Or, compare
from vsym.logic.terms import Linear, linear
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.domains import Domains, flow
from vsym.symmetry.detected.images import Images, Memberships
from vsym.symmetry.detected.normalising import Normaliser
from vsym.symmetry.detected.simplifying import simplified
from vsym.system.event_classes import Placed, Renaming, Shapes
from vsym.system.symmetry import IDENTITY
from vsym.system.system import Case, Event, System, Term, Variable

# Sums of several variables, at places and with names that are not in one order: `bit[10]` comes before `bit[2]`.
_RING = """
type Place: 0..11; var bit: array [Place] of 0..2;
startstate for i: Place do bit[i] := 0 end end;
ruleset i: Place do
  alias next: (i + 1) % 12; last: (i + 11) % 12 do
    rule bit[i] < bit[next] + bit[last] | bit[i] != bit[next] ==> bit[i] := (bit[i] + bit[next]) % 3 end;
    rule bit[i] = 2 ==> bit[i] := bit[i] = bit[next] ? 0 : bit[last] end;
    rule bit[i] = 0 ==> bit[i] := 1 end;
  end
end;
"""


@cache
def _ring() -> System:
    return lowered(load_program(_RING), UNLIMITED).system


def _systems() -> list[System]:
    return [_ring(), *(drawn(Random(seed)).system for seed in range(many(1)))]


def test_events_of_one_shape_are_each_other_renamed() -> None:
    seen = 0
    for system in _systems():
        shapes = Shapes(system)
        placed, renaming = shapes.all(), Renaming([variable.atom for variable in system.variables])
        first: dict[int, int] = {}
        for number, event in enumerate(system.events):
            origin = first.setdefault(placed[number].shape, number)
            cells = dict(zip(placed[origin].cells, placed[number].cells, strict=True))
            assert renaming.event(system.events[origin], cells, event) == event
            seen += origin != number
    assert seen > 20


def test_what_is_said_of_a_shape_is_what_is_said_of_each_event() -> None:
    seen = 0
    for system in _systems():
        shapes = Shapes(system)
        placed = shapes.all()
        domains = flow(system, placed, UNLIMITED)
        if not all(domains.values()):
            continue
        simple, after = simplified(system, domains, shapes, placed)
        alone = [Placed(-1 - number, one.cells) for number, one in enumerate(placed)]
        assert simplified(system, domains, shapes, alone)[0] == simple
        normaliser = Normaliser(simple)
        first: dict[int, int] = {}
        for number, event in enumerate(simple.events):
            if event.guard == FALSE:
                continue
            form = normaliser.event(event, domains)
            origin = first.setdefault(after[number].shape, number)
            cells = dict(zip(after[origin].cells, after[number].cells, strict=True))
            assert normaliser.event(simple.events[origin], domains).renamed(normaliser.nodes, cells) == form
            seen += origin != number
    assert seen > 20


# Variables whose names are in another order than their places: sums, and their signs, follow the names.
_SCATTERED = tuple(Variable(name, Linear(), Linear((), 3)) for name in ("z", "b", "q", "a", "y", "c"))


def _event(cells: Sequence[int], *, turned: bool) -> Event:
    """An event over some variables, which it does not treat alike, with its parts in one order or in the other."""
    x, y, u, w = (linear([(_SCATTERED[cell].atom, 1)]) for cell in cells)
    step = -1 if turned else 1
    either = compare(x, "=", Linear()), compare(u, "=", Linear((), 2))
    parts = (
        Or(either[::step]),
        compare(x + y * 2, "<=", Linear((), 5)),
        compare(y, "<", u),
        compare(w, "!=", Linear((), 1)),
    )
    names = [_SCATTERED[cell].name for cell in cells]
    updates: tuple[tuple[str, Term], ...] = (names[0], y), (names[3], Case(((either[1], x),), u))
    return Event("one", "one", And(parts[::step]), updates[::step])


def test_orders_of_operands_updates_and_summands_tell_no_shapes_apart() -> None:
    orders = [*permutations(range(len(_SCATTERED)), 4)]
    events = [_event(cells, turned=turned) for cells in orders for turned in (False, True)]
    system = System("scattered", _SCATTERED, TRUE, TRUE, tuple(events), (), ())
    placed = Shapes(system).all()
    assert len({one.shape for one in placed}) == 1
    for cells, one, other in zip(orders, placed[::2], placed[1::2], strict=True):
        become = dict(zip(orders[0], cells, strict=True))
        assert one.cells == other.cells == tuple(become[cell] for cell in placed[0].cells)


def test_what_is_renamed_means_the_same() -> None:
    orders = [*permutations(range(len(_SCATTERED)), 4)]
    system = System("scattered", _SCATTERED, TRUE, TRUE, (), (), ())
    domains = [frozenset(range(4))] * len(_SCATTERED)
    meaning, renaming = Images(Memberships(system, domains), IDENTITY), Renaming([one.atom for one in _SCATTERED])
    normaliser, first = Normaliser(system), _event(orders[0], turned=False)
    values: Domains = {one.atom: domain for one, domain in zip(_SCATTERED, domains, strict=True)}
    form = normaliser.event(first, values)
    for cells in orders:
        event, become = _event(cells, turned=True), dict(zip(orders[0], cells, strict=True))
        assert meaning.event(renaming.event(first, become, event)) == meaning.event(event)
        assert form.renamed(normaliser.nodes, become) == normaliser.event(event, values)


def test_values_tell_shapes_apart() -> None:
    system = _ring()
    shapes = Shapes(system)
    placed, domains = shapes.all(), flow(system, shapes.all(), UNLIMITED)
    two = placed[2], next(one for one in placed[3:] if one.shape == placed[2].shape)
    assert len({shapes.with_values(one, domains).shape for one in two}) == 1
    less = {**domains, system.variables[two[0].cells[0]].atom: frozenset({0})}
    assert len({shapes.with_values(one, less).shape for one in two}) == 2


def test_an_error_is_of_no_shape_without_one() -> None:
    system = _ring()
    shapes, event = Shapes(system), system.events[0]
    assert shapes.placed(replace(event, label="another", name="another")) == shapes.placed(event)
    assert shapes.placed(replace(event, error="bad")).shape != shapes.placed(event).shape
