"""A coloured graph while it is drawn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable


class Drawing:
    """The nodes with their colours, and the edges; `numbers` has the nodes that stand for something by what that is."""

    def __init__(self) -> None:
        self._palette: dict[Hashable, int] = {}
        self.colours: list[int] = []
        self.edges: list[tuple[int, int]] = []
        self.numbers: dict[Hashable, int] = {}

    def node(self, colour: Hashable, neighbours: Iterable[int]) -> int:
        """A new node with edges to others."""
        node = len(self.colours)
        self.colours.append(self._palette.setdefault(colour, len(self._palette)))
        self.edges.extend((node, other) for other in neighbours)
        return node

    def once(self, key: Hashable, colour: Hashable, neighbours: Iterable[int]) -> int:
        """The node that stands for something, a new one where there is none yet."""
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = self.node(colour, neighbours)
        return number
