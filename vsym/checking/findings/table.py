"""Some variables of a system with their values, and the action of its group on them, for pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.groups.connected import least_connected
from vsym.groups.naming.structure import Structure, structure
from vsym.groups.permutations import Permutation
from vsym.symmetry.detected.detection import Detected
from vsym.symmetry.detected.forms import Cell
from vsym.symmetry.detected.literals import Literals

_INDEX = re.compile(r"\[[^\[\]]*\]")

Place: TypeAlias = "tuple[Cell, int | None]"
"""A variable with one of its values, or with all of them (None)."""


@frozen
class Room:
    """The most variables in all, arrays, variables of one array and values of one variable that a table shows."""

    variables: int
    arrays: int
    of_one: int
    values: int


@frozen
class Row:
    """A variable and its shown values, each with the number of its orbit, None where it is alone in it; `more` is the
    number of values left out."""

    cell: Cell
    values: tuple[tuple[int, int | None], ...]
    more: int


@frozen
class Moves:
    """The action of a generator of a factor: each place with its image, a variable as a whole where its values stay.
    The factors are numbered from 1."""

    number: int
    factor: str
    images: Mapping[Place, Place]


@frozen
class GroupTable:
    """The group by its name, the variables that it moves, those of an array together, and each factor's generators.

    The group moves `moved` variables in all and leaves others, `fixed`; it is `proved` where all of its generators are.
    """

    text: str
    proved: bool
    arrays: tuple[tuple[Row, ...], ...]
    moves: tuple[Moves, ...]
    moved: int
    fixed: int


def group_table(detected: Detected, names: Sequence[str], text: Callable[[Cell, int], str], room: Room) -> GroupTable:
    """The part of the group's action that there is room for: the first variables of an array, but cycles of a generator
    of the first factor whole where they fit; and likewise the values of a variable. The names tell which variables form
    an array. Values with the same text are alike."""
    return _Choice(detected, tuple(names), text, structure(detected.group), room).table()


@frozen
class _Choice:
    """The group, and the room that there is for it."""

    detected: Detected
    names: tuple[str, ...]
    text: Callable[[Cell, int], str]
    structure: Structure
    room: Room

    def table(self) -> GroupTable:
        arrays = self._arrays[: self.room.arrays]
        share = min(self.room.of_one, self.room.variables // max(1, len(arrays)))
        chosen = (_whole_cycles(one, [self._target(self._first, cell) for cell in one], share) for one in arrays)
        rows = tuple(tuple(map(self._row, cells)) for cells in chosen)
        moves = tuple(
            Moves(number, one.kind.text, dict(self._images(generator)))
            for number, one in enumerate(self.structure.factors, 1)
            for generator in one.generators
        )
        moved = sum(map(len, self._arrays))
        proved = self.detected.checked == "proved"
        return GroupTable(self.structure.text, proved, rows, moves, moved, len(self._literals.domains) - moved)

    @property
    def _literals(self) -> Literals:
        return self.detected.literals

    @cached_property
    def _orbits(self) -> Mapping[int, int]:
        """The number of its orbit, from 1, for each literal that is moved."""
        orbits = [orbit for orbit in self.detected.group.orbits() if len(orbit) > 1]
        return {literal: place for place, orbit in enumerate(orbits, 1) for literal in orbit}

    @cached_property
    def _arrays(self) -> list[list[Cell]]:
        """The variables that are moved, those together that differ in their indices alone."""
        arrays: dict[str, list[Cell]] = {}
        for cell in dict.fromkeys(self._literals.all[literal][0] for literal in sorted(self._orbits)):
            arrays.setdefault(_INDEX.sub("[]", self.names[cell]), []).append(cell)
        return [*arrays.values()]

    @cached_property
    def _first(self) -> Permutation:
        return self.structure.factors[0].generators[0]

    def _row(self, cell: Cell) -> Row:
        values = self._literals.values[cell]
        images = [self._image(self._first, cell, value)[1] for value in values]
        chosen = _whole_cycles(values, images, self.room.values)
        numbered = tuple((value, self._orbits.get(self._literals.number(cell, value))) for value in chosen)
        return Row(cell, numbered, len(values) - len(chosen))

    def _image(self, generator: Permutation, cell: Cell, value: int) -> tuple[Cell, int]:
        return self._literals.all[generator(self._literals.number(cell, value))]

    def _target(self, generator: Permutation, cell: Cell) -> Cell:
        return self._image(generator, cell, self._literals.values[cell][0])[0]

    def _images(self, generator: Permutation) -> Iterator[tuple[Place, Place]]:
        for cell in dict.fromkeys(self._literals.all[literal][0] for literal in generator.support):
            target = self._target(generator, cell)
            images = {(cell, value): self._image(generator, cell, value) for value in self._literals.values[cell]}
            stays = all(self.text(cell, value) == self.text(*image) for (_, value), image in images.items())
            if stays:
                yield (cell, None), (target, None)
            else:
                yield from ((place, image) for place, image in images.items() if place != image)


def _whole_cycles(items: Sequence[int], images: Sequence[int], most: int) -> list[int]:
    """At most `most` of the items, in order: whole cycles, and a part of the first one that does not fit."""
    if len(items) <= most:
        return [*items]
    places = {item: place for place, item in enumerate(items)}
    moves = ((place, places[image]) for place, image in enumerate(images) if image in places)
    least = least_connected(len(items), moves)
    return sorted(sorted(items, key=lambda item: (least[places[item]], places[item]))[:most], key=places.__getitem__)
