"""Canonical sets of a small group where sets have few vectors at the levels that it moves: these parts of vectors are
listed, and the least image of each is worked out once. Where there are many, actions on diagrams take less.

The group takes a part to parts of the same levels, independently of the other levels. So the least vector of an orbit
has the least of these parts, and as many elements fix a vector as fix its part.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from vsym.diagrams.nodes import EMPTY, Algebra
from vsym.diagrams.symmetry.action import Action, Vector

MOST_PARTS = 200
"""The most parts that are listed at one node of the first moved level."""

MOST_IMAGES = 1_000_000
"""The most images that are worked out, one for each part and element."""

_Listed: TypeAlias = tuple[tuple[Vector, int], ...]
"""Parts of vectors from a level on, ascending, each with the node that follows it."""


class TooManyPartsError(Exception):
    """There are too many parts of vectors to list them."""


class Listing:
    """The orbits of the parts of vectors at the levels that some elements move: all but the identity of a group."""

    def __init__(self, algebra: Algebra, elements: tuple[Action, ...]) -> None:
        self._nodes, self._union, self._elements = algebra.nodes, algebra.union, elements
        moved = {level for element in elements for level in element.moved}
        self._first, self._end = min(moved), max(moved) + 1
        self._images = [self._image(element) for element in elements]
        self._least: dict[Vector, tuple[Vector, int]] = {}
        self._parts: dict[tuple[int, int], _Listed] = {}
        self._canonical: dict[int, int] = {}

    def _image(self, element: Action) -> tuple[tuple[int, ...], tuple[tuple[int, tuple[int, ...]], ...]]:
        """For each place of a part the place from which it gets its value, and the places with maps of values."""
        places = tuple(level - self._first for level in element.levels[self._first : self._end])
        maps = enumerate(element.values[self._first : self._end])
        return places, tuple((place, images) for place, images in maps if images is not None)

    def canonical(self, node: int) -> int:
        """The node at the first level of the least vectors in the orbits of those of a node; raises
        TooManyPartsError."""
        return self._nodes.replaced(node, self._first, self._brought_down, self._canonical)

    def by_size(self, node: int) -> dict[int, int]:
        """The vectors of a node at the first level, by the sizes of their orbits; raises TooManyPartsError."""
        sizes = sorted({self._orbit(part)[1] for below in self._at_first(node) for part, _ in self._listed(below)})

        def of(size: int) -> int:
            def chosen(below: int) -> int:
                parts = [(part, end) for part, end in self._listed(below) if self._orbit(part)[1] == size]
                return self._built(parts, 0)

            return self._nodes.replaced(node, self._first, chosen, {})

        return {size: of(size) for size in sizes}

    def _at_first(self, node: int) -> set[int]:
        """The nodes at the first level that is moved."""
        layer = {node} - {EMPTY}
        for _ in range(self._first):
            layer = {down for one in layer for _, down in self._nodes.arcs(one)}
        return layer

    def _brought_down(self, node: int) -> int:
        together: dict[Vector, int] = {}
        parts = self._listed(node)
        for part, end in parts:
            least = self._orbit(part)[0]
            together[least] = self._union(together[least], end) if least in together else end
        ordered = sorted(together.items())
        return node if tuple(ordered) == parts else self._built(ordered, 0)

    def _listed(self, node: int, level: int | None = None) -> _Listed:
        """The parts of the vectors of a node, from a level on, the first that is moved by default."""
        level = self._first if level is None else level
        if level == self._end:
            return (((), node),)
        key = (level, node)
        result = self._parts.get(key)
        if result is None:
            result = tuple(self._continued(node, level))
            self._nodes.work(len(result))
            if len(result) > MOST_PARTS:
                raise TooManyPartsError
            self._parts[key] = result
        return result

    def _continued(self, node: int, level: int) -> Iterator[tuple[Vector, int]]:
        for value, down in self._nodes.arcs(node):
            for part, end in self._listed(down, level + 1):
                yield (value, *part), end

    def _orbit(self, part: Vector) -> tuple[Vector, int]:
        """The least image of a part, and the size of its orbit."""
        known = self._least.get(part)
        if known is None:
            order = len(self._elements) + 1
            if len(self._least) * order > MOST_IMAGES:
                raise TooManyPartsError
            self._nodes.work()
            least, fixing = part, 1
            for places, maps in self._images:
                image = itemgetter(*places)(part) if len(places) > 1 else part
                if maps:
                    values = list(image)
                    for place, images in maps:
                        values[place] = images[values[place]]
                    image = tuple(values)
                if image < least:
                    least = image
                fixing += image == part
            known = self._least[part] = least, order // fixing
        return known

    def _built(self, parts: list[tuple[Vector, int]], place: int) -> int:
        """The node of the parts, ascending, from a place of theirs on."""
        if place == self._end - self._first:
            ((_, end),) = parts
            return end
        arcs = groupby(parts, key=lambda one: one[0][place])
        return self._nodes.listed([(value, self._built([*those], place + 1)) for value, those in arcs])
