"""Systems drawn at random with symmetries that are known: members with references to them, and hidden permutations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeAlias

from tests.symmetry.detected.closing import Closing
from tests.symmetry.detected.drawing import Drawing
from tests.symmetry.detected.drawn_systems import permutation
from tests.system.generated import CTL_BINARY, CTL_UNARY, LTL_BINARY, LTL_UNARY
from tests.system.systems import HERE, fairness, variable
from vsym.logic.formula import TRUE, Formula, Temporal, TemporalOperator, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import Event, System, Variable

Kept: TypeAlias = Callable[[int], Formula]
"""A predicate of some depth that the symmetries of a system keep."""

SYMMETRIES: dict[System, tuple[Symmetry, ...]] = {}
"""The symmetries of each system that was drawn."""


def symmetric_system(draw: Random, *, fair: bool, errors: bool = False) -> System:
    """A small system; its symmetries, in `SYMMETRIES`, keep all of its properties and fairness."""
    variables, generators = _members(draw) if draw.random() < 0.6 else _hidden(draw)
    closed, drawing = Closing(draw, variables, generators), Drawing(draw, variables)

    def kept(depth: int) -> Formula:
        images = closed.formulas(drawing.formula(depth))
        return conjunction(images) if draw.random() < 0.5 else disjunction(images)

    events = list[Event]()
    for number in range(draw.randint(1, 2)):
        event = drawing.event(f"e{number}", 0)
        while (event.error is not None) != (errors and number == 0):
            event = drawing.event(f"e{number}", 0)
        events += (replace(one, name=f"e{len(events)}", label=f"e{len(events)}") for one in closed.events(event))
    start = drawing.start()
    # Symmetries of the steps are enough: they need not keep the initial states.
    initial = start if draw.random() < 0.3 else disjunction(closed.formulas(start))
    constraints = [kept(0)] if fair and draw.random() < 0.4 else []
    properties = tuple(_property(draw, kept, number) for number in range(5))
    system = System(
        "drawn", tuple(variables), TRUE, initial, tuple(events), properties=properties, fairness=fairness(*constraints)
    )
    SYMMETRIES[system] = tuple(generators)
    return system


def _members(draw: Random) -> tuple[list[Variable], list[Symmetry]]:
    """Two or three members, each with a variable, and perhaps a common variable that names one of them or nobody."""
    count = draw.choice((2, 3, 3))
    high = draw.choice((1, 1, 2))
    variables = [variable(f"m{number}", 0, high) for number in range(count)]
    named = draw.random() < 0.5
    variables.insert(draw.randint(0, count) if named else count, variable("z", 0, count if named else 1))
    cells = [cell for cell, one in enumerate(variables) if one.name != "z"]
    owner = next(cell for cell, one in enumerate(variables) if one.name == "z")
    generators = []
    for number in range(count - 1):
        one, other = cells[number], cells[number + 1]
        moved = [(one, Image(other, ())), (other, Image(one, ()))]
        if named:
            moved.append((owner, Image(owner, ((number + 1, number + 2), (number + 2, number + 1)))))
        generators.append(Symmetry(tuple(sorted(moved, key=lambda pair: pair[0]))))
    return variables, generators


def _hidden(draw: Random) -> tuple[list[Variable], list[Symmetry]]:
    """Any variables, and any permutation of their literals."""
    variables = [variable(name, *draw.choice(((0, 1), (0, 2), (-1, 1)))) for name in "wxyz"[: draw.choice((2, 3, 3))]]
    return variables, [permutation(draw, variables)]


def _property(draw: Random, kept: Kept, number: int) -> Property:
    name = f"p{number}"
    match number:
        case 0:
            return Property(name, "invariant", kept(0), name, HERE)
        case 1 | 2:
            return Property(name, "ctl", _temporal(draw, kept, CTL_UNARY, CTL_BINARY, number), name, HERE)
        case _:
            return Property(name, "ltl", _temporal(draw, kept, LTL_UNARY, LTL_BINARY, 2), name, HERE)


def _temporal(
    draw: Random, kept: Kept, unary: tuple[TemporalOperator, ...], binary: tuple[TemporalOperator, ...], depth: int
) -> Formula:
    if not depth:
        return kept(0)
    parts = [_temporal(draw, kept, unary, binary, left) for left in (depth - 1, draw.randrange(depth))]
    match draw.choice(("not", "and", "or", "unary", "unary", "binary")):
        case "not":
            return negate(parts[0])
        case "and":
            return conjunction(parts)
        case "or":
            return disjunction(parts)
        case "unary":
            return Temporal(draw.choice(unary), (parts[0],))
        case _:
            return Temporal(draw.choice(binary), tuple(parts))
