"""A set written to a text file and read back, or as a graph to be drawn: a node for each list of cells, an arc for the
values that lead to the same node.

The first line names the format and its version, the second the sizes of the levels. Then comes a line `gap down right`
per node, each after the ones that it refers to; 0 is the empty set, 1 the end of a vector, 2 the first node written,
and so on. The last two lines have the root, and the CRC-32 of all lines before.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.diagrams.nodes import EMPTY, ONE, Nodes
from vsym.diagrams.space import Space, StateSet

_HEADER = "vsym-mdd 1"


class CorruptFile(ValueError):  # noqa: N818 - the name says the state of affairs, like OutOfNodes
    """A file is not a set of this format and version, or was damaged, or is about other levels."""


def write(states: StateSet, path: Path) -> None:
    """Write a set; raises OSError where the file cannot be written."""
    nodes = states.space.nodes
    number = {EMPTY: 0, ONE: 1}
    lines = [_HEADER, f"sizes {' '.join(map(str, states.space.sizes))}"]
    for node in nodes.below([states.node]):
        gap, down, right = nodes.cells[node]
        number[node] = len(number)
        lines.append(f"{gap} {number[down]} {number[right]}")
    lines.append(f"root {number[states.node]}")
    body = "\n".join(lines) + "\n"
    path.write_text(f"{body}crc32 {_checksum(body)}\n", encoding="ascii", newline="\n")


def read(space: Space, path: Path) -> StateSet:
    """Read a set of a space.

    Raises CorruptFile, with what is wrong, if the file is not one that `write` made for a space of the same sizes, and
    OSError where the file cannot be read.
    """
    try:
        text = path.read_text(encoding="ascii")
    except UnicodeDecodeError as error:
        raise CorruptFile(f"{path}: not a file of decision diagrams") from error
    lines = text.splitlines()
    if not lines or lines[0] != _HEADER:
        raise CorruptFile(f"{path}: the first line is not `{_HEADER}`")
    root = _checked_root(text, lines, path)
    if lines[1] != f"sizes {' '.join(map(str, space.sizes))}":
        raise CorruptFile(f"{path}: the set is about levels of other sizes")
    read_nodes = _Reading(space)
    for line_number, line in enumerate(lines[2:-2], start=3):
        try:
            read_nodes.add(*map(int, line.split()))
        except (TypeError, ValueError, IndexError) as error:
            raise CorruptFile(f"{path}:{line_number}: not a node of these levels") from error
    if not (root == EMPTY or (root < len(read_nodes.nodes) and read_nodes.heights[root] == len(space.sizes))):
        raise CorruptFile(f"{path}:{len(lines) - 1}: the root is not a node of the first level")
    return space.wrap(read_nodes.nodes[root])


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"


def _checked_root(text: str, lines: Sequence[str], path: Path) -> int:
    """The root, after a look at the checksum."""
    body, _, checksum = text.rpartition("crc32 ")
    root = lines[-2].removeprefix("root ") if len(lines) > 3 else ""
    if not body or not root.isdigit():
        raise CorruptFile(f"{path}: the end is missing")
    if checksum != _checksum(body) + "\n":
        raise CorruptFile(f"{path}: the checksum differs: the file was changed or damaged")
    return int(root)


class _Reading:
    """The nodes read so far by their number in the file, and how many levels each has below and with its own."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self.nodes = [EMPTY, ONE]
        self.heights = [0, 0]

    def add(self, gap: int, down: int, right: int) -> None:
        """Add a node; raises ValueError or IndexError if it cannot be one."""
        sizes, table = self._space.sizes, self._space.nodes
        if gap < 0 or down < ONE or right < 0 or right == ONE:
            raise ValueError
        height = self.heights[down] + 1
        if height > len(sizes) or (right != EMPTY and self.heights[right] != height):
            raise ValueError
        node = table.cell(gap, self.nodes[down], self.nodes[right])
        if table.last[node] >= sizes[len(sizes) - height]:
            raise ValueError
        self.nodes.append(node)
        self.heights.append(height)


@frozen
class Arc:
    """The values of the source's level with which vectors go on at the target; both are places among the nodes."""

    source: int
    values: tuple[int, ...]
    target: int


@frozen
class DiagramGraph:
    """The level of each node, the root first, and the arcs; where all vectors end is a node below the last level. The
    empty set has no nodes."""

    levels: tuple[int, ...]
    arcs: tuple[Arc, ...]


def diagram_graph(states: StateSet) -> DiagramGraph:
    """The decision diagram of a set, level by level."""
    nodes = states.space.nodes
    layer = [states.node] if states else []
    levels: list[int] = []
    arcs: list[Arc] = []
    for level in range(len(states.space.sizes) + 1):
        first = len(levels)
        levels += [level] * len(layer)
        below: dict[int, int] = {}
        for place, node in enumerate(layer, first):
            values: defaultdict[int, list[int]] = defaultdict(list)
            for value, child in _children(nodes, node):
                values[child].append(value)
            for child, leading in values.items():
                target = first + len(layer) + below.setdefault(child, len(below))
                arcs.append(Arc(place, tuple(leading), target))
        layer = [*below]
    return DiagramGraph(tuple(levels), tuple(arcs))


def _children(nodes: Nodes, node: int) -> Iterator[tuple[int, int]]:
    """The values of a node's level with which vectors go on, and the node below of each."""
    value = 0
    while node not in (EMPTY, ONE):
        gap, down, node = nodes.cells[node]
        value += gap
        yield value, down
        value += 1
