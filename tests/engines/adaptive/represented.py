"""What adaptive exploration has found, spelled out state by state."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from vsym.methods import Prepared, prepare

from tests import oracle
from tests.loading import load
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.adaptive.search import Explored, Search
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes


def prepared(text: str, **parameters: int) -> Prepared:
    """The edges of the model in a text."""
    return prepare(load(Source("model.gsst", text), parameters), Budget(), lambda _: None)


def searched(ready: Prepared) -> Explored:
    """What a search without limits finds."""
    return Search(ready.model, ready.edges, ready.respected).run()


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


def distances(found: Explored) -> dict[oracle.State, int]:
    """Every concrete state that is represented, with the smallest depth of a node that does."""
    depths: list[int] = []
    smallest: dict[oracle.State, int] = {}
    partitions = found.reached.partitions
    for node in found.reached.nodes:
        depths.append(0 if node.parent < 0 else depths[node.parent] + 1)
        for locations in orbit(found.model, partitions.cells[node.partition], node.counts):
            smallest.setdefault(oracle.State(locations, node.shared), depths[-1])
    return smallest


def breadth_first(structure: oracle.Structure) -> dict[oracle.State, int]:
    """The distance of every reachable state from the initial ones, by the oracle."""
    found = dict.fromkeys(oracle.initial_states(structure), 0)
    queue = list(found)
    for state in queue:
        for step in structure.steps[state]:
            if step.target not in found:
                found[step.target] = found[state] + 1
                queue.append(step.target)
    return found
