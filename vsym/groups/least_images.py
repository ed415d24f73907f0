"""Canonical images: the least that the elements of a group, enumerated, make of a set of points or of a vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from vsym.groups.group import MOST_ELEMENTS, Group


def least_set(group: Group, points: Iterable[int], at_most: int = MOST_ELEMENTS) -> tuple[int, ...]:
    """The image of a set of points, ascending, that comes first in the order of tuples.

    Raises TooManyElementsError where the group has more than `at_most` elements.
    """
    images = group.elements(at_most)[:, sorted(set(points))]
    return tuple(_first_row(np.sort(images, axis=1)).tolist())


def least_vector(group: Group, values: Sequence[int], at_most: int = MOST_ELEMENTS) -> tuple[int, ...]:
    """The image of a vector with a value at each point that comes first in the order of tuples.

    A permutation takes the value at a point to the image of the point. Raises TooManyElementsError where the group has
    more than `at_most` elements.
    """
    # The values that come from where an element takes a point are the image by its inverse, which is an element, too.
    return tuple(_first_row(np.asarray(values)[group.elements(at_most)]).tolist())


def _first_row(rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """The row that comes first in lexicographic order."""
    column = 0
    while len(rows) > 1 and column < rows.shape[1]:
        rows = rows[rows[:, column] == rows[:, column].min()]
        column += 1
    first: NDArray[np.intp] = rows[0]
    return first
