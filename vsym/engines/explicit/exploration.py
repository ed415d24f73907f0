"""Breadth-first exploration of a system, as far as the limits allow, and the properties decided on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.basics.limits import SPARE, Budget, Interruption, LimitReachedError
from vsym.engines.compiled.model import INITIALLY
from vsym.engines.compiled.search import questions
from vsym.engines.explicit.graph import Graph
from vsym.engines.explicit.initial import initial_vectors
from vsym.engines.explicit.stepping import Stepper, path_of
from vsym.engines.explicit.table import Keys, Layout, Mask, Numbers, StateTable
from vsym.engines.explicit.vectorised import compiled
from vsym.logic.bounds import Side, on
from vsym.logic.explaining import Route, path_to
from vsym.logic.formula import Formula
from vsym.logic.properties import Property
from vsym.system.report import Progress, Report
from vsym.system.result import ErrorReached, PathKind, SystemPath
from vsym.system.step import Vector
from vsym.system.system import System

# Cells that one batch of states may fill: small enough for the caches, large enough that NumPy's calls cost little.
_BATCH_CELLS = 2**19
_BATCH = 2**16
_SECONDS_BETWEEN_REPORTS = 0.1


_Values = NDArray[np.int32]


@frozen(eq=False)
class Exploration:
    """The states found, numbered as a queue finds them: the initial ones first, none before one at a smaller distance.

    `graph` has the successors of the first `expanded` states, the others' are not known. `parents` leads from each
    state back on a shortest path, −1 from the initial ones. `depth` is the largest distance from an initial state.
    `interrupted` tells what stopped the exploration before it was `complete`, and `all_initial` whether it found all
    initial states at least. `deadlocked` are the expanded states with nothing enabled, `taken` the events that some of
    the expanded states enable.
    """

    system: System
    stepper: Stepper
    keys: Keys
    graph: Graph
    parents: Numbers
    deadlocked: Numbers
    taken: frozenset[int]
    initial: int
    depth: int
    all_initial: bool
    interrupted: Interruption | None
    seconds: float

    @property
    def states(self) -> int:
        """The number of states found."""
        return len(self.keys)

    @property
    def expanded(self) -> int:
        """The number of states whose successors are known."""
        return self.graph.unknown

    @property
    def judged(self) -> int:
        """The number of states with decided predicates: all."""
        return len(self.keys)

    @property
    def complete(self) -> bool:
        """Tells if these are all the reachable states."""
        return self.all_initial and self.expanded == self.states

    def where(self, predicate: Formula) -> Mask:
        """The states in which a predicate holds."""
        program = compiled(self.system, [predicate])
        layout, keys = self.stepper.layout, self.keys
        result = np.empty(len(keys), dtype=np.bool_)
        for start in range(0, len(keys), _BATCH):
            batch = keys[start : start + _BATCH]
            [result[start : start + _BATCH]] = program.run(layout.columns(batch, program.positions), len(batch))
        return result

    def justice(self, side: Side) -> tuple[Mask, ...]:
        """The states in which each fairness constraint holds for sure, or may hold."""
        return tuple(self.where(on(side, constraint.formula)) for constraint in self.system.fairness)

    def path(self, route: Route[int], kind: PathKind) -> SystemPath:
        """A route as a path of the system."""
        return path_of(self.stepper, self.keys, route, kind)

    def vector(self, state: int) -> Vector:
        """A state as a vector of the system."""
        return self.stepper.layout.unpack(self.keys[state : state + 1])[0]

    @property
    def idle(self) -> tuple[int, ...] | None:
        """The events that are no errors and that no reachable state enables; None where not all states are known."""
        if not self.complete:
            return None
        regular = (number for number, event in enumerate(self.system.events) if event.error is None)
        return tuple(number for number in regular if number not in self.taken)


def explore(
    system: System, budget: Budget, report: Report, properties: Sequence[Property] = (), engine: str = ""
) -> Exploration:
    """Explore a system until all states are found, the properties are decided, or a limit or Ctrl-C ends it.

    The memory limit is for the graph and a fixpoint on it. States found before the end are kept. Raises ErrorReached at
    the first state that enables an event that is an error, ValueError on an entry whose range is wider than 62 bits or
    depends on a parameter.
    """
    report.say("exploring the states")
    search = _Search(system, budget, report, properties, engine)
    interrupted: Interruption | None = None
    try:
        search.run()
    except LimitReachedError as limit:
        interrupted = limit.interruption
    except KeyboardInterrupt:
        interrupted = "keyboard"
    except (MemoryError, OverflowError):
        interrupted = "memory"
    return search.result(interrupted)


@frozen
class _Final:
    """The final part of the arrays; replaced as a whole, so that an interruption never sees half of a batch."""

    initial: int = 0
    all_initial: bool = False
    states: int = 0
    expanded: int = 0
    edges: int = 0
    deadlocked: int = 0
    depth: int = 0


class _Search:
    """An exploration at work."""

    def __init__(
        self, system: System, budget: Budget, report: Report, properties: Sequence[Property], engine: str
    ) -> None:
        self.system, self.budget, self.max_bytes, self.report = system, budget, budget.max_bytes, report
        self.bound = budget.bound
        self.stepper = Stepper.of(system)
        self.layout = self.stepper.layout
        self.table = StateTable(self.layout.words)
        self.parents, self.degrees, self.targets, self.deadlocked = (_GrowingArray() for _ in range(4))
        self.taken: set[int] = set()
        self.final = _Final()
        self.started = self.reported = time.monotonic()
        self.answers = Answers(system, properties, budget, report, engine, self.layout, self.distance)

    def distance(self, state: int) -> int:
        """The distance of a state from the initial ones."""
        return len(path_to(self.parents.first(self.final.states), state)) - 1

    def run(self) -> None:
        for vectors in initial_vectors(self.system):
            self.pause()
            _, fresh = self.table.add(self.layout.pack(vectors))
            self.parents.append(np.full(len(fresh), -1))
            self.final = replace(self.final, initial=self.table.size, states=self.table.size)
        self.final = replace(self.final, all_initial=True)
        width = self.layout.words + len(self.stepper.positions) + len(self.system.events)
        batch = max(64, _BATCH_CELLS // width)
        distance = 0
        while self.final.expanded < self.final.states:
            if distance == self.bound:
                raise LimitReachedError("bound")
            layer_end = self.final.states
            while self.final.expanded < layer_end:
                self.pause()
                self.expand(min(self.final.expanded + batch, layer_end), distance)
                final = self.final
                self.answers.look(self.table.keys[: final.states], final.initial)
                if final.expanded < final.states and self.answers.is_enough(final.initial, final.expanded):
                    raise LimitReachedError("decided")
            distance += 1

    def expand(self, end: int, distance: int) -> None:
        """Find the successors of the states up to `end`, all at one distance from the initial states."""
        begin = self.final.expanded
        step = self.stepper.successors(self.table.keys[begin:end])
        if step.error is not None:
            row, event = step.error
            route = Route(path_to(self.parents.first(self.final.states), begin + row))
            raise ErrorReached(event, path_of(self.stepper, self.table.keys, route, "counterexample"))
        self.taken.update(step.taken)
        numbers, fresh = self.table.add(step.keys)
        sources = np.repeat(np.arange(begin, end), step.degrees)
        self.parents.append(sources[fresh])
        self.degrees.append(step.degrees)
        self.targets.append(numbers)
        self.deadlocked.append(begin + np.flatnonzero(step.deadlocked))
        self.final = replace(
            self.final,
            states=self.table.size,
            expanded=end,
            edges=len(self.targets),
            deadlocked=len(self.deadlocked),
            depth=distance + 1 if len(fresh) else self.final.depth,
        )

    def pause(self) -> None:
        """Between batches: stop at a limit, else report."""
        self.budget.check()
        final = self.final
        if final.states * (16 * self.layout.words + 64) + final.edges * 36 > self.max_bytes:
            raise LimitReachedError("memory")
        now = time.monotonic()
        if now - self.reported >= _SECONDS_BETWEEN_REPORTS:
            self.reported = now
            frontier = final.states - final.expanded
            total = self.system.state_count
            self.report.explored(Progress(final.states, frontier, final.depth, total, now - self.started))

    def result(self, interrupted: Interruption | None) -> Exploration:
        """The exploration so far."""
        final = self.final
        offsets = np.zeros(final.states + 1, dtype=np.int64)
        np.cumsum(self.degrees.first(final.expanded), out=offsets[1 : final.expanded + 1])
        offsets[final.expanded + 1 :] = final.edges
        return Exploration(
            system=self.system,
            stepper=self.stepper,
            keys=self.table.keys[: final.states],
            graph=Graph(offsets, self.targets.first(final.edges), final.expanded),
            parents=self.parents.first(final.states),
            deadlocked=self.deadlocked.first(final.deadlocked),
            taken=frozenset(self.taken),
            initial=final.initial,
            depth=final.depth,
            all_initial=final.all_initial,
            interrupted=interrupted,
            seconds=time.monotonic() - self.started,
        )


class _GrowingArray:
    """32-bit integers, to which more are appended in amortised constant time each."""

    def __init__(self) -> None:
        self._values: _Values = np.empty(1024, dtype=np.int32)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def append(self, values: NDArray[np.integer]) -> None:
        """Add values at the end."""
        end = self._size + len(values)
        if end > len(self._values):
            longer = np.empty(max(end, 2 * len(self._values)), dtype=np.int32)
            longer[: self._size] = self._values[: self._size]
            self._values = longer
        self._values[self._size : end] = values
        self._size = end

    def first(self, size: int) -> _Values:
        """The first `size` values; a view that a later append may leave behind."""
        return self._values[:size]


class Answers:
    """The properties' questions of reachability, each checked in every state once.

    `distance` is a state's distance from an initial one. Small explorations end before a check is worth it.
    """

    def __init__(
        self,
        system: System,
        properties: Sequence[Property],
        budget: Budget,
        report: Report,
        engine: str,
        layout: Layout,
        distance: Callable[[int], int],
    ) -> None:
        self._system, self._properties, self._spare, self._layout = system, properties, budget.spare, layout
        self._questions = questions(properties, fair=bool(system.fairness), everywhere=False)
        # No verdict counts before it is certain that no error can be reached.
        self._safe = all(event.error is None for event in system.events)
        self._announce, self._distance = self._questions.announcing(properties, engine, report), distance
        self._answered = [False] * len(self._questions.targets)
        self._looked, self._started = 0, time.monotonic()

    def look(self, keys: Keys, initial: int) -> None:
        """Check the states that are new since the last call."""
        if not self._safe or all(self._answered) or len(keys) < (SPARE if self._spare is None else self._spare):
            return
        for start in range(self._looked, len(keys), _BATCH):
            for question, state in self._first(keys[start : start + _BATCH], start, initial):
                self._answered[question] = True
                self._announce(question, self._distance(state), time.monotonic() - self._started)
        self._looked = len(keys)

    def is_enough(self, initial: int, expanded: int) -> bool:
        """True if the properties need no more states after so many, the initial ones among them."""
        if not self._safe or self._spare is None or expanded < self._spare:
            return False
        return self._questions.is_enough(self._properties, self._answered, initial, expanded)

    def _first(self, batch: Keys, start: int, initial: int) -> Iterator[tuple[int, int]]:
        """The open questions that some states answer, each with the first of them."""
        kinds = enumerate(self._questions.targets)
        open_ = [
            (number, target, initial - start if kind == INITIALLY else len(batch))
            for number, (kind, target) in kinds
            if not self._answered[number]
        ]
        program = compiled(self._system, [target for _, target, _ in open_])
        masks = program.run(self._layout.columns(batch, program.positions), len(batch))
        for (number, _, end), mask in zip(open_, masks, strict=True):
            states = np.flatnonzero(mask[: max(0, end)])
            if states.size:
                yield number, start + int(states[0])
