"""Half-spaces of hypercubes and their like, for groups that move the corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vsym.groups.group import Group
from vsym.groups.permutations import Images

_LARGEST = 1_024
"""So many points at most are looked at."""

Sets = tuple[tuple[int, ...], ...]


def half_spaces(group: Group) -> Sets:
    """The sets of words with one letter at one place, if the points of a transitive group are words, which it takes to
    each other with their neighbours; else none.

    The words are all those of one length over some letters, neighbours where they differ at one place. Nearer to one of
    two neighbours than to the other are those words that have its letter at that place.
    """
    size = group.degree
    degrees = {length * (letters - 1) for length, letters in _words(size)}
    if not degrees or size > _LARGEST:
        return ()
    steps = group.chain_on([0]).transversals[0].elements()
    for neighbours in group.stabiliser([0]).orbits():
        if len(neighbours) in degrees:
            near = [_distances(steps, neighbours, start) for start in (neighbours[0], 0)]
            sets = _images(np.flatnonzero(near[0] < near[1]), [one.images for one in group.generators], size)
            if sets:
                return sets
    return ()


def _words(count: int) -> Iterator[tuple[int, int]]:
    """How long words are, and over how many letters, that are so many."""
    for length in range(2, count.bit_length()):
        letters = round(count ** (1 / length))
        if letters > 1 and letters**length == count:
            yield length, letters


def _distances(transversal: NDArray[np.intp], neighbours: Sequence[int], start: int) -> NDArray[np.intp]:
    """How many steps each point is from a start, with elements that take 0 and its neighbours to each and its own."""
    size = transversal.shape[1]
    after = np.empty((size, len(neighbours)), dtype=np.intp)
    after[transversal[:, 0]] = transversal[:, list(neighbours)]
    distances = np.full(size, size, dtype=np.intp)
    distances[start] = steps = 0
    layer = np.array([start], dtype=np.intp)
    while layer.size:
        steps += 1
        reached = np.unique(after[layer])
        layer = reached[distances[reached] == size]
        distances[layer] = steps
    return distances


def _images(points: NDArray[np.intp], generators: Sequence[Images], fewer_than: int) -> Sets:
    """The images of a set of points under a group; none where they are not fewer than so many."""
    first = tuple(points.tolist())
    images = {first: None}
    pending = [first]
    while pending:
        point_set = list(pending.pop())
        for generator in generators:
            image = tuple(np.sort(generator[point_set]).tolist())
            if image not in images:
                images[image] = None
                pending.append(image)
                if len(images) >= fewer_than:
                    return ()
    return tuple(sorted(images))
