"""Small systems written by hand, whose virtual symmetry is known, and exchanges of values in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from tests.system.systems import at, variable
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import TRUE, Formula, conjunction
from vsym.logic.terms import Linear
from vsym.symmetry.detected.detection import Detection
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.virtual.asking import Asking, Labelled
from vsym.symmetry.detected.virtual.rows import Candidate, Row, Rows
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import Event, System

Step = tuple[Mapping[str, int], Mapping[str, int] | None]
"""The values with which a step is possible, and those that it gives; None where it is an error."""


def system(sizes: Mapping[str, int], *steps: Step, initial: Formula = TRUE) -> System:
    """A system of variables from 0 on, with the given numbers of values, any of them at the start by default."""
    return System(
        name="small",
        variables=tuple(variable(name, 0, size - 1) for name, size in sizes.items()),
        domain=TRUE,
        initial=initial,
        events=tuple(_event(number, *step) for number, step in enumerate(steps)),
    )


def _event(number: int, where: Mapping[str, int], gives: Mapping[str, int] | None) -> Event:
    guard = conjunction(at(name, "=", value) for name, value in where.items())
    update = tuple((name, Linear((), value)) for name, value in (gives or {}).items())
    return Event(f"e{number}", f"e{number}", guard, update, error="wrong" if gives is None else None)


def of_values(system: System, cell: int, values: Sequence[int]) -> Row:
    """Values of a variable in a row."""
    literals = Literals(tuple(frozenset(range(low, high + 1)) for low, high in system.ranges))

    def exchange(first: int, second: int) -> Symmetry:
        one, other = values[first], values[second]
        pairs = tuple(sorted(((one, other), (other, one))))
        return literals.restricted(Symmetry(((cell, Image(cell, pairs)),)))

    return Row(system.variables[cell].name, tuple(map(str, values)), exchange)


def of_variables(system: System, cells: Sequence[int]) -> Row:
    """Variables in a row."""

    def exchange(first: int, second: int) -> Symmetry:
        one, other = cells[first], cells[second]
        return Symmetry(tuple(sorted(((one, Image(other, ())), (other, Image(one, ()))))))

    return Row("variables", tuple(system.variables[cell].name for cell in cells), exchange)


def asking(system: System, *rows: Row, rules: Sequence[int] = (), fair: bool = False) -> tuple[Asking, Rows]:
    """The questions on a system, whose events are of rules of their own unless others are given."""
    labels = tuple(rules) or (0,) * len(system.events)
    detection = Detection(system, UNLIMITED, labels if fair else ())
    together = Rows(rows, detection.domains, (), UNLIMITED)
    labelled = Labelled(labels, ((),) * len(system.events), fair)
    return Asking(detection.system, detection.domains, labelled, together, detection.prover, UNLIMITED), together


def pairs(count: int) -> list[tuple[int, int]]:
    """All pairs of `count` members."""
    return [*combinations(range(count), 2)]


def both(row: int, count: int) -> frozenset[Candidate]:
    """All exchanges of neighbours of one row."""
    return frozenset((row, place) for place in range(count - 1))
