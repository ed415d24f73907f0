"""Sets on which a group acts transitively, and the block systems of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen

Places: TypeAlias = NDArray[np.intp]


@frozen(eq=False)
class Transitive:
    """The places 0, 1, … that generators of a group permute, each a row of images; every place leads to every other."""

    images: tuple[Places, ...]

    @property
    def size(self) -> int:
        """How many places there are."""
        return int(self.images[0].size)

    def minimal_blocks(self) -> list[Places]:
        """The block systems between which and the single places there is none: for each place the number of its block.

        Source: Atkinson, "An algorithm for finding the blocks of a permutation group", Mathematics of Computation 29
        (1975).
        """
        found: list[Places] = []
        for other in range(1, self.size):
            if any(blocks[0] == blocks[other] for blocks in found):
                continue
            blocks = self._joined(0, other)
            if blocks.max() > 0:
                found = [known for known in found if not _refines(blocks, known)] + [blocks]
        return found

    def quotient(self, blocks: Places) -> Transitive:
        """The blocks of a system as places."""
        _, first = np.unique(blocks, return_index=True)
        return Transitive(tuple(blocks[images[first]] for images in self.images))

    def onto(self, other: Transitive, start: int, image: int) -> Places | None:
        """The map into another set of the same group that takes one place to another and goes with the generators, None
        where there is none."""
        result = np.full(self.size, -1, dtype=np.intp)
        result[start] = image
        waiting = [start]
        while waiting:
            place = waiting.pop()
            for mine, its in zip(self.images, other.images, strict=True):
                target, expected = int(mine[place]), int(its[result[place]])
                if result[target] < 0:
                    result[target] = expected
                    waiting.append(target)
                elif result[target] != expected:
                    return None
        return result

    def _joined(self, one: int, other: int) -> Places:
        """The finest system that has two places in one block."""
        least = list(range(self.size))

        def root(place: int) -> int:
            while least[place] != place:
                least[place] = least[least[place]]
                place = least[place]
            return place

        waiting = [(one, other)]
        while waiting:
            low, high = sorted(map(root, waiting.pop()))
            if low != high:
                least[high] = low
                waiting += ((int(images[low]), int(images[high])) for images in self.images)
        return np.unique([root(place) for place in range(self.size)], return_inverse=True)[1].astype(np.intp)


def _refines(fine: Places, coarse: Places) -> bool:
    """Whether every block of one system lies in a block of another."""
    return len(np.unique(np.stack([fine, coarse]), axis=1).T) == int(fine.max()) + 1


def restricted(images: Sequence[Places], points: Sequence[int]) -> Transitive:
    """What permutations do on one orbit of theirs, whose points become places in the order given."""
    chosen = np.array(points, dtype=np.intp)
    places = np.zeros(int(images[0].size), dtype=np.intp)
    places[chosen] = np.arange(len(points))
    return Transitive(tuple(places[one[chosen]] for one in images))
