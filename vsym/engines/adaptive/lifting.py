"""From a state that an adaptive search found back to a concrete path that leads to it, replayed on the semantics."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.engines.adaptive.explored import Explored, Part
from vsym.engines.adaptive.partitions import Counts
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.replaying import Replay
from vsym.models.counting.semantics import ModelPath, State, Step, step_of
from vsym.models.protocol import ReplayError
from vsym.system.result import PathKind


def lift(explored: Explored, part: Part, kind: PathKind) -> ModelPath:
    """A path as short as the search found it, from an initial state to a state of `part`.

    Backwards, whichever process of the mover's cell is in the edge's target may be the one that moved: exchanging it
    with another of the cell leads to a state of the same orbit. Raises ReplayError where the model has no such path.
    """
    model, nodes, partitions = explored.model, explored.reached.nodes, explored.reached.partitions
    node = nodes[part.node]
    locations = _locations(model, partitions.cells[part.partition], part.counts)
    moved: list[tuple[int, int]] = []
    start = list(locations)
    while node.parent >= 0:
        edge = explored.edges[node.edge]
        cell = partitions.cells[node.moved][node.mover]
        process = next(process for process in cell if start[process - 1] == edge.target)
        start[process - 1] = edge.source
        moved.append((process, node.edge))
        node = nodes[node.parent]
    replay = Replay(model, _state(model, start, node.shared))
    for process, place in reversed(moved):
        replay.take(_step(explored, replay.state, process, place))
    if replay.state != _state(model, locations, nodes[part.node].shared):
        raise ReplayError("the path does not lead to the state that was reached")
    return replay.path(kind)


def _locations(model: Model, cells: Sequence[Processes], counts: Counts) -> list[str]:
    """One of the states with these counts."""
    locations = [""] * model.size
    for cell, count in zip(cells, counts, strict=True):
        ordered = [state for state, size in zip(model.states, count, strict=True) for _ in range(size)]
        for process, location in zip(cell, ordered, strict=True):
            locations[process - 1] = location
    return locations


def _state(model: Model, locations: Sequence[str], shared: Sequence[int]) -> State:
    values = zip(model.shared, shared, strict=True)
    return State(tuple(locations), tuple((variable.name, value) for variable, value in values))


def _step(explored: Explored, state: State, process: int, place: int) -> Step:
    for origin in explored.edges[place].origins:
        step = step_of(explored.model, state, process, explored.model.transitions[origin])
        if step is not None:
            return step
    raise ReplayError(f"process {process} cannot move where the search says that it can")
