"""Tables of tuples in the graph of a system."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import combinations

from vsym.symmetry.detected.drawing import Drawing
from vsym.symmetry.detected.forms import Cell


class Tables:
    """The tables that stand in a drawing; `value` gives the node of a value in a class.

    One table serves all occurrences, unless positions of it may change places: they may do so in one alone.
    """

    def __init__(self, drawing: Drawing, value: Callable[[Cell, int], int]) -> None:
        self._drawing, self._value = drawing, value
        self._known: dict[Hashable, tuple[int, list[int]]] = {}

    def table(
        self, classes: Sequence[Cell], arguments: int, tuples: frozenset[tuple[int, ...]]
    ) -> tuple[int, list[int]]:
        """The nodes of a table and of its positions, of which the first ones are `arguments`."""
        key = *classes, arguments, tuples
        if key in self._known:
            return self._known[key]
        table = self._drawing.node(("table",), ())
        positions = [self._drawing.node(("position", place < arguments), (table,)) for place in range(len(classes))]
        entries: dict[tuple[int, int], int] = {}
        for row in tuples:
            for place, value in enumerate(row):
                if (place, value) not in entries:
                    neighbours = (positions[place], self._value(classes[place], value))
                    entries[place, value] = self._drawing.node(("entry",), neighbours)
            self._drawing.node(("row",), (entries[entry] for entry in enumerate(row)))
        if not _exchangeable(classes[:arguments], tuples):
            self._known[key] = table, positions
        return table, positions


def _exchangeable(classes: Sequence[Cell], tuples: frozenset[tuple[int, ...]]) -> bool:
    """Whether two positions of a table may change places."""

    def exchanged(row: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
        changed = list(row)
        changed[one], changed[other] = row[other], row[one]
        return tuple(changed)

    pairs = ((one, other) for one, other in combinations(range(len(classes)), 2) if classes[one] == classes[other])
    return any(all(exchanged(row, *pair) in tuples for row in tuples) for pair in pairs)
