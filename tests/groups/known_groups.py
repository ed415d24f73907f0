"""Groups of permutations that have a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import permutations, product
from typing import TypeVar

from vsym.groups.group import Group
from vsym.groups.permutations import Permutation

PointT = TypeVar("PointT")

Moves = Mapping[int, int]


def on(degree: int, *generators: Moves) -> Group:
    """The group that permutations of `degree` points generate."""
    return Group(degree, tuple(Permutation.moving(degree, one) for one in generators))


def rotation(first: int, size: int) -> Moves:
    """The rotation of `size` points from the first on."""
    return {first + i: first + (i + 1) % size for i in range(size)}


def reflection(size: int) -> Moves:
    """The reflection of `size` points around a circle that leaves the first one."""
    return {i: -i % size for i in range(size)}


def swap(first: int, second: int, size: int = 1) -> Moves:
    """The exchange of `size` points from the first on for as many from the second on."""
    return {first + i: second + i for i in range(size)} | {second + i: first + i for i in range(size)}


def swaps(size: int) -> list[Moves]:
    """The exchanges of neighbours, which generate all permutations."""
    return [swap(i, i + 1) for i in range(size - 1)]


def wreath(size: int, blocks: int, inner: Sequence[Moves]) -> Group:
    """The group of all permutations of blocks of `size` points, with inner ones in each."""
    return on(size * blocks, *inner, *(swap(i * size, (i + 1) * size, size) for i in range(blocks - 1)))


def beside(*groups: Group) -> Group:
    """The direct product of groups on points of their own."""
    degree = sum(group.degree for group in groups)
    generators, first = [], 0
    for group in groups:
        for one in group.generators:
            generators.append(Permutation.moving(degree, {first + point: first + image for point, image in one.moves}))
        first += group.degree
    return Group(degree, tuple(generators))


def acting(points: Iterable[PointT], *generators: Callable[[PointT], PointT]) -> Group:
    """The group of the actions of generators on points of any form."""
    numbers = {point: number for number, point in enumerate(points)}
    moves = ({number: numbers[generator(point)] for point, number in numbers.items()} for generator in generators)
    return on(len(numbers), *moves)


def on_pairs(size: int) -> Group:
    """The action of all permutations on ordered pairs of different points."""

    def moved(moves: Moves, pair: tuple[int, int]) -> tuple[int, int]:
        return moves.get(pair[0], pair[0]), moves.get(pair[1], pair[1])

    return acting(permutations(range(size), 2), *(partial(moved, one) for one in swaps(size)))


def on_words(length: int, letters: int) -> Group:
    """The action on words of all permutations of their places, and at each place of all those of letters."""

    def with_letter(moves: Moves, word: tuple[int, ...]) -> tuple[int, ...]:
        return (moves.get(word[0], word[0]), *word[1:])

    def at_places(moves: Moves, word: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(word[moves.get(place, place)] for place in range(length))

    by_letters = (partial(with_letter, one) for one in swaps(letters))
    return acting(
        product(range(letters), repeat=length), *by_letters, *(partial(at_places, one) for one in swaps(length))
    )


def on_points_and_halves() -> Group:
    """The action of all permutations of four points on these and on their three partings in halves, each given by the
    half with 0."""

    def moved(moves: Moves, point: tuple[int, ...]) -> tuple[int, ...]:
        images = {moves.get(i, i) for i in point}
        return tuple(sorted(images if 0 in images or len(images) == 1 else {*range(4)} - images))

    return acting([(0,), (1,), (2,), (3,), (0, 1), (0, 2), (0, 3)], *(partial(moved, one) for one in swaps(4)))


def of_cells_and_values(cells: Sequence[Moves], values: Sequence[Moves], sizes: tuple[int, int], own: str) -> Group:
    """Permutations of cells and of their values, on the pairs of both, and on each alone where `own` says so."""

    def of_cells(moves: Moves, point: tuple[int, int]) -> tuple[int, int]:
        return moves.get(point[0], point[0]), point[1]

    def of_values(moves: Moves, point: tuple[int, int]) -> tuple[int, int]:
        return point[0], moves.get(point[1], point[1])

    points = [*product(range(sizes[0]), range(sizes[1]))]
    points += [(cell, -1) for cell in range(sizes[0]) if "cells" in own]
    points += [(-1, value) for value in range(sizes[1]) if "values" in own]
    return acting(points, *(partial(of_cells, one) for one in cells), *(partial(of_values, one) for one in values))


TWICE = {1: 2, 2: 4, 4: 3, 3: 1}
"""The double of each remainder by 5."""

KNOWN = (
    ("1", on(5)),
    ("S2", on(3, swap(0, 2))),
    ("S3", on(3, *swaps(3))),
    ("S7", on(7, *swaps(7))),
    ("A4", on(4, rotation(0, 3), rotation(1, 3))),
    ("A6", on(6, *(rotation(i, 3) for i in range(4)))),
    ("C3", on(3, rotation(0, 3))),
    ("C4", on(4, rotation(0, 4))),
    ("C6", on(6, rotation(0, 6))),
    ("C12", on(12, rotation(0, 12))),
    ("D4", on(4, rotation(0, 4), reflection(4))),
    ("D5", on(5, rotation(0, 5), reflection(5))),
    ("D6", on(6, rotation(0, 6), reflection(6))),
    ("S3 wr S2", wreath(3, 2, swaps(3))),
    ("S2 wr S3", wreath(2, 3, swaps(2))),
    ("S4 wr S5", wreath(4, 5, swaps(4))),
    ("C3 wr S2", wreath(3, 2, [rotation(0, 3)])),
    ("D5 wr S3", wreath(5, 3, [rotation(0, 5), reflection(5)])),
    ("S3 wr C4", on(12, swap(0, 1), swap(1, 2), {i: (i + 3) % 12 for i in range(12)})),
    ("S2 wr S2 wr S3", wreath(4, 3, [swap(0, 1), swap(0, 2, 2)])),
    ("S2 wr S2", on(6, swap(0, 1), {**swap(0, 2, 2), **swap(4, 5)})),
    ("(group of order 20) wr S2", wreath(5, 2, [rotation(0, 5), TWICE])),
    ("S3 × S4", beside(on(3, *swaps(3)), on(4, *swaps(4)))),
    ("S3 × S4 wr S2", beside(on(3, *swaps(3)), wreath(4, 2, swaps(4)))),
    ("C5 × C4", on(9, rotation(0, 5), rotation(5, 4))),
    ("S2 × C3", on(5, {**rotation(0, 3), **swap(3, 4)})),
    ("S2 × S2", on(4, swap(0, 1), swap(2, 3))),
    ("S2^5", on(10, *(swap(i, i + 1) for i in range(0, 10, 2)))),
    ("(S3 wr S2)^4 × S2 × S2", beside(*[wreath(3, 2, swaps(3))] * 4, *[on(2, swap(0, 1))] * 2)),
    # A permutation that moves one part also moves the other.
    ("S3", on(6, {**swap(0, 1), **swap(3, 4)}, {**swap(1, 2), **swap(4, 5)})),
    ("S3", on(5, {**swap(0, 1), **swap(3, 4)}, rotation(0, 3))),
    ("S4", on_points_and_halves()),
    ("C4", on(6, {**rotation(0, 4), **swap(4, 5)})),
    # Half of the permutations of each part move it alone: no direct product.
    ("C3 ⋊ S3", on(6, rotation(0, 3), rotation(3, 3), {**swap(0, 1), **swap(3, 4)})),
    # The quaternions, a field's maps x ↦ ax + b, and the plane of seven points.
    (
        "group of order 8",
        on(8, {**rotation(0, 4), 4: 7, 7: 6, 6: 5, 5: 4}, {0: 4, 4: 2, 2: 6, 6: 0, 1: 5, 5: 3, 3: 7, 7: 1}),
    ),
    ("group of order 20", on(5, rotation(0, 5), TWICE)),
    ("group of order 168", on(7, rotation(0, 7), {1: 2, 2: 1, 3: 6, 6: 3})),
    # Two factors permute the same points.
    ("S2 × S2", of_cells_and_values(swaps(2), swaps(2), (2, 2), "")),
    ("S3 × S4", of_cells_and_values(swaps(3), swaps(4), (3, 4), "")),
    ("S3 × S3", of_cells_and_values(swaps(3), swaps(3), (3, 3), "")),
    ("S3 × S4", of_cells_and_values(swaps(3), swaps(4), (3, 4), "cells")),
    ("S3 × S4", of_cells_and_values(swaps(3), swaps(4), (3, 4), "values")),
    ("S3 × S4", of_cells_and_values(swaps(3), swaps(4), (3, 4), "cells and values")),
    ("C3 × S2", of_cells_and_values([rotation(0, 3)], swaps(2), (3, 2), "cells")),
    ("C6", of_cells_and_values([rotation(0, 3)], swaps(2), (3, 2), "")),
    ("D5 × S3", of_cells_and_values([rotation(0, 5), reflection(5)], swaps(3), (5, 3), "cells")),
    # Corners, of which the half-spaces go to each other.
    ("S2 wr S3", on_words(3, 2)),
    ("S2 wr S5", on_words(5, 2)),
    ("S3 wr S2", on_words(2, 3)),
    ("S3", on_pairs(3)),
    ("S5", on_pairs(5)),
)
"""The groups, each with the name that `vsym` must give it."""
