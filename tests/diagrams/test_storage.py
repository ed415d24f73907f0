from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.plain import as_states, sizes_strategy, vector_sets
from tests.support.drawn import many
from vsym.diagrams import CorruptFile, Space, StateSet, read, write
from vsym.diagrams.storage import DiagramGraph, diagram_graph


@settings(max_examples=many(12), deadline=None)
@given(sizes_strategy, st.data())
def test_a_set_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, sizes: tuple[int, ...], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("sets") / "set.mdd"
    space, vectors = Space(sizes), data.draw(vector_sets(sizes))
    states = as_states(space, vectors)
    write(states, path)
    assert read(space, path) is states
    assert set(read(Space(sizes), path)) == vectors


def saved(tmp_path: Path) -> Path:
    space = Space([3, 4])
    path = tmp_path / "set.mdd"
    write(space.single((2, 3)) | space.single((0, 0)), path)
    return path


def resealed(text: str) -> str:
    """The text with a checksum that fits."""
    body = text[: text.index("crc32")]
    return f"{body}crc32 {zlib.crc32(body.encode()):08x}\n"


def test_what_the_file_holds(tmp_path: Path) -> None:
    lines = saved(tmp_path).read_text().splitlines()
    assert lines[:-1] == ["vsym-mdd 1", "sizes 3 4", "3 1 0", "0 1 0", "1 2 0", "0 3 4", "root 5"]


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = saved(tmp_path)
    good = path.read_bytes()
    for place in range(len(good)):
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        with pytest.raises(CorruptFile):
            read(Space([3, 4]), path)


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    path = saved(tmp_path)
    good = path.read_bytes()
    for length in range(len(good)):
        path.write_bytes(good[:length])
        with pytest.raises(CorruptFile):
            read(Space([3, 4]), path)


@pytest.mark.parametrize(
    ("line", "number"),
    [("0 9 0", 3), ("0 1", 3), ("0 1 0 0", 3), ("0 0 0", 3), ("-1 1 0", 3), ("0 1 1", 3), ("4 1 0", 3), ("x 1 0", 3)],
)
def test_a_line_that_is_no_node_is_named(tmp_path: Path, line: str, number: int) -> None:
    path = saved(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(resealed("".join([*lines[: number - 1], line + "\n", *lines[number:]])))
    with pytest.raises(CorruptFile, match=f":{number}: not a node of these levels"):
        read(Space([3, 4]), path)


@pytest.mark.parametrize("root", ["1", "2", "99"])
def test_a_root_below_the_first_level_is_refused(tmp_path: Path, root: str) -> None:
    path = saved(tmp_path)
    path.write_text(resealed(path.read_text().replace("root 5", f"root {root}")))
    with pytest.raises(CorruptFile, match="root is not a node of the first level"):
        read(Space([3, 4]), path)


def test_other_levels_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CorruptFile, match="other sizes"):
        read(Space([3, 5]), saved(tmp_path))


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CorruptFile, match="not a file of decision diagrams"):
        read(Space([3]), path)
    path.write_text("vsym-mdd 2\n")
    with pytest.raises(CorruptFile, match="vsym-mdd 1"):
        read(Space([3]), path)


def vectors(graph: DiagramGraph, depth: int) -> set[tuple[int, ...]]:
    """The paths from the root to the end, one for each choice of values."""
    ways: set[tuple[int, tuple[int, ...]]] = {(0, ())} if graph.levels else set()
    for _ in range(depth):
        ways = {
            (arc.target, (*values, value))
            for place, values in ways
            for arc in graph.arcs
            if arc.source == place
            for value in arc.values
        }
    return {values for _, values in ways}


def some_set(draw: Random, space: Space) -> StateSet:
    states = space.empty
    for _ in range(draw.randrange(12)):
        states |= space.single([draw.randrange(size) for size in space.sizes])
    return states


def test_paths_are_the_vectors_and_each_node_exists_once() -> None:
    for draw in map(Random, range(40)):
        space = Space([draw.randint(1, 4) for _ in range(draw.randint(1, 4))])
        states = some_set(draw, space)
        graph = diagram_graph(states)
        assert vectors(graph, len(space.sizes)) == {*states}
        assert [*graph.levels] == sorted(graph.levels)
        assert all(graph.levels[arc.target] == graph.levels[arc.source] + 1 for arc in graph.arcs)
        leading = [
            frozenset((arc.values, arc.target) for arc in graph.arcs if arc.source == place)
            for place in range(len(graph.levels))
        ]
        assert len({*leading}) == len(leading)
