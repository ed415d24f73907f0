"""Systems of blocks: how the points of a transitive group fall into sets that it takes to each other.

Source: Atkinson, "An algorithm for finding the blocks of a permutation group", Mathematics of Computation 29 (1975).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from vsym.groups.group import Group

Blocks: TypeAlias = tuple[tuple[int, ...], ...]

_TRIED = 64
"""So many pairs of points at most are put into one block."""


# One group is asked for its blocks again where they are points, too.
@lru_cache(maxsize=4)
def block_systems(group: Group) -> tuple[Blocks, ...]:
    """The systems with the smallest blocks that hold 0 and some other point, small blocks first, of a transitive group.

    Each is sorted, and neither of single points nor of one block.
    """
    suborbits = sorted(group.stabiliser([0]).orbits(), key=len)
    others = [suborbit[0] for suborbit in suborbits if suborbit[0]]
    steps = [one.images.tolist() for one in group.generators]
    systems = dict.fromkeys(_joined(group.degree, steps, other) for other in others[:_TRIED])
    return tuple(sorted((blocks for blocks in systems if len(blocks) > 1), key=lambda blocks: (len(blocks[0]), blocks)))


def _joined(degree: int, steps: Sequence[Sequence[int]], other: int) -> Blocks:
    """The finest system that has 0 and another point in one block."""
    least = list(range(degree))

    def root(point: int) -> int:
        while least[point] != point:
            least[point] = least[least[point]]
            point = least[point]
        return point

    least[other] = 0
    pending = [other]
    while pending:
        point = pending.pop()
        for step in steps:
            first, second = root(step[point]), root(step[root(point)])
            if first != second:
                least[max(first, second)] = min(first, second)
                pending.append(max(first, second))
    blocks: dict[int, list[int]] = {}
    for point in range(degree):
        blocks.setdefault(root(point), []).append(point)
    return tuple(sorted(map(tuple, blocks.values())))
