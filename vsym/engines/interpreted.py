"""The interpreted engine: programs by their plain semantics, breadth first, for where there is no C compiler."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, Interruption, LimitReachedError
from vsym.basics.platform import ARRAYS
from vsym.basics.source import Diagnostic
from vsym.engines.compiled.model import INITIALLY
from vsym.engines.compiled.search import Questions, Route, Search, Step, questions
from vsym.engines.compiled.source import atom_numbers
from vsym.engines.compiled.verdicts import Judgement
from vsym.engines.protocol import Answer, mixed_logics, raise_refusals
from vsym.logic.explaining import path_to
from vsym.logic.folding import satisfied
from vsym.logic.formula import atoms
from vsym.logic.properties import Property
from vsym.logic.terms import Atom
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Faulty, Program, Stuck
from vsym.models.program.semantics import Semantics, State
from vsym.system.report import Progress, Report
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.engines.compiled.graph_files import Written

NAME = "interpreted"

NO_ARRAYS = "properties of paths need NumPy here, which the installed vsym has"

_SECONDS_BETWEEN_REPORTS = 0.1

_STATE_BYTES = 400

_EDGE_BYTES = 100


@frozen
class InterpretedEngine:
    """States one by one, by the interpreter."""

    name: str = NAME

    def accepts(self, _: Program, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL."""
        return mixed_logics(prop)

    def verify(self, subject: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """Explore as far as the limits allow, and decide the properties on that; raises DiagnosticError."""
        raise_refusals(self, subject, properties)
        plan = questions(properties, fair=bool(subject.fairness or subject.fair_rules), everywhere=True)
        report.say("exploring the states")
        exploration = Exploration(subject, properties, plan, budget, report)
        search, written = exploration.run(), exploration.written if ARRAYS else None
        judgement = Judgement(subject, tuple(properties), plan, search, exploration, written, NAME, graphless=NO_ARRAYS)
        return Answer(judgement.verdicts(budget, report), judgement.reached())

    def explore(self, subject: Program, budget: Budget, report: Report) -> Reached:
        """The reachable states, as far as the limits allow."""
        reached = self.verify(subject, (), budget, report).reached
        assert reached is not None
        return reached


class Exploration:
    """An exploration, at work and then over; of a state with a fault in a condition, the others are still known."""

    def __init__(
        self, program: Program, properties: Sequence[Property], questions: Questions, budget: Budget, report: Report
    ) -> None:
        self.program, self.properties, self.questions = program, properties, questions
        self.budget, self.report = budget, report
        self.announce = questions.announcing(properties, NAME, report)
        self.semantics = Semantics(program)
        self.numbers: dict[State, int] = {}
        self.states: list[State] = []
        self.parents: list[int] = []
        self.edges: list[list[tuple[int, int]]] = []
        self.atoms: list[list[int]] = []
        self.answers: list[int | None] = [None] * len(questions.targets)
        self.fired = [False] * len(program.rules)
        self.faulty = [False] * len(program.conditions)
        self.initial = self.depth = self.rules_fired = 0
        self.deadlocked: list[int] = []
        self.start_fault = self.all_initial = False
        self.interrupted: Interruption | None = None
        self.started = self.reported = time.monotonic()

    def run(self) -> Search:
        """Explore as far as the limits allow."""
        try:
            self._run()
        except LimitReachedError as limit:
            self.interrupted = limit.interruption
        except KeyboardInterrupt:
            self.interrupted = "keyboard"
        except MemoryError:
            self.interrupted = "memory"
        return Search(
            states=len(self.states),
            initial=self.initial,
            expanded=len(self.edges),
            depth=self.depth,
            rules_fired=self.rules_fired,
            deadlocks=len(self.deadlocked),
            deadlock=self.deadlocked[0] if self.deadlocked else None,
            start_fault=self.start_fault,
            complete=self.interrupted is None,
            interrupted=self.interrupted,
            seconds=time.monotonic() - self.started,
            bytes_used=len(self.states) * _STATE_BYTES,
            answers=tuple(self.answers),
            fired=tuple(self.fired),
            faulty_conditions=tuple(self.faulty),
            all_initial=self.all_initial,
        )

    def written(self) -> Written:
        """The graph of the explored states."""
        # Only graphs need NumPy.
        import numpy as np

        from vsym.engines.compiled.graph_files import of_edges

        degrees = np.array([len(edges) for edges in self.edges], dtype=np.int64)
        flat = np.array([edge for edges in self.edges for edge in edges], dtype=np.int32).reshape(-1, 2)
        width = len(atom_numbers(self.program)) + len(self.program.fair_rules)
        bits = np.array(self.atoms, dtype=np.uint8).reshape(len(self.edges), width)
        return of_edges(degrees, flat[:, 0], flat[:, 1], np.array(self.parents, dtype=np.int32), bits)

    def to(self, state: int) -> Route:
        """A shortest path to a state."""
        path = path_to(self.parents, state)
        return self.along(path, [None] * len(path), None)

    def along(self, states: Sequence[int], rules: Sequence[int | None], loop: int | None) -> Route:
        """The path along states, each reached by the given rule, or by any for None."""
        steps = [Step(self.states[states[0]], None, ())]
        for before, state, rule in zip(states, states[1:], rules[1:], strict=False):
            target = self.states[state]
            firings = (one.firing for one in self.semantics.fire(self.states[before]) if one.state == target)
            firing = next((one for one in firings if rule in (None, one.rule)), None)
            steps.append(Step(target, None, ()) if firing is None else Step(target, firing.rule, firing.values))
        return Route(tuple(steps), loop)

    def _run(self) -> None:
        for fired in self.semantics.starts():
            self.start_fault |= fired.fault is not None
            if fired.state is not None:
                self._add(fired.state, -1)
        self.initial, self.all_initial = len(self.states), True
        level, end = 0, self.initial
        while len(self.edges) < len(self.states):
            if len(self.edges) == end:
                level, end = level + 1, len(self.states)
            if level == self.budget.bound:
                raise LimitReachedError("bound")
            self._pause(level)
            self._expand(len(self.edges), level)
            if len(self.states) > end:
                self.depth = level + 1
            if len(self.edges) < len(self.states) and self._is_enough():
                raise LimitReachedError("decided")

    def _expand(self, number: int, level: int) -> None:
        """Record the successors of a state, the values of its atoms, and the questions that it answers."""
        state = self.states[number]
        fired = self.semantics.fire(state)
        values = self._judged(state)
        enabled = {one.firing.rule for one in fired}
        for rule in enabled:
            self.fired[rule] = True
        self.rules_fired += len(fired)
        fair = [int(one.rule in enabled) for one in self.program.fair_rules]
        self.atoms.append([*(int(value or 0) for value in values.values()), *fair])
        self.edges.append([(self._add(one.state, number), one.firing.rule) for one in fired if one.state is not None])
        if values[Stuck()]:
            self.deadlocked.append(number)

        def truth(atom: Atom) -> int:
            return int(values[atom] or 0)

        for question, (kind, target) in enumerate(self.questions.targets):
            is_open = self.answers[question] is None and (kind != INITIALLY or number < self.initial)
            # A predicate holds where no atom of it ends in an error.
            if is_open and None not in (values[atom] for atom in atoms(target)) and satisfied(target, truth):
                self.answers[question] = number
                self.announce(question, level, time.monotonic() - self.started)

    def _judged(self, state: State) -> dict[Atom, bool | None]:
        """The values of the atoms in a state, None where one ends in an error."""
        values: dict[Atom, bool | None] = {}
        for place, condition in enumerate(self.program.conditions):
            try:
                values[condition] = self.semantics.condition(condition, state)
            except FaultError:
                values[condition], self.faulty[place] = None, True
        values[Stuck()] = self.semantics.stuck(state)
        values[Faulty()] = bool(self.semantics.faults(state))
        return values

    def _add(self, state: State, parent: int) -> int:
        number = self.numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
            self.parents.append(parent)
        return number

    def _is_enough(self) -> bool:
        expanded, spare = len(self.edges), self.budget.spare
        if spare is None or expanded < spare:
            return False
        answered = [answer is not None for answer in self.answers]
        return self.questions.is_enough(self.properties, answered, self.initial, expanded)

    def _pause(self, level: int) -> None:
        self.budget.check()
        state_bytes = _STATE_BYTES + 8 * self.program.layout.width
        if len(self.states) * state_bytes + self.rules_fired * _EDGE_BYTES > self.budget.max_bytes:
            raise LimitReachedError("memory")
        now = time.monotonic()
        if now - self.reported >= _SECONDS_BETWEEN_REPORTS:
            self.reported = now
            states, frontier = len(self.states), len(self.states) - len(self.edges)
            self.report.explored(Progress(states, frontier, level, None, now - self.started))


ENGINE = InterpretedEngine()
