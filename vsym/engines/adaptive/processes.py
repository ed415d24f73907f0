"""Models of processes for an adaptive search: their edges, between counts of the processes of each cell.

A state that was found is lifted to a concrete path that leads to it, which is replayed on the semantics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from vsym.basics.frozen import frozen
from vsym.engines.adaptive.digits import Cell, Counts
from vsym.engines.adaptive.partitions import Partitions
from vsym.engines.adaptive.predicates import Evaluation, Places, reading
from vsym.engines.adaptive.reached import Alike, Node, Origin, Part, Reached, Values
from vsym.engines.adaptive.readings import Reading
from vsym.engines.adaptive.stepper import Ends, OverflowingError
from vsym.logic.folding import with_values
from vsym.logic.formula import FALSE, TRUE, Formula
from vsym.logic.terms import Atom, Named
from vsym.models.counting.counts import deadlocked, with_meaning
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import ModelPath, Replay, State, Step, step_of
from vsym.models.protocol import ReplayError
from vsym.symmetry.virtual.edges import Edge
from vsym.system.result import PathKind
from vsym.system.starts import initial_states
from vsym.system.system import System

# Edges from nodes alike that are kept ready; a model may have any number.
_KEPT = 100_000

_NO_ENDS = Ends(None)


@frozen
class Annotated:
    """A model, its edges, and its initial condition.

    `respected` gives the partition that a predicate respects. `cells` are the processes that the initial condition does
    not tell apart, and `starts` the initial states as vectors of their counts, as a system without events.
    """

    model: Model
    edges: tuple[Edge, ...]
    respected: Callable[[Formula], Sequence[Processes]]
    cells: tuple[Processes, ...]
    starts: System

    @property
    def fair(self) -> bool:
        """True where only fair paths count."""
        return bool(self.model.fairness)

    @property
    def has_several_starts(self) -> bool:
        """True where there is more than one initial state."""
        width = len(self.model.states)
        number = 0
        for vector in initial_states(self.starts):
            counts = (vector[place * width : (place + 1) * width] for place in range(len(self.cells)))
            number += 1 if all(sum(map(bool, count)) == 1 for count in counts) else 2
            if number > 1:
                return True
        return False

    def stepper(self, deadline: float | None) -> ProcessStepper:
        """The steps of the model, for one search."""
        return ProcessStepper(self, deadline)


class Move(NamedTuple):
    """A step of a process of one cell, from states that have some in the digit `source`; it adds `change`."""

    mover: int
    source: Counts
    change: int


class Crossing(NamedTuple):
    """An edge, by its place, from states under one partition: the reading of its guard, the moves by the cells of
    processes that may take it, and its assignments to the shared variables, by their positions.

    `always` is true where the guard holds in all of these states and they need not be unwound, `counted` where an
    assigned value depends on a count.
    """

    place: int
    always: bool
    reading: Reading
    moves: tuple[Move, ...]
    update: tuple[tuple[int, Evaluation], ...]
    counted: bool


class Leaving(NamedTuple):
    """An edge that some nodes alike may take, and its moves, each with the step to where it leads; None where a count
    decides that."""

    crossing: Crossing
    moves: tuple[tuple[Move, Origin | None], ...]


class Leavings(NamedTuple):
    """The edges that nodes alike may take: shared values leave their guards open, and somebody is in their source.

    All nodes take the moves in `certain`, each with the change that it adds to the counts.
    """

    certain: tuple[tuple[int, Origin], ...]
    others: tuple[Leaving, ...]


class ProcessStepper:
    """The steps of a model of processes between annotated states."""

    start_fault = False
    faults: frozenset[Atom] = frozenset()

    def __init__(self, subject: Annotated, deadline: float | None) -> None:
        self.subject, self.deadline = subject, deadline
        self.model, self.edges = subject.model, subject.edges
        self.states = {state: place for place, state in enumerate(self.model.states)}
        self.shared = {variable.name: place for place, variable in enumerate(self.model.shared)}
        self.partitions = Partitions(self.model.size, len(self.model.states))
        self.alive: dict[Values, list[tuple[int, Edge, Formula]]] = {}
        self.crossings: dict[tuple[int, int, Formula], Crossing] = {}
        self.leavings: dict[Alike, Leavings] = {}
        self.ready = 0
        self.deadlock = deadlocked(self.model)
        self.readings: dict[tuple[int, Formula], Reading] = {}
        self.respected: dict[Formula, int] = {}

    @property
    def bytes(self) -> int:
        """The approximate bytes of the partitions."""
        return self.partitions.bytes

    def initial(self) -> Iterator[Node]:
        """The initial states, annotated with the cells of processes that the initial condition does not distinguish."""
        cells = self.subject.cells
        partition, width = self.partitions.number(cells), len(self.model.states)
        for vector in initial_states(self.subject.starts):
            counts = self.partitions.digits.packed([vector[: len(cells) * width]])
            yield Node(partition, counts, tuple(vector[len(cells) * width :]), -1, -1, -1, -1)

    def expanded(self, number: int, reached: Reached) -> Ends:
        """Add each state that a node leads to to those reached; a part that is deadlocked, if there is one."""
        nodes, add = reached.nodes, reached.add
        counts, alike = nodes.counts[number], nodes.alike[number]
        leavings = self.leavings.get(alike)
        certain, others = self._leavings(alike, reached) if leavings is None else leavings
        for change, origin in certain:
            add(counts + change, number, origin)
        moves = moves_everywhere = bool(certain)
        for crossing, steps in others:
            hit, moves_here = crossing.reading, False
            for part in hit.satisfying(counts, alike.shared, self.deadline):
                for (mover, source, change), step in steps:
                    if part & source:
                        if self.edges[crossing.place].overflow:
                            raise OverflowingError(crossing.place, Part(number, hit.partition, part))
                        moves_here = True
                        add(part + change, number, step or _origin(reached, crossing, part, alike.shared, mover))
            if moves_here:
                moves = True
                moves_everywhere = moves_everywhere or hit.is_uniform(counts)
        if moves_everywhere:
            return _NO_ENDS
        if not moves:
            return Ends(Part(number, alike.partition, counts))
        # Some of the node's states can move: see whether all can.
        hit = self.reading(nodes[number], self.deadlock)
        stuck = next(iter(hit.satisfying(counts, alike.shared, self.deadline)), None)
        return _NO_ENDS if stuck is None else Ends(Part(number, hit.partition, stuck))

    def _leavings(self, alike: Alike, reached: Reached) -> Leavings:
        if self.ready >= _KEPT:
            self.alive.clear()
            self.crossings.clear()
            self.leavings.clear()
            self.ready = 0
        column, cells = self.partitions.digits.column, range(len(self.partitions.cells[alike.partition]))
        present = {state for state in range(len(self.states)) if alike.support & column(cells, state)}
        certain, others = list[tuple[int, Origin]](), list[Leaving]()
        for place, edge, guard in self._alive(alike.shared):
            if self.states[edge.source] not in present:
                continue
            crossing = self._crossing(alike.partition, place, edge, guard)
            steps: list[tuple[Move, Origin | None]] = [(move, None) for move in crossing.moves]
            if not crossing.counted:
                first, shared = alike.first, alike.shared
                steps = [(move, _origin(reached, crossing, first, shared, move.mover)) for move in crossing.moves]
            if crossing.counted or edge.overflow or not crossing.always:
                others.append(Leaving(crossing, tuple(steps)))
            else:
                certain += [(move.change, step) for move, step in steps if step and alike.support & move.source]
        leavings = self.leavings[alike] = Leavings(tuple(certain), tuple(others))
        self.ready += len(certain) + len(others) + 1
        return leavings

    def _alive(self, shared: Values) -> list[tuple[int, Edge, Formula]]:
        """The edges whose guards these shared values leave open, each with the rest of its guard."""
        if shared not in self.alive:
            values = dict(zip(self.shared, shared, strict=True))
            left = [(place, edge, with_values(edge.guard, values)) for place, edge in enumerate(self.edges)]
            self.alive[shared] = [(place, edge, guard) for place, edge, guard in left if guard != FALSE]
        return self.alive[shared]

    def _crossing(self, partition: int, place: int, edge: Edge, guard: Formula) -> Crossing:
        """An edge from states under a partition, with the part of its guard that shared values leave open."""
        key = partition, place, guard
        if key not in self.crossings:
            respected = self.partitions.number(edge.partition)
            hit = reading(self.partitions, partition, respected, guard, self.states, self.shared)
            places = Places(self.partitions.digits, self.partitions.cells[hit.partition], self.states, self.shared)
            update = tuple((self.shared[name], places.evaluation(term)) for name, term in edge.update)
            moves = tuple(self._move(edge, mover) for mover in places.inside(edge.processes))
            always = hit.unwinding is None and guard == TRUE
            counted = any(not isinstance(atom, Named) for _, term in edge.update for atom, _ in term.terms)
            self.crossings[key] = Crossing(place, always, hit, moves, update, counted)
        return self.crossings[key]

    def _move(self, edge: Edge, mover: int) -> Move:
        digits, source, target = self.partitions.digits, self.states[edge.source], self.states[edge.target]
        change = digits.unit(mover, target) - digits.unit(mover, source)
        return Move(mover, digits.column([mover], source), change)

    def ending(self, _: Formula) -> None:
        """None: each predicate is read."""
        return

    def reading(self, node: Node, target: Formula) -> Reading:
        """The reading of states like a node for a predicate, which may be about deadlocks."""
        key = node.partition, target
        if key not in self.readings:
            formula = with_meaning(target, self.deadlock)
            if target not in self.respected:
                self.respected[target] = self.partitions.number(self.subject.respected(formula))
            respected = self.respected[target]
            self.readings[key] = reading(self.partitions, node.partition, respected, formula, self.states, self.shared)
        return self.readings[key]

    def lifted(self, nodes: Sequence[Node], part: Part, kind: PathKind) -> ModelPath:
        """A path as short as the search found it, from an initial state to a state of `part`.

        Backwards, any process of the mover's cell in the edge's target may have moved: exchanging it with another of
        the cell keeps the orbit. Raises ReplayError where the model has no such path.
        """
        model, partitions = self.model, self.partitions
        node = nodes[part.node]
        counts = partitions.unpacked(part.partition, part.counts)
        locations = _locations(model, partitions.cells[part.partition], counts)
        moved: list[tuple[int, int]] = []
        start = list(locations)
        while node.parent >= 0:
            edge = self.edges[node.edge]
            cell = partitions.cells[node.moved][node.mover]
            process = next(process for process in cell if start[process - 1] == edge.target)
            start[process - 1] = edge.source
            moved.append((process, node.edge))
            node = nodes[node.parent]
        replay = Replay(model, _state(model, start, node.shared))
        for process, place in reversed(moved):
            replay.take(self._step(replay.state, process, place))
        if replay.state != _state(model, locations, nodes[part.node].shared):
            raise ReplayError("the path does not lead to the state that was reached")
        return replay.path(kind)

    def _step(self, state: State, process: int, place: int) -> Step:
        for origin in self.edges[place].origins:
            step = step_of(self.model, state, process, self.model.transitions[origin])
            if step is not None:
                return step
        raise ReplayError(f"process {process} cannot move where the search says that it can")


def _origin(reached: Reached, crossing: Crossing, part: Counts, shared: Values, mover: int) -> Origin:
    """The step that a process takes from states with these counts and shared values."""
    values = _assigned(crossing, part, shared) if crossing.update else shared
    return Origin(reached.region(crossing.reading.partition, values), crossing.place, mover)


def _assigned(crossing: Crossing, counts: Counts, shared: Values) -> Values:
    values = list(shared)
    for position, value_of in crossing.update:
        values[position] = value_of(counts, shared)
    return tuple(values)


def _locations(model: Model, cells: Sequence[Processes], counts: Sequence[Cell]) -> list[str]:
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
