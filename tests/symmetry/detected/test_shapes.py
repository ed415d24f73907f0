"""Events of one shape are each other with other variables: written out, and in their normal forms."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.drawn import many
from tests.loading import load_program
from tests.symmetry.detected.drawn_systems import drawn
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import FALSE
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.domains import flow
from vsym.symmetry.detected.normalising import Normaliser
from vsym.symmetry.detected.renaming import Renaming
from vsym.symmetry.detected.simplifying import simplified
from vsym.system.shapes import Placed, Shapes
from vsym.system.system import System

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


def _systems() -> list[System]:
    return [lowered(load_program(_RING), UNLIMITED).system, *(drawn(Random(seed)).system for seed in range(many(3)))]


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


def test_values_tell_shapes_apart() -> None:
    system = lowered(load_program(_RING), UNLIMITED).system
    shapes = Shapes(system)
    placed, domains = shapes.all(), flow(system, shapes.all(), UNLIMITED)
    two = placed[2], next(one for one in placed[3:] if one.shape == placed[2].shape)
    assert len({shapes.with_values(one, domains).shape for one in two}) == 1
    less = {**domains, system.variables[two[0].cells[0]].atom: frozenset({0})}
    assert len({shapes.with_values(one, less).shape for one in two}) == 2


def test_an_error_is_of_no_shape_without_one() -> None:
    system = lowered(load_program(_RING), UNLIMITED).system
    shapes, event = Shapes(system), system.events[0]
    assert shapes.placed(replace(event, label="another", name="another")) == shapes.placed(event)
    assert shapes.placed(replace(event, error="bad")).shape != shapes.placed(event).shape
