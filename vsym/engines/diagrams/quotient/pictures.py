"""Small systems up to symmetry, for pictures: the orbits as a strategy meets them, and the decision diagrams of all
reachable states and of the canonical ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError
from vsym.diagrams import Group, OutOfNodes, StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.quotient.orbits import exploring
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.quotient.strategies import Explored, Hint, strategy_of
from vsym.engines.diagrams.quotient.symmetries import Settings, Symmetries
from vsym.engines.diagrams.saturation import checker, interruption_by
from vsym.system.report import Report
from vsym.system.symmetry import Met, Orbit, Representative
from vsym.system.system import System


def met(system: System, settings: Settings, room: int, budget: Budget, report: Report) -> Met:
    """The orbits of a system, which must not have events that are errors, listed if they have at most `room` states.

    Raises RefusedError where there are too many events, and LimitReachedError.
    """
    checked = checker(budget, report, lambda: encoding.space.node_count)
    symmetric = settings.symmetries.on(system)
    encoding = Encoding(system, order=symmetric.order, max_bytes=budget.max_bytes, check=checked)
    group = symmetric.over(encoding)
    under: dict[int, int | None] = {}

    def ends(explored: Explored) -> bool:
        # A layer is the last one for the first time when it has just been met.
        under.setdefault(len(explored.layers), explored.hint)
        return explored.states.count() > room

    try:
        steps = OrbitSteps(encoding, group, proved=settings.symmetries.proved, virtual=settings.symmetries.virtual)
        task = exploring(steps, ends)
        hints = [Hint(text, encoding.constraint(formula)) for text, formula in settings.hints]
        explored = strategy_of(settings.strategy, task, hints, settings.closing).run()
        represented = group.closure(explored.states).count()
        if represented > room or not explored.complete:
            return Met((), represented, explored.complete)
        return Met(tuple(_orbits(encoding, explored, under, group)), represented, complete=True)
    except (OutOfNodes, MemoryError) as error:
        raise LimitReachedError(interruption_by(error)) from error


def _orbits(
    encoding: Encoding,
    explored: Explored,
    under: Mapping[int, int | None],
    group: Group,
) -> Iterator[Orbit]:
    by_orbit: dict[StateSet, list[Representative]] = {}
    for number, layer in enumerate(explored.layers or (explored.states,)):
        for values in layer:
            place = number if explored.layers else None
            one = Representative(encoding.vector(values), place, under.get(number + 1))
            by_orbit.setdefault(group.closure(encoding.space.single(values)), []).append(one)
    for orbit, representatives in by_orbit.items():
        yield Orbit(tuple(representatives), tuple(map(encoding.vector, orbit)))


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
    depth = len(states.space.sizes)
    layer = [states.node] if states else []
    levels: list[int] = []
    arcs: list[Arc] = []
    for level in range(depth + 1):
        first = len(levels)
        levels += [level] * len(layer)
        below: dict[int, int] = {}
        for place, node in enumerate(layer, first):
            values: defaultdict[int, list[int]] = defaultdict(list)
            for value, child in states.space.nodes.arcs(node) if level < depth else ():
                values[child].append(value)
            for child, leading in values.items():
                target = first + len(layer) + below.setdefault(child, len(below))
                arcs.append(Arc(place, tuple(leading), target))
        layer = [*below]
    return DiagramGraph(tuple(levels), tuple(arcs))


@frozen
class Counted:
    """A diagram, and the number of its vectors."""

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
