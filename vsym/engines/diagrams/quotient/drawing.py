"""The decision diagrams of a small system: of all its states, and of what a group leaves of them."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError
from vsym.diagrams import DiagramGraph, OutOfNodes, diagram_graph
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.limits import checker, interruption_by
from vsym.engines.diagrams.quotient.symmetries import Symmetries
from vsym.system.report import Report
from vsym.system.system import System


@frozen
class Counted:
    """A diagram, and how many vectors it has."""

    graph: DiagramGraph
    states: int


@frozen
class Diagrams:
    """The diagram of all reachable states and that of the canonical ones: level i is about entry `order[i]` of a
    vector, less `lows[i]`. Where the group is `minimal`, there is one canonical state for each orbit."""

    order: tuple[int, ...]
    lows: tuple[int, ...]
    all: Counted
    canonical: Counted
    minimal: bool


def diagrams(system: System, symmetries: Symmetries, budget: Budget, report: Report) -> Diagrams:
    """Both diagrams of a system; raises RefusedError where there are too many events, and LimitReachedError."""
    checked = checker(budget, report, lambda: encoding.space.node_count)
    symmetric = symmetries.on(system)
    encoding = Encoding(system, order=symmetric.order, max_bytes=budget.max_bytes, check=checked)
    group = symmetric.over(encoding)
    try:
        states = encoding.reachable()
        canonical = group.canonical(states)
        lows = tuple(system.ranges[entry][0] for entry in encoding.order)
        whole, less = (Counted(diagram_graph(one), one.count()) for one in (states, canonical))
        return Diagrams(encoding.order, lows, whole, less, group.minimal)
    except (OutOfNodes, MemoryError) as error:
        raise LimitReachedError(interruption_by(error)) from error
