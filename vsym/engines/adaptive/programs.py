"""Programs for an adaptive search: the elements of a type are processes, and the data of each is its local state.

A node counts processes in the local states that it has, and the set of these belongs to its shared values: nodes that
may subsume each other agree on both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial

from vsym.basics.frozen import frozen
from vsym.basics.limits import check
from vsym.engines.adaptive import readings
from vsym.engines.adaptive.columns import Column, Columns, LocalStates
from vsym.engines.adaptive.digits import Counts
from vsym.engines.adaptive.partitions import Partitions, classes
from vsym.engines.adaptive.reached import Node, Origin, Part, Reached
from vsym.engines.adaptive.readings import Reading
from vsym.engines.adaptive.rules import RuleEdge, Rules, grouped
from vsym.engines.adaptive.stepper import Ending, Ends
from vsym.logic.folding import satisfied
from vsym.logic.formula import Comparison, Formula, atoms
from vsym.logic.terms import Atom, Linear
from vsym.models.counting.processes import Processes, refine
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Condition, Faulty, Program, Stuck
from vsym.models.program.semantics import Firing, ProgramPath, Semantics, State
from vsym.models.program.types import Simple
from vsym.models.protocol import ReplayError
from vsym.system.result import Path, PathKind


@frozen
class AnnotatedProgram:
    """A program, the type whose elements, numbered from 1, are its processes, and its edges.

    `respected` gives the partition that a predicate respects: its value, and the errors of the conditions in it. The
    `wrong` conditions may end in an error in some states. With `together` there is one edge, of all instances: an
    instance may fire or not because of others, or states differ in their instances.
    """

    model: Program
    type: Simple
    columns: Columns
    edges: tuple[RuleEdge, ...]
    respected: Callable[[Formula], Sequence[Processes]]
    wrong: tuple[Condition, ...]
    together: bool

    @property
    def fair(self) -> bool:
        """True where only fair paths count."""
        return bool(self.model.fairness or self.model.fair_rules)

    @property
    def has_several_starts(self) -> bool:
        """True where there is more than one start state."""
        states: set[State] = set()
        for fired in Semantics(self.model).starts():
            if fired.state is not None:
                states.add(fired.state)
            if len(states) > 1:
                return True
        return False

    def stepper(self, deadline: float | None) -> ProgramStepper:
        """The steps of the program, for one search."""
        return ProgramStepper(self, deadline)


class ProgramStepper:
    """The steps of a program between annotated states."""

    def __init__(self, subject: AnnotatedProgram, deadline: float | None) -> None:
        self.subject, self.columns, self.deadline = subject, subject.columns, deadline
        self.semantics = Semantics(subject.model)
        self._rules = Rules(subject.model, subject.columns, together=subject.together)
        # Elements are in at most as many local states as there are elements.
        self.partitions = Partitions(self.columns.size, max(1, self.columns.size))
        self._locals = LocalStates(subject.columns, self.partitions.digits)
        self.start_fault = False
        self._faults: set[Atom] = set()
        self._groups = [*grouped(subject.edges, self.partitions)]
        self._respected: dict[Formula, int] = {}
        self._unwindings: dict[tuple[int, int], Reading] = {}

    @property
    def bytes(self) -> int:
        """The approximate bytes of partitions and local states."""
        return self.partitions.bytes + self._locals.bytes

    @property
    def faults(self) -> frozenset[Atom]:
        """The conditions that end in an error in some state met so far."""
        return frozenset(self._faults)

    @cached_property
    def _whole(self) -> int:
        """The coarsest partition that all edges respect."""
        every = Processes.of([(1, self.columns.size)])
        cells = (cell for group in self._groups for cell in self.partitions.cells[group.partition])
        return self.partitions.number(refine([every, *cells]))

    def initial(self) -> Iterator[Node]:
        """The start states, with the coarsest partition whose permutations take start states to start states."""
        states: dict[State, None] = {}
        for fired in self.semantics.starts():
            check(self.deadline)
            self.start_fault |= fired.fault is not None
            if fired.state is not None:
                states[fired.state] = None
        partition = self.partitions.number(self._alike([*states]))
        for state in states:
            counts, shared = self._locals.counts(state, self.partitions.cells[partition])
            yield Node(partition, counts, (shared,), -1, -1, -1, -1)

    def _alike(self, states: Sequence[State]) -> Sequence[Processes]:
        """The coarsest partition of elements whose exchange takes some states to themselves."""
        split = [self.columns.split(state) for state in states]
        known = {(rest, *columns) for rest, columns in split}

        def exchanged(one: int, other: int) -> bool:
            for rest, columns in split:
                check(self.deadline)
                image = [*columns]
                image[one], image[other] = columns[other], columns[one]
                if (rest, *image) not in known:
                    return False
            return True

        return classes(self.columns.size, exchanged)

    def expanded(self, number: int, reached: Reached) -> Ends:
        """Add each state that a node leads to to those reached; parts of it that are deadlocked, or end in an error."""
        node = reached.nodes[number]
        faulty = self._wrong(number, node)
        moves = moves_everywhere = False
        for place, group in enumerate(self._groups):
            if not self._rules.is_open(group, self._locals.codes(node.shared[0])):
                continue
            hit = self._unwinding(node, group.partition)
            cells = self.partitions.cells[hit.partition]
            everywhere = True
            for part in hit.satisfying(node.counts, node.shared, self.deadline):
                check(self.deadline)
                state, columns = self._state(hit.partition, part, node.shared)
                stays = True
                for fired in self._rules.fired(group, state, columns, cells):
                    if fired is None or fired.fault is not None:
                        faulty = faulty or Part(number, hit.partition, part)
                    elif fired.state is not None:
                        counts, values = self._locals.counts(fired.state, cells)
                        reached.add(counts, number, Origin(reached.region(hit.partition, (values,)), place))
                    stays &= fired is not None and self._rules.is_idle(fired)
                moves |= not stays
                everywhere &= not stays
            moves_everywhere |= everywhere
        if moves_everywhere or self.subject.model.dialect.deadlock == "off":
            return Ends(None, faulty)
        if not moves:
            return Ends(Part(number, node.partition, node.counts), faulty)
        # Some of the node's states can move: see whether all can.
        stuck = self._first(number, node, self._whole, self._rules.semantics.stuck)
        return Ends(stuck, faulty)

    def _wrong(self, number: int, node: Node) -> Part | None:
        """A part of a node's states in which a condition ends in an error; None where there is none."""
        found = None
        for condition in self.subject.wrong:
            part = self._first(number, node, self._respecting([condition]), partial(self._fails, condition))
            if part is not None:
                self._faults.add(condition)
                found = found or part
        return found

    def _fails(self, condition: Condition, state: State) -> bool:
        """True where a condition ends in an error."""
        try:
            self.semantics.condition(condition, state)
        except FaultError:
            return True
        return False

    def _first(self, number: int, node: Node, respected: int, test: Callable[[State], bool]) -> Part | None:
        """The first part of a node's states that satisfies a predicate; None where none does."""
        hit = self._reading(node, respected, test)
        part = next(iter(hit.satisfying(node.counts, node.shared, self.deadline)), None)
        return None if part is None else Part(number, hit.partition, part)

    def ending(self, target: Formula) -> Ending | None:
        """Deadlocks or errors, where a predicate is about them alone."""
        match [*atoms(target)]:
            case [Stuck() | Faulty() as atom] if satisfied(target, lambda _: 1) and not satisfied(target, lambda _: 0):
                return "deadlocked" if isinstance(atom, Stuck) else "faulty"
        return None

    def reading(self, node: Node, target: Formula) -> Reading:
        """The reading of states like a node for a predicate: it holds where no atom of it ends in an error."""

        def holds(state: State) -> bool:
            try:
                return self.semantics.holds(target, state)
            except FaultError:
                return False

        conditions = [atom for atom in atoms(target) if isinstance(atom, Condition)]
        if len(conditions) == len(atoms(target)):
            if target not in self._respected:
                self._respected[target] = self.partitions.number(self.subject.respected(target))
            return self._reading(node, self._respected[target], holds)
        # Deadlocks and errors depend on all edges, and errors on all conditions.
        partition = self.partitions.meet(self._whole, self._respecting([*conditions, *self.subject.wrong]))
        return self._reading(node, partition, holds)

    def _respecting(self, conditions: Iterable[Condition]) -> int:
        """The coarsest partition that conditions respect, each by itself."""
        every = Processes.of([(1, self.columns.size)])
        asked = (Comparison(Linear(((condition, 1),)), "=", 1) for condition in conditions)
        cells: list[Processes] = []
        for formula in asked:
            if formula not in self._respected:
                self._respected[formula] = self.partitions.number(self.subject.respected(formula))
            cells += self.partitions.cells[self._respected[formula]]
        return self.partitions.number(refine([every, *cells]))

    def _reading(self, node: Node, respected: int, test: Callable[[State], bool]) -> Reading:
        hit = self._unwinding(node, respected)
        return hit._replace(test=lambda counts, shared: test(self._state(hit.partition, counts, shared)[0]))

    def _state(self, partition: int, counts: Counts, shared: Sequence[int]) -> tuple[State, list[int]]:
        """One of the states with these counts under a partition, and the local state of each element in it."""
        return self._locals.state(self.partitions.cells[partition], counts, shared[0])

    def _unwinding(self, node: Node, respected: int) -> Reading:
        """All parts of states like a node under the meet with another partition."""
        key = node.partition, respected
        if key not in self._unwindings:
            meet = self.partitions.meet(node.partition, respected)
            caps = [(size,) * self.partitions.digits.states for size in self.partitions.sizes[meet]]
            self._unwindings[key] = readings.reading(
                self.partitions, node.partition, meet, lambda _, __: True, lambda: caps
            )
        return self._unwindings[key]

    def lifted(self, nodes: Sequence[Node], part: Part, kind: PathKind) -> ProgramPath:
        """A path as short as the search found it, from a start state to a state of `part`.

        Backwards, the step that led to each node is found again, and its states are exchanged so that it leads to the
        state after it. Raises ReplayError where the program has no such path.
        """
        node = nodes[part.node]
        states = [self._state(part.partition, part.counts, node.shared)[0]]
        steps: list[Firing | None] = []
        while node.parent >= 0:
            before, firing = self._before(nodes[node.parent], node, states[-1])
            states.append(before)
            steps.append(firing)
            node = nodes[node.parent]
        return Path(kind, tuple(reversed(states)), tuple(reversed(steps)))

    def _before(self, parent: Node, node: Node, after: State) -> tuple[State, Firing]:
        """A state of a node that leads to a given one of another node by a firing of the edges that led there."""
        group = self._groups[node.edge]
        hit = self._unwinding(parent, group.partition)
        cells = self.partitions.cells[hit.partition]
        for part in hit.satisfying(parent.counts, parent.shared, None):
            state, columns = self._state(hit.partition, part, parent.shared)
            for fired in self._rules.fired(group, state, columns, cells):
                if fired is None or fired.state is None:
                    continue
                counts, shared = self._locals.counts(fired.state, cells)
                orbit = self.partitions.coarsened(hit.partition, counts)
                if orbit == (node.partition, node.counts) and (shared,) == node.shared:
                    before = self._exchanged(state, fired.state, after, hit.partition)
                    for then in self._rules.fired(group, before, None, cells):
                        if then is not None and then.state == after:
                            return before, then.firing
        raise ReplayError("no step leads to a state that was reached")

    def _exchanged(self, state: State, made: State, after: State, partition: int) -> State:
        """The image of a state under a permutation of the partition that takes `made`, its successor, to `after`."""
        codes, columns = self.columns.split(state)
        (_, here), (_, there) = self.columns.split(made), self.columns.split(after)
        image = [*columns]
        for cell in self.partitions.cells[partition]:
            places = defaultdict[Column, list[int]](list)
            for element in cell:
                places[there[element - 1]].append(element - 1)
            for element in cell:
                image[places[here[element - 1]].pop()] = columns[element - 1]
        return self.columns.joined(codes, image)
