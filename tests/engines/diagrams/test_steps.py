"""Events of one shape are taken apart once, which makes no difference; making them heeds the limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loading import load_program
from tests.system.systems import ring
from vsym.basics.limits import UNLIMITED
from vsym.diagrams import Relation, Space
from vsym.engines.diagrams.levels import Levels
from vsym.engines.diagrams.steps import Steps
from vsym.logic.automaton import Automaton
from vsym.logic.formula import TRUE
from vsym.reductions.programs.lowering import lowered
from vsym.system.shapes import Shapes
from vsym.system.system import System

PROGRAMS = Path(__file__).parents[3] / "examples" / "programs"


def of_program(name: str, size: int) -> System:
    text = (PROGRAMS / f"{name}.m").read_text(encoding="utf-8")
    return lowered(load_program(text, {"N": size}), UNLIMITED).system


@pytest.mark.parametrize(("name", "size"), [("salestore", 2), ("matching", 3), ("peterson", 3), ("mesi_bus", 3)])
def test_an_event_taken_from_another_of_its_shape_has_the_same_steps(name: str, size: int) -> None:
    system = of_program(name, size)
    # Levels in reverse: other orders than the one in which variables are met, inside sums as well.
    levels = Levels(system, order=range(len(system.variables))[::-1])
    space = Space(levels.sizes)
    shared = Steps(system, None, levels, space)
    for number in range(len(system.events)):
        alone = Steps(system, None, levels, space)
        for states in (space.full, space.single((1,) * len(levels.sizes))):
            image = Relation(space, shared.of(number)).image(states)
            assert image == Relation(space, alone.of(number)).image(states)


def test_shapes_in_any_order_are_as_many_as_rules_whatever_the_number_of_members() -> None:
    """A guard that looks at all clients has the own one among them at another place for each."""
    for size in (2, 4):
        system = of_program("salestore", size)
        shapes = Shapes(system)
        placed = [shapes.placed(event) for event in system.events]
        assert len({one.shape for one in placed}) == 2 + 5 < len(placed) == 7 * size
        assert len({one.cells for one in placed if len(one.cells) > 1}) == size


def test_making_the_steps_of_both_heeds_the_limits() -> None:
    class OverError(Exception):
        pass

    def check() -> None:
        raise OverError

    states = range(12)
    automaton = Automaton(len(states), 0, tuple((one, other, TRUE) for one in states for other in states), ())
    system = ring(2, 40)
    levels = Levels(system, automaton.states)
    steps = Steps(system, automaton, levels, Space(levels.sizes, check=check))
    with pytest.raises(OverError):
        [[*steps.of(number)] for number in range(len(system.events))]
