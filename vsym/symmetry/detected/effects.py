"""What events do in all valuations of their variables, laid out once for each shape: what the images of events do is
compared as bytes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vsym.basics.frozen import frozen
from vsym.symmetry.detected.columns import renamed
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.valuations import Numbers, columns, count, grid, numbers, truths
from vsym.system.event_classes import Order, Placed, ascending
from vsym.system.symmetry import IDENTITY, Symmetry
from vsym.system.system import System

KEPT = 100_000_000
"""How many bytes the effects that are kept may have together."""


@frozen(eq=False)
class Layout:
    """What an event does in all valuations of the variables at the places of its shape.

    The `places` are those of their sorted values where it is enabled, a row each; the `updates` are what each variable
    gets that it writes. A step that would take a variable out of its domain is none.
    """

    sizes: tuple[int, ...]
    places: Numbers
    updates: dict[int, Numbers]

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.places.nbytes + sum(values.nbytes for values in self.updates.values())


@frozen
class Effect:
    """What an event, or its image, does: in which valuations of its `cells` it is enabled, by their numbers, and what
    each variable gets that it writes."""

    cells: tuple[Cell, ...]
    rows: bytes
    updates: frozenset[tuple[Cell, bytes]]

    @property
    def written(self) -> frozenset[Cell]:
        """The variables that it writes."""
        return frozenset(cell for cell, _ in self.updates)


class Effects:
    """The effects of a system's events, as far as each has at most so many valuations."""

    def __init__(self, system: System, placed: Sequence[Placed], domains: Sequence[Values], most: int) -> None:
        self._system, self._placed, self._domains, self._most = system, placed, domains, most
        self._layouts: dict[int, Layout | None] = {}
        self._own: dict[tuple[int, Order], Effect | None] = {}
        self._size = 0

    def image(self, candidate: Symmetry, number: int) -> Effect | None:
        """What the image of an event does; None where it has too many valuations.

        An event that does the same does in the image of a state what this one does in the state.
        """
        layout, cells = self._layout(number), self._placed[number].cells
        if layout is None:
            return None
        targets = [candidate.cell(cell) for cell in cells]
        where, stride = np.zeros(len(layout.places), np.int64), 1
        for place in sorted(range(len(cells)), key=targets.__getitem__, reverse=True):
            where += self._places(candidate, cells[place])[layout.places[:, place]] * stride
            stride *= layout.sizes[place]
        order = np.argsort(where)
        updates = (
            (targets[place], renamed(candidate, cells[place], values)[order].tobytes())
            for place, values in layout.updates.items()
        )
        return Effect(tuple(sorted(targets)), where[order].tobytes(), frozenset(updates))

    def own(self, number: int) -> Effect | None:
        """What an event does itself."""
        placed = self._placed[number]
        order, cells = ascending(placed.cells)
        key = placed.shape, order
        if key not in self._own:
            self._own[key] = self.image(IDENTITY, number)
        known = self._own[key]
        if known is None or known.cells == cells:
            return known
        become = dict(zip(known.cells, cells, strict=True))
        return Effect(cells, known.rows, frozenset((become[cell], values) for cell, values in known.updates))

    def _places(self, candidate: Symmetry, cell: Cell) -> Numbers:
        """For each value of a variable, in order, the place of what it becomes among the values of the image."""
        places = {value: place for place, value in enumerate(sorted(self._domains[candidate.cell(cell)]))}
        return np.array([places[candidate.value(cell, value)] for value in sorted(self._domains[cell])], np.int64)

    def _layout(self, number: int) -> Layout | None:
        shape = self._placed[number].shape
        if shape not in self._layouts:
            layout = self._laid_out(number)
            self._size += layout.size if layout else 0
            if self._size > KEPT:
                self._layouts.clear()
                self._own.clear()
                self._size = layout.size if layout else 0
            self._layouts[shape] = layout
        return self._layouts[shape]

    def _laid_out(self, number: int) -> Layout | None:
        event, variables = self._system.events[number], self._system.variables
        cells = self._placed[number].cells
        domains = [self._domains[cell] for cell in cells]
        if not cells or count(domains) > self._most:
            return None
        rows = grid(domains)
        values = columns([variables[cell].atom for cell in cells], rows)
        enabled = truths(event.guard, values, len(rows))
        given = {self._system.places[name]: numbers(term, values, len(rows)) for name, term in event.update}
        for cell, written in given.items():
            enabled &= np.isin(written, list(self._domains[cell]))
        sizes = tuple(map(len, domains))
        places = np.stack(np.unravel_index(np.flatnonzero(enabled), sizes), axis=1)
        return Layout(sizes, places, {cells.index(cell): written[enabled] for cell, written in given.items()})
