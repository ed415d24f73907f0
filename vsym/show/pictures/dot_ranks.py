"""What keeps nodes in their ranks and in order, and frames apart, in the language of Graphviz.

An invisible line between two that stand side by side keeps them in this order. Between two frames there is an
invisible column, with a node for each rank and for the labels between two ranks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from vsym.show.pictures.dot_edges import Ends, label_name, runs_through
from vsym.show.pictures.dot_text import quoted
from vsym.show.pictures.picture import Picture

# How strongly neighbours are held together where they are in one frame, and where not.
_TOGETHER = 20
_APART = 1

_POINT = '[shape=point, style=invis, label="", width=0.2, height=0.2]'


def written_ranks(picture: Picture, ends: Ends) -> Iterator[str]:
    """The statements for the ranks of a picture."""
    if not picture.ranks:
        return
    frames = [cluster for cluster in picture.clusters if not cluster.row]
    frame_of = {name: number for number, frame in enumerate(frames) for name in frame.members}
    rows = [(2 * level, [(name, frame_of.get(name, 0)) for name in rank]) for level, rank in enumerate(picture.ranks)]
    for number, edge in enumerate(picture.edges):
        if runs_through(edge, ends):
            above = min(ends.ranks[edge.source][0], ends.ranks[edge.target][0])
            rows.append((2 * above + 1, [(label_name(number), frame_of.get(edge.source, 0))]))
    columns = range(1, len(frames))
    if not columns:
        yield from _in_order(picture, ends, {level for level, _ in rows})
    for column in columns:
        gaps = [quoted(_gap(level, column)) for level in range(max(level for level, _ in rows) + 1)]
        yield from (f"{gap} {_POINT};" for gap in gaps)
        yield f"{' -> '.join(gaps)} [style=invis, weight=1000];"
    inner = {name: cluster.name for frame in frames for cluster in frame.clusters for name in cluster.members}
    for level, row in rows:
        line = list(_with_gaps(level, row, columns))
        yield f"{{ rank=same; {'; '.join(map(quoted, line))}; }}"
        for one, other in pairwise(line):
            together = one in inner and inner[one] == inner.get(other)
            if together or one not in inner or other not in inner:
                yield f"{quoted(one)} -> {quoted(other)} [style=invis, weight={_TOGETHER if together else _APART}];"
            else:
                # Two frames side by side have a margin.
                margin = quoted(f"margin {other}")
                yield f"{margin} {_POINT}; {{ rank=same; {margin}; {quoted(one)}; }}"
                yield f"{quoted(one)} -> {margin} -> {quoted(other)} [style=invis, weight={_APART}];"


def _in_order(picture: Picture, ends: Ends, levels: Collection[int]) -> Iterator[str]:
    """Invisible lines between ranks that follow each other and that no line joins; labels may stand between them."""
    joined = {frozenset(ends.ranks[end][0] for end in (edge.source, edge.target)) for edge in picture.edges}
    for level, (rank, following) in enumerate(pairwise(picture.ranks)):
        if frozenset((level, level + 1)) not in joined:
            length = 2 if 2 * level + 1 in levels else 1
            yield f"{quoted(rank[0])} -> {quoted(following[0])} [style=invis, minlen={length}];"


def _with_gaps(level: int, row: Sequence[tuple[str, int]], columns: range) -> Iterator[str]:
    """The nodes of a row, each with the number of its frame, and a node between two frames."""
    passed = 0
    for node, frame in (*row, ("", columns.stop - 1)):
        yield from (_gap(level, column) for column in columns[passed:frame])
        passed = max(passed, frame)
        if node:
            yield node


def _gap(level: int, column: int) -> str:
    return f"gap {level} {column}"
