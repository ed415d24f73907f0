"""The tree of an adaptive search as a value: the annotated states, each below the one it was first reached from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.source import DiagnosticError
from vsym.checking.adaptive import annotated
from vsym.checking.stages import Prepared
from vsym.engines.adaptive.digits import Counts
from vsym.engines.adaptive.engine import search
from vsym.engines.adaptive.partitions import Partitions
from vsym.engines.adaptive.reached import Node
from vsym.engines.adaptive.stepper import Explored
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import overflow_diagnostic
from vsym.system.report import Report
from vsym.system.result import ErrorReached


@frozen
class Cell:
    """Processes that a state does not tell apart, and how many are in each local state, in the model's order."""

    processes: Processes
    counts: tuple[int, ...]


@frozen
class Arrival:
    """The first way to a state: from the state number `parent`, by the local transition `label`.

    `mover` is the cell of the process that took it, None where there is one cell only. `telling_apart` says that the
    guard does not treat all processes alike.
    """

    parent: int
    label: str
    mover: Processes | None
    telling_apart: bool


@frozen
class Subsumption:
    """Steps by `source -> target` to states that others subsume, the ones with the numbers `by`."""

    source: str
    target: str
    by: tuple[int, ...]


@frozen
class AnnotatedState:
    """All concrete states with these counts in these cells and these shared values.

    An initial one has no `arrival`. `deadlocked` says that it represents a deadlocked state. One with `subsumed_by` is
    not expanded, as that state of the same layer, which was reached later, subsumes it. `subsumptions` are its steps
    that lead to no state of the tree.
    """

    cells: tuple[Cell, ...]
    shared: tuple[int, ...]
    arrival: Arrival | None
    deadlocked: bool
    subsumed_by: int | None
    subsumptions: tuple[Subsumption, ...]


@frozen
class AnnotatedTree:
    """The first states of a search in the order in which it reached them, which is how they are numbered, from 0.

    `reached` is how many it reached, `complete` whether these are all. `telling_apart` says that the guard of a local
    transition does not treat all processes alike.
    """

    model: Model
    states: tuple[AnnotatedState, ...]
    reached: int
    complete: bool
    telling_apart: bool


def annotated_tree(prepared: Prepared, budget: Budget, report: Report, most: int) -> AnnotatedTree:
    """The first `most` states of an adaptive search, which ends when that many are expanded.

    Raises DiagnosticError for a reachable assignment outside a range, and UndecidedError or KeyboardInterrupt where a
    limit or Ctrl-C ends the search before.
    """
    dropped: list[Node] = []
    try:
        explored = search(annotated(prepared), budget, report, most, dropped.append)
    except ErrorReached as reached:
        raise DiagnosticError([overflow_diagnostic(prepared.model, reached.path)]) from reached
    if explored.interrupted == "keyboard":
        raise KeyboardInterrupt
    if explored.interrupted is not None:
        raise UndecidedError(REASONS[explored.interrupted])
    return AnnotatedTree(
        prepared.model,
        tuple(_states(prepared, explored, dropped, most)),
        len(explored.reached.nodes),
        explored.complete,
        any(len(edge.partition) > 1 for edge in prepared.edges),
    )


def _states(prepared: Prepared, explored: Explored, dropped: Sequence[Node], most: int) -> Iterator[AnnotatedState]:
    nodes, partitions = explored.reached.nodes, explored.reached.partitions
    deadlocked = {part.node for part in explored.deadlocked}
    subsumptions = _subsumptions(prepared, explored, dropped, most)
    depths: list[int] = []
    for node in nodes:
        # Parents come before their children.
        depths.append(0 if node.parent < 0 else depths[node.parent] + 1)
    for number, node in enumerate(nodes[:most]):
        yield AnnotatedState(
            tuple(map(Cell, partitions.cells[node.partition], partitions.unpacked(node.partition, node.counts))),
            node.shared,
            None if node.parent < 0 else _arrival(prepared, explored, node),
            number in deadlocked,
            _subsuming(explored, depths, number),
            subsumptions.get(number, ()),
        )


def _arrival(prepared: Prepared, explored: Explored, node: Node) -> Arrival:
    edge = prepared.edges[node.edge]
    cells = explored.reached.partitions.cells[node.moved]
    label = prepared.model.label(edge.origins)
    return Arrival(node.parent, label, None if len(cells) == 1 else cells[node.mover], len(edge.partition) > 1)


def _subsuming(explored: Explored, depths: Sequence[int], number: int) -> int | None:
    """The state of the same layer that was reached later and subsumes this one, so that this one is not expanded."""
    nodes, partitions = explored.reached.nodes, explored.reached.partitions
    for other in range(number + 1, len(nodes)):
        if depths[other] > depths[number]:
            return None
        if _subsumes(partitions, nodes[other], nodes[number]):
            return other
    return None


def _subsumptions(
    prepared: Prepared, explored: Explored, dropped: Sequence[Node], most: int
) -> dict[int, tuple[Subsumption, ...]]:
    """For each of the first states, its steps to states that others subsume, in the order in which they were met."""
    alike = defaultdict[tuple[Counts, tuple[int, ...]], list[int]](list)
    nodes, partitions = explored.reached.nodes, explored.reached.partitions
    for number, node in enumerate(nodes):
        alike[partitions.digits.total(node.counts), node.shared].append(number)
    by_arrow: dict[int, dict[tuple[str, str], set[int]]] = {}
    for node in dropped:
        if 0 <= node.parent < most:
            candidates = alike[partitions.digits.total(node.counts), node.shared]
            by = next(one for one in candidates if _subsumes(partitions, nodes[one], node))
            edge = prepared.edges[node.edge]
            by_arrow.setdefault(node.parent, {}).setdefault((edge.source, edge.target), set()).add(by)
    return {
        number: tuple(Subsumption(source, target, tuple(sorted(by))) for (source, target), by in arrows.items())
        for number, arrows in by_arrow.items()
    }


def _subsumes(partitions: Partitions, one: Node, other: Node) -> bool:
    """True where the first state subsumes the second (Adaptive Symmetry Reduction, theorem 4)."""
    return one.shared == other.shared and (
        partitions.projected(other.partition, one.partition, other.counts) == one.counts
    )
