"""What events do in all valuations of their variables, laid out once: the images of events are compared as arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vsym.basics.frozen import frozen
from vsym.symmetry.detected.columns import renamed
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.valuations import Numbers, columns, count, grid, numbers, truths
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

KEPT = 100_000_000
"""How many bytes the effects that are kept may have together."""


@frozen(eq=False)
class Effect:
    """What an event does in all valuations of its `cells`, as the numbers of rows of a grid over their sorted values.

    Where it is enabled, the `places` are those of the values, a row each with a column for each of the cells; the
    `updates` are what each variable gets that it writes. `rows` has for every row of the grid its number among those
    where the event is enabled, else -1. A step that would take a variable out of its domain is none.
    """

    cells: tuple[Cell, ...]
    strides: tuple[int, ...]
    places: Numbers
    rows: Numbers
    updates: dict[Cell, Numbers]

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.places.nbytes + self.rows.nbytes + sum(values.nbytes for values in self.updates.values())


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
        if len(effect.places) != len(image.places):
            return False
        strides = dict(zip(image.cells, image.strides, strict=True))
        where = np.zeros(len(effect.places), np.int64)
        for column, cell in enumerate(effect.cells):
            where += self._places(candidate, cell)[effect.places[:, column]] * strides[candidate.cell(cell)]
        rows = image.rows[where]
        # As many rows as the image has, all different: they are its rows if all of them are some.
        return bool((rows >= 0).all()) and all(
            np.array_equal(renamed(candidate, cell, values), image.updates[candidate.cell(cell)][rows])
            for cell, values in effect.updates.items()
        )

    def _places(self, candidate: Symmetry, cell: Cell) -> Numbers:
        """For each value of a variable, in order, the place of what it becomes among the values of the image."""
        places = {value: place for place, value in enumerate(sorted(self._domains[candidate.cell(cell)]))}
        return np.array([places[candidate.value(cell, value)] for value in sorted(self._domains[cell])], np.int64)

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
        if not cells or count(domains) > self._most:
            return None
        rows = grid(domains)
        values = columns([variables[cell].atom for cell in cells], rows)
        enabled = truths(event.guard, values, len(rows))
        given = {cell: numbers(term, values, len(rows)) for cell, term in updates.items()}
        for cell, written in given.items():
            enabled &= np.isin(written, list(self._domains[cell]))
        shape = tuple(map(len, domains))
        numbered = np.where(enabled, np.cumsum(enabled) - 1, -1)
        places = np.stack(np.unravel_index(np.flatnonzero(enabled), shape), axis=1)
        strides = tuple(math.prod(shape[place + 1 :]) for place in range(len(shape)))
        return Effect(cells, strides, places, numbered, {cell: written[enabled] for cell, written in given.items()})
