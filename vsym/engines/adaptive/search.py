"""Breadth-first search over states annotated with partitions (Adaptive Symmetry Reduction, algorithms 1 and 2).

Unlike there, a state is dropped from Unexplored only where a state at no larger distance subsumes it: so distances stay
the concrete ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from vsym.basics.limits import Interruption, LimitReachedError, check
from vsym.basics.memory import default_memory
from vsym.engines.adaptive.partitions import Cell, Counts, Partitions
from vsym.engines.adaptive.predicates import Evaluation, Places, Reading, reading
from vsym.engines.adaptive.reached import Annotated, ErrorPart, Explored, Node, Part, Reached, Values
from vsym.engines.explicit.initial import initial_vectors
from vsym.logic.folding import with_values
from vsym.logic.formula import FALSE, Formula
from vsym.models.counting.counts import deadlocked
from vsym.symmetry.virtual.edges import Edge
from vsym.system.report import Progress

_SECONDS_BETWEEN_REPORTS = 0.1
_STATES_BETWEEN_CHECKS = 16
# Shared values, and edges under them, that are kept ready; a model may have any number.
_KEPT = 20_000


class Crossing(NamedTuple):
    """An edge from states under one partition: the reading of its guard, the cells of processes that may
    move, and what it assigns to the shared variables by their positions."""

    reading: Reading
    movers: tuple[int, ...]
    update: tuple[tuple[int, Evaluation], ...]


@dataclass(slots=True)
class Leaving:
    """An edge that shared values leave open to states under one partition, with what is left of its guard; its crossing
    is made when somebody is there to take it."""

    place: int
    target: int
    edge: Edge
    guard: Formula
    crossing: Crossing | None = None


@dataclass
class Search:
    """A search at work.

    It ends once `most` states are expanded. It calls `dropped` on each state subsumed by an earlier one. After `spare`
    expansions, and at each doubling, it ends if the states found are `enough`.
    """

    subject: Annotated
    deadline: float | None = None
    progress: Callable[[Progress], None] | None = None
    max_bytes: int = field(default_factory=default_memory)
    most: int | None = None
    dropped: Callable[[Node], None] | None = None
    enough: Callable[[Explored], bool] | None = None
    spare: int | None = None

    def __post_init__(self) -> None:
        self.model, self.edges = self.subject.model, self.subject.edges
        self.states = {state: place for place, state in enumerate(self.model.states)}
        self.shared = {variable.name: place for place, variable in enumerate(self.model.shared)}
        self.partitions = Partitions(len(self.model.states))
        self.reached = Reached(self.partitions)
        self.deadlocked: list[Part] = []
        # The unexpanded nodes up to `layer_end` are at `distance` from an initial one, the others further away.
        self.initial = self.expanded = self.distance = self.layer_end = self.bytes = 0
        self.all_initial = False
        self.started = self.reported = time.monotonic()
        self.alive: dict[Values, list[tuple[int, Edge, Formula]]] = {}
        self.crossings: dict[tuple[int, int, Formula], Crossing] = {}
        self.leaving: dict[tuple[int, Values], list[tuple[int, list[Leaving]]]] = {}
        self.ready = 0
        self.stuck: tuple[Formula, int] | None = None
        self.stuck_readings: dict[int, Reading] = {}

    @property
    def depth(self) -> int:
        """The largest distance of a node from an initial one."""
        return self.distance + (0 < self.layer_end < len(self.reached.nodes))

    def result(self, interrupted: Interruption | None) -> Explored:
        """The states found so far."""
        return Explored(
            self.model,
            self.edges,
            self.reached,
            self.initial,
            tuple(self.deadlocked),
            self.depth,
            self.all_initial,
            self.all_initial and self.expanded == len(self.reached.nodes),
            interrupted,
            time.monotonic() - self.started,
        )

    def run(self) -> Explored:
        """Search until all states are found, `time.monotonic()` passes `deadline`, or memory or Ctrl-C ends it; keeps
        the states found. Raises ErrorPart at the first state that enables a step out of a range."""
        interrupted: Interruption | None = None
        try:
            self._search()
        except LimitReachedError as limit:
            interrupted = limit.interruption
        except KeyboardInterrupt:
            interrupted = "keyboard"
        except MemoryError:
            interrupted = "memory"
        return self.result(interrupted)

    def _search(self) -> None:
        nodes = self.reached.nodes
        for node in self._initial():
            self._update(node)
            self._pause()
        self.initial, self.all_initial = len(nodes), True
        while self.expanded < len(nodes):
            self.layer_end = len(nodes)
            while self.expanded < self.layer_end:
                self._pause()
                if not self.reached.is_subsumed(self.expanded, self.layer_end):
                    self._expand(self.expanded, nodes[self.expanded])
                self.expanded += 1
                if self.expanded == self.most:
                    return
                if self.expanded < len(nodes):
                    self._look()
            self.distance += self.expanded < len(nodes)

    def _look(self) -> None:
        """Stop where what was found is enough, at sizes that double, so that looking takes as long as at the end."""
        if self.enough is None or self.spare is None or self.expanded < self.spare:
            return
        self.spare = max(1, 2 * self.expanded)
        if self.enough(self.result(None)):
            raise LimitReachedError("decided")

    def _initial(self) -> Iterator[Node]:
        """The initial states, annotated with what the initial condition does not tell apart."""
        cells = self.subject.cells
        partition, width = self.partitions.number(cells), len(self.model.states)
        for vectors in initial_vectors(self.subject.starts):
            for vector in vectors.tolist():
                counts = tuple(tuple(vector[i * width : (i + 1) * width]) for i in range(len(cells)))
                totals = tuple(map(sum, zip(*counts, strict=True))) or (0,) * width
                yield Node(partition, counts, tuple(vector[len(cells) * width :]), totals, -1, -1, -1, -1)

    def _update(self, node: Node) -> None:
        """Add a node with the coarsest partition for its orbit, unless one found before subsumes it."""
        partition, counts = self.partitions.coarsened(node.partition, node.counts)
        if partition != node.partition:
            node = node._replace(partition=partition, counts=counts)
        if self.reached.add(node):
            self.bytes += 700 + len(counts) * (64 + 8 * len(self.states))
        elif self.dropped is not None:
            self.dropped(node)

    def _expand(self, number: int, node: Node) -> None:
        moves = moves_everywhere = False
        counts, shared = node.counts, node.shared
        for source, leaving in self._leaving(node.partition, shared):
            if not node.totals[source]:
                continue
            for one in leaving:
                crossing = one.crossing or self._crossing(node.partition, one)
                target, partition = one.target, crossing.reading.partition
                totals: Cell | None = None
                for part in crossing.reading.satisfying(counts, shared, self.deadline):
                    for mover in crossing.movers:
                        cell = part[mover]
                        if not cell[source]:
                            continue
                        if one.edge.overflow:
                            raise ErrorPart(self.result(None), one.place, Part(number, partition, part))
                        moves = True
                        totals = totals or _moved(node.totals, source, target)
                        after = (*part[:mover], _moved(cell, source, target), *part[mover + 1 :])
                        values = _assigned(crossing, part, shared) if crossing.update else shared
                        self._update(Node(partition, after, values, totals, number, one.place, partition, mover))
                moves_everywhere |= totals is not None and crossing.reading.is_uniform(counts)
        if not moves:
            self.deadlocked.append(Part(number, node.partition, node.counts))
        elif not moves_everywhere:
            self._look_for_deadlock(number, node)

    def _look_for_deadlock(self, number: int, node: Node) -> None:
        """Some of a node's states can move: see whether all can."""
        if self.stuck is None:
            formula = deadlocked(self.model)
            self.stuck = formula, self.partitions.number(self.subject.respected(formula))
        formula, respected = self.stuck
        if node.partition not in self.stuck_readings:
            self.stuck_readings[node.partition] = reading(
                self.partitions, node.partition, respected, formula, self.states, self.shared
            )
        hit = self.stuck_readings[node.partition]
        part = next(iter(hit.satisfying(node.counts, node.shared, self.deadline)), None)
        if part is not None:
            self.deadlocked.append(Part(number, hit.partition, part))

    def _leaving(self, partition: int, shared: Values) -> list[tuple[int, list[Leaving]]]:
        """The edges that these shared values leave open, by the local state that they lead from."""
        key = (partition, shared)
        if key not in self.leaving:
            if self.ready >= _KEPT:
                self.alive.clear()
                self.crossings.clear()
                self.leaving.clear()
                self.ready = 0
            by_source: dict[int, list[Leaving]] = {}
            for place, edge, guard in self._alive(shared):
                one = Leaving(place, self.states[edge.target], edge, guard)
                by_source.setdefault(self.states[edge.source], []).append(one)
            self.leaving[key] = [*by_source.items()]
            self.ready += sum(map(len, by_source.values())) + 1
        return self.leaving[key]

    def _alive(self, shared: Values) -> list[tuple[int, Edge, Formula]]:
        """The edges whose guards these shared values leave open, each with what is left of its guard."""
        if shared not in self.alive:
            values = dict(zip(self.shared, shared, strict=True))
            left = [(place, edge, with_values(edge.guard, values)) for place, edge in enumerate(self.edges)]
            self.alive[shared] = [(place, edge, guard) for place, edge, guard in left if guard != FALSE]
        return self.alive[shared]

    def _crossing(self, partition: int, leaving: Leaving) -> Crossing:
        edge, key = leaving.edge, (partition, leaving.place, leaving.guard)
        if key not in self.crossings:
            respected = self.partitions.number(edge.partition)
            hit = reading(self.partitions, partition, respected, leaving.guard, self.states, self.shared)
            places = Places(self.partitions.cells[hit.partition], self.states, self.shared)
            update = tuple((self.shared[name], places.evaluation(term)) for name, term in edge.update)
            self.crossings[key] = Crossing(hit, places.inside(edge.processes), update)
        leaving.crossing = self.crossings[key]
        return leaving.crossing

    def _pause(self) -> None:
        """Between states, not between any two of them: stop at a limit, else report."""
        if self.expanded % _STATES_BETWEEN_CHECKS:
            return
        check(self.deadline)
        if self.bytes + self.partitions.bytes > self.max_bytes:
            raise LimitReachedError("memory")
        now = time.monotonic()
        if self.progress and now - self.reported >= _SECONDS_BETWEEN_REPORTS:
            self.reported = now
            states = len(self.reached.nodes)
            self.progress(Progress(states, states - self.expanded, self.depth, None, now - self.started))


def _moved(counts: Cell, source: int, target: int) -> Cell:
    changed = list(counts)
    changed[source] -= 1
    changed[target] += 1
    return tuple(changed)


def _assigned(crossing: Crossing, counts: Counts, shared: Values) -> Values:
    values = list(shared)
    for position, value_of in crossing.update:
        values[position] = value_of(counts, shared)
    return tuple(values)
