"""AG and EF of predicates, by the search that ends first: for reachable states, or for states that lead to the goal.

The smaller of the two diagrams is not known beforehand. So the searches take growing turns: forward saturation first.
Then each open question gets a search for a shortest path from both ends, and saturation backward from the goal. Each
turn resumes from the cached results of the last.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from vsym.basics.limits import Budget, Interruption
from vsym.diagrams import OutOfNodes, StateSet
from vsym.engines.diagrams.deciding import NAME, decide
from vsym.engines.diagrams.encoding import FIRST_TURN, Encoding, Turn, TurnOverError
from vsym.engines.diagrams.paths import shortest
from vsym.engines.diagrams.saturation import (
    STOPS,
    Saturated,
    check_errors,
    checker,
    interruption_by,
    saturate,
    unfinished,
    with_idle,
    with_path,
)
from vsym.engines.diagrams.sets import Valuation
from vsym.engines.protocol import Answer
from vsym.logic.ctl import Reduction
from vsym.logic.explaining import Route
from vsym.logic.properties import Property
from vsym.logic.reachability import Question, reachability
from vsym.system.report import Report
from vsym.system.result import PathKind, Verdict
from vsym.system.step import Vector
from vsym.system.system import System


def verify(
    system: System, properties: Sequence[Property], budget: Budget, report: Report, first_turn: int = FIRST_TURN
) -> Answer:
    """The verdict on each property, and the reachable states, None if they were not needed.

    Raises ErrorReached for a reachable state that enables an event that is an error, and RefusedError.
    """
    started = time.monotonic()
    turn = Turn(checker(budget, report, lambda: encoding.space.node_count))
    encoding = Encoding(system, max_bytes=budget.max_bytes, check=turn.check)
    search = Search(encoding, goals_of(system, properties))
    ways: dict[Callable[[], None], str] = {search.saturate: "saturating the states"}
    if search.goals:
        ways[search.meet] = "looking for shortest paths from both ends"
        ways[search.saturate_backward] = "saturating backward from the states in question"
    interrupted: Interruption = "memory"
    try:
        turn.check()
        while ways and not search.done:
            for way in tuple(ways):
                report.say(ways[way])
                try:
                    with turn.of(first_turn if len(ways) > 1 else None):
                        way()
                except TurnOverError:
                    continue
                except (OutOfNodes, MemoryError):
                    encoding.space.collect()
                finally:
                    for number, verdict in search.answers.items():
                        report.decided(properties[number].name, verdict)
                del ways[way]
                break
            first_turn *= 2
    except STOPS as stop:
        interrupted = interruption_by(stop)
    if search.reached is None and search.done:
        return Answer(tuple(search.answers[number] for number in range(len(properties))))
    report.say("evaluating the properties")
    reached = search.reached or unfinished(encoding, interrupted, started)
    verdicts = tuple(search.answers.get(number, verdict) for number, verdict in enumerate(decide(reached, properties)))
    with turn.of(FIRST_TURN):
        counted = with_path(reached, (TurnOverError, *STOPS))
    return Answer(verdicts, with_idle(reached, counted))


def goals_of(system: System, properties: Sequence[Property]) -> tuple[Question, ...]:
    """The question of each property about reachable states; () if one asks for more, or not all paths count."""
    questions = [reachability(prop) for prop in properties]
    goals = tuple(goal for goal in questions if goal is not None and goal.kind != "initially never")
    return () if system.fairness or len(goals) < len(properties) else goals


class _Anywhere(Valuation):
    """All states, reachable or not. Deadlocks keep no self-loop here, since it cannot shorten a path."""

    @cached_property
    def deadlocked(self) -> StateSet:
        return self.encoding.space.empty


class Search:
    """The results so far: `reached` if all reachable states are, and `answers` by the number of the question."""

    def __init__(self, encoding: Encoding, goals: tuple[Question, ...]) -> None:
        self._encoding = encoding
        self.goals = goals
        self._safe = not encoding.errors
        self._began = time.monotonic()
        self.reached: Saturated | None = None
        self.answers: dict[int, Verdict] = {}

    @property
    def done(self) -> bool:
        """True if every question is answered, or can be at once."""
        return self.reached is not None or (bool(self.goals) and len(self.answers) == len(self.goals))

    def saturate(self) -> None:
        """Find the reachable states."""
        self.reached = saturate(self._encoding, self._began)

    def meet(self) -> None:
        """Answer by shortest paths, sought from both ends; an EF stays open where there are several initial states."""
        anywhere = _Anywhere(self._encoding, self._encoding.everything(), Reduction((), ()))
        self._check(anywhere)
        initial = self._encoding.initial
        for number, goal in self._open():
            path = shortest(anywhere, initial, None, self._states(goal))
            if path is None:
                self._answer(number, anywhere, self._encoding.space.empty, None)
            elif goal.kind == "never" or initial.count() == 1:
                self._answer(number, anywhere, initial, path)

    def saturate_backward(self) -> None:
        """Answer by all states that lead to the goal."""
        self._check(self._leading_to(self._encoding.erroneous(self._encoding.everything())))
        initial = self._encoding.initial
        for number, goal in self._open():
            states = self._states(goal)
            leading = self._leading_to(states)
            starts = initial & leading.reachable
            path = shortest(leading, starts, None, states) if starts else None
            self._answer(number, leading, starts, path)

    def _open(self) -> Iterator[tuple[int, Question]]:
        return ((number, goal) for number, goal in enumerate(self.goals) if number not in self.answers)

    def _states(self, goal: Question) -> StateSet:
        return self._encoding.everything().select(self._encoding.constraint(goal.target))

    def _leading_to(self, goal: StateSet) -> Valuation:
        """The states from which the goal is reached, in the place of the reachable ones."""
        return _Anywhere(self._encoding, self._encoding.relation.reaching(goal), Reduction((), ()))

    def _check(self, among: Valuation) -> None:
        """No verdict before it is certain that no error is reached; raises ErrorReached."""
        if not self._safe:
            check_errors(among, self._encoding.initial & among.reachable)
            self._safe = True

    def _answer(self, number: int, among: Valuation, starts: StateSet, path: tuple[Vector, ...] | None) -> None:
        """The answer where the goal is reached from `starts`, of all initial states, by a shortest path."""
        goal, initial = self.goals[number], self._encoding.initial
        holds = not starts if goal.kind == "never" else starts == initial
        if not holds and goal.kind == "reached":
            path = (self._encoding.pick(initial - starts),)
        kind: PathKind = "witness" if holds else "counterexample"
        witness = None if path is None else among.path(Route(path), kind)
        seconds = time.monotonic() - self._began
        self.answers[number] = Verdict("holds" if holds else "violated", NAME, seconds, path=witness)
