"""States of an adaptive exploration, each spelled out as the states that it represents."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tests.support import oracle
from tests.support.loading import load
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking import stages
from vsym.checking.adaptive import annotated
from vsym.checking.stages import Prepared
from vsym.engines.adaptive.search import Search
from vsym.engines.adaptive.stepper import Explored
from vsym.engines.explicit.initial import initial_vectors
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.lowering import lowered
from vsym.reductions.direct import direct_system
from vsym.symmetry.virtual.edges import Edge
from vsym.system import step
from vsym.system.report import Silence


def prepared(text: str, **parameters: int) -> Prepared:
    """The edges of the model in a text."""
    return stages.prepared(load(Source("model.gsst", text), parameters), Budget(), Silence())


def searched(ready: Prepared) -> Explored:
    """The result of a search without limits."""
    return Search(annotated(ready)).run()


def orbit(model: Model, cells: Sequence[Processes], counts: Sequence[Sequence[int]]) -> Iterator[tuple[str, ...]]:
    """Every assignment of local states to processes with these counts in each cell."""
    choices = [
        {*itertools.permutations([s for s, size in zip(model.states, count, strict=True) for _ in range(size)])}
        for count in counts
    ]
    for chosen in itertools.product(*choices):
        locations = [""] * model.size
        for cell, order in zip(cells, chosen, strict=True):
            for process, location in zip(cell, order, strict=True):
                locations[process - 1] = location
        yield tuple(locations)


def depths(found: Explored) -> list[int]:
    """The distance of each node from an initial one."""
    known: list[int] = []
    for node in found.reached.nodes:
        known.append(0 if node.parent < 0 else known[node.parent] + 1)
    return known


def distances(found: Explored) -> dict[oracle.State, int]:
    """Every concrete state that is represented, with the smallest depth of a node that does."""
    smallest: dict[oracle.State, int] = {}
    partitions = found.reached.partitions
    for node, depth in zip(found.reached.nodes, depths(found), strict=True):
        counts = partitions.unpacked(node.partition, node.counts)
        for locations in orbit(found.model, partitions.cells[node.partition], counts):
            smallest.setdefault(oracle.State(locations, node.shared), depth)
    return smallest


def counted(model: Model, edges: Sequence[Edge], blocks: Sequence[Processes]) -> dict[oracle.State, int]:
    """Every concrete state that is reached where processes are counted in blocks, with its distance."""
    system, width = lowered(direct_system(model, edges, blocks)), len(model.states)
    queue = [vector for vectors in initial_vectors(system) for vector in map(tuple, vectors.tolist())]
    known = dict.fromkeys(queue, 0)
    for vector in queue:
        for _, target in step.steps(system, vector):
            if target not in known:
                known[target] = known[vector] + 1
                queue.append(target)
    smallest: dict[oracle.State, int] = {}
    for vector, distance in known.items():
        counts = [vector[i * width : (i + 1) * width] for i in range(len(blocks))]
        for locations in orbit(model, blocks, counts):
            smallest[oracle.State(locations, vector[len(blocks) * width :])] = distance
    return smallest


def breadth_first(structure: oracle.Structure) -> dict[oracle.State, int]:
    """The distance of every reachable state from the initial ones, by the oracle."""
    found = dict.fromkeys(oracle.initial_states(structure), 0)
    queue = list(found)
    for state in queue:
        for taken in structure.steps[state]:
            if taken.target not in found:
                found[taken.target] = found[state] + 1
                queue.append(taken.target)
    return found
