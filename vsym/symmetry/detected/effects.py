"""What events do in all valuations of their variables, laid out once: the images of events are compared as arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vsym.basics.frozen import frozen
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.symmetry import Symmetry
from vsym.symmetry.detected.valuations import Numbers, Truths, columns, count, grid, numbers, truths
from vsym.system.system import System

KEPT = 100_000_000
"""How many bytes the effects that are kept may have together."""


@frozen(eq=False)
class Effect:
    """Where an event is enabled, and what it gives to each variable that it writes: arrays with an axis for each of
    the `cells`, in whose order the values are sorted. A step that would take a variable out of its domain is none."""

    cells: tuple[Cell, ...]
    enabled: Truths
    updates: dict[Cell, Numbers]

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.enabled.nbytes + sum(values.nbytes for values in self.updates.values())


class Effects:
    """The effects of a system's events, as far as each has at most so many valuations."""

    def __init__(self, system: System, domains: Sequence[Values], most: int) -> None:
        self._system, self._domains, self._most = system, domains, most
        self._effects: dict[int, Effect | None] = {}
        self._size = 0

    def is_image(self, candidate: Symmetry, number: int, other: int) -> bool | None:
        """Whether one event does in the image of a state what another one does in the state; None where they have too
        many valuations, or where one of them has variables or updates that the other one has not."""
        effect, image = self._effect(number), self._effect(other)
        if effect is None or image is None or {*map(candidate.cell, effect.cells)} != {*image.cells}:
            return None
        if {*map(candidate.cell, effect.updates)} != image.updates.keys():
            return None
        axes = [image.cells.index(candidate.cell(cell)) for cell in effect.cells]
        places = np.ix_(*(self._places(candidate, cell) for cell in effect.cells))
        if not np.array_equal(effect.enabled, image.enabled.transpose(axes)[places]):
            return False
        given = {cell: image.updates[candidate.cell(cell)].transpose(axes)[places] for cell in effect.updates}
        return all(
            np.array_equal(candidate.values(cell, values[effect.enabled]), given[cell][effect.enabled])
            for cell, values in effect.updates.items()
        )

    def _places(self, candidate: Symmetry, cell: Cell) -> list[int]:
        """For each value of a variable, in order, the place of what it becomes among the values of the image."""
        places = {value: place for place, value in enumerate(sorted(self._domains[candidate.cell(cell)]))}
        return [places[candidate.value(cell, value)] for value in sorted(self._domains[cell])]

    def _effect(self, number: int) -> Effect | None:
        if number not in self._effects:
            effect = self._effects[number] = self._laid_out(number)
            self._size += effect.size if effect else 0
            if self._size > KEPT:
                self._effects = {number: effect}
                self._size = effect.size if effect else 0
        return self._effects[number]

    def _laid_out(self, number: int) -> Effect | None:
        event, variables = self._system.events[number], self._system.variables
        updates = {self._system.places[name]: term for name, term in event.update}
        cells = tuple(sorted({*(self._system.positions[atom] for atom in support(event)), *updates}))
        domains = [self._domains[cell] for cell in cells]
        if count(domains) > self._most:
            return None
        rows = grid(domains)
        values = columns([variables[cell].atom for cell in cells], rows)
        shape = tuple(map(len, domains))
        enabled = truths(event.guard, values, len(rows))
        given = {cell: numbers(term, values, len(rows)) for cell, term in updates.items()}
        for cell, written in given.items():
            enabled &= np.isin(written, list(self._domains[cell]))
        return Effect(cells, enabled.reshape(shape), {cell: written.reshape(shape) for cell, written in given.items()})
