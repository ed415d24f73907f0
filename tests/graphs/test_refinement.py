"""Ordered partitions against refinement by definition, and two of them in step."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.graphs.kinds import cycle, drawn, plain, renamed, twisted, union
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError
from vsym.graphs.coloured import Graph
from vsym.graphs.refinement import Labelling, Partition


def _labelling(graph: Graph) -> Labelling:
    return Labelling.by_colours(graph.neighbours, graph.palette)


def _cells(labelling: Labelling, partition: Partition) -> list[set[int]]:
    return [{*labelling.order[cell : cell + partition.sizes[cell]]} for cell in partition.cells]


def _by_definition(graph: Graph, colours: list[int]) -> list[int]:
    """The coarsest colours with which nodes of one have as many neighbours of each."""
    while True:
        seen = [
            (colours[node], sorted(Counter(colours[other] for other in around).items()))
            for node, around in enumerate(graph.neighbours)
        ]
        finer = [seen.index(one) for one in seen]
        if len({*finer}) == len({*colours}):
            return finer
        colours = finer


def _classes(colours: list[int]) -> set[frozenset[int]]:
    return {frozenset(node for node, of in enumerate(colours) if of == colour) for colour in colours}


def test_cells_are_those_of_the_definition_and_splits_can_be_undone() -> None:
    random = Random(11)
    for _ in range(100):
        graph = drawn(random)
        labelling = _labelling(graph)
        partition = Partition(labelling)
        colours = list(graph.palette)
        assert partition.refine(partition.cells, UNLIMITED)
        stages = []
        while True:
            colours = _by_definition(graph, colours)
            cells = _cells(labelling, partition)
            assert {*map(frozenset, cells)} == _classes(colours)
            assert all(
                labelling.cell[node] == cell for cell in partition.cells for node in _of(labelling, partition, cell)
            )
            several = [cell for cell in partition.cells if partition.sizes[cell] > 1]
            if not several:
                break
            stages.append((len(partition.splits), cells))
            node = random.choice(_of(labelling, partition, random.choice(several)))
            assert partition.individualise([node], UNLIMITED)
            colours[node] = graph.nodes
        for splits, cells in reversed(stages):
            partition.undo(splits)
            assert _cells(labelling, partition) == cells


def _of(labelling: Labelling, partition: Partition, cell: int) -> list[int]:
    return labelling.order[cell : cell + partition.sizes[cell]]


def test_a_graph_and_the_same_with_other_names_stay_in_step() -> None:
    random = Random(12)
    for _ in range(100):
        graph = drawn(random)
        names = random.sample(range(graph.nodes), graph.nodes)
        left, right = _labelling(graph), _labelling(renamed(graph, names))
        partition = Partition(left, right)
        assert partition.refine(partition.cells, UNLIMITED)
        while several := [cell for cell in partition.cells if partition.sizes[cell] > 1]:
            node = random.choice(_of(left, partition, random.choice(several)))
            assert partition.individualise([node, names[node]], UNLIMITED)
        assert [names[node] for node in left.order] == right.order


def test_graphs_that_neighbours_tell_apart_do_not_stay_in_step() -> None:
    path = plain(6, ((node, node + 1) for node in range(5)))
    for other in (cycle(6), plain(6, ((0, 1), (1, 2), (2, 3), (3, 4), (3, 5)))):
        partition = Partition(_labelling(path), _labelling(other))
        assert not partition.refine(partition.cells, UNLIMITED)
    hexagon, triangles = _labelling(cycle(6)), _labelling(union(cycle(3), cycle(3)))
    partition = Partition(hexagon, triangles)
    assert partition.refine(partition.cells, UNLIMITED)
    assert not partition.individualise([0, 0], UNLIMITED)


def test_a_twist_is_seen_once_enough_nodes_are_individualised() -> None:
    left, right = (_labelling(twisted(cycle(4), twist)) for twist in (False, True))
    partition = Partition(left, right)
    assert partition.refine(partition.cells, UNLIMITED)
    in_step = True
    while in_step and (several := [cell for cell in partition.cells if partition.sizes[cell] > 1]):
        in_step = partition.individualise([left.order[several[0]], right.order[several[0]]], UNLIMITED)
    assert not in_step


def test_refinement_heeds_its_budget() -> None:
    labelling = _labelling(plain(1000, ((node, node + 1) for node in range(999))))
    partition = Partition(labelling)
    with pytest.raises(LimitReachedError):
        partition.refine(partition.cells, Budget(deadline=0.0))
