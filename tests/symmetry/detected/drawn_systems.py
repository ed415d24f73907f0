"""Systems drawn at random, most of them with a symmetry that is hidden in how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from tests.symmetry.detected.closing import Closing, values_of
from tests.symmetry.detected.drawing import Drawing
from tests.system.systems import fairness, variable
from vsym.logic.formula import TRUE, Formula, Temporal, conjunction, disjunction
from vsym.system.symmetry import Symmetry
from vsym.system.system import Event, System, Variable


class Drawn(NamedTuple):
    """A system, the labels of its events, the formulas that symmetries must keep, and the symmetry hidden in it."""

    system: System
    labels: tuple[int, ...]
    kept: tuple[Formula, ...]
    hidden: Symmetry | None


def drawn(draw: Random) -> Drawn:
    """A system of two to four variables; in three of four cases everything in it is closed under a permutation."""
    variables = [
        variable(name, *draw.choice(((0, 1), (0, 1), (0, 2), (-1, 1)))) for name in "wxyz"[: draw.choice((2, 3, 3, 4))]
    ]
    hidden = permutation(draw, variables) if draw.random() < 0.75 else None
    drawing = Drawing(draw, variables)
    closed = Closing(draw, variables, () if hidden is None else (hidden,))
    labelled = draw.random() < 0.3
    events: list[Event] = []
    labels: list[int] = []
    for number in range(draw.randint(1, 3)):
        for event in closed.events(drawing.event(f"e{number}")):
            events.append(replace(event, name=f"{event.name}_{len(events)}", label=f"{event.name}_{len(events)}"))
            labels.append(number if labelled else 0)
    initial = disjunction(closed.formulas(drawing.start()))
    kept = [drawing.formula(2) if draw.random() < 0.3 else _any(draw, closed.formulas(drawing.formula(1)))]
    temporal = (Temporal("AG", (Temporal("EF", (formula,)),)) for formula in kept if draw.random() < 0.5)
    fair = closed.formulas(drawing.formula(1)) if draw.random() < 0.2 else ()
    system = System("drawn", tuple(variables), TRUE, initial, tuple(events), fairness=fairness(*fair))
    return Drawn(system, tuple(labels) if labelled else (), tuple(temporal), hidden)


def permutation(draw: Random, variables: Sequence[Variable]) -> Symmetry:
    """A permutation of the variables that have equally many values, with maps of the values."""
    targets = list(range(len(variables)))
    for size in (2, 3):
        cells = [cell for cell, one in enumerate(variables) if len(values_of(one)) == size]
        for cell, image in zip(cells, draw.sample(cells, len(cells)), strict=True):
            targets[cell] = image
    values = {}
    renaming = draw.random() < 0.6
    for cell, target in enumerate(targets):
        there = list(values_of(variables[target]))
        if renaming:
            draw.shuffle(there)
        values[cell] = dict(zip(values_of(variables[cell]), there, strict=True))
    return Symmetry.of(dict(enumerate(targets)), values)


def _any(draw: Random, formulas: Sequence[Formula]) -> Formula:
    return conjunction(formulas) if draw.random() < 0.5 else disjunction(formulas)
