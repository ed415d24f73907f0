"""AG and EF of predicates, by what ends first: the reachable states, or the states that lead to the goal.

Which of the two sets is the smaller diagram cannot be told beforehand. So the work goes in turns that grow: forward
saturation, then for every open question a search for a shortest path from both ends and saturation backward from the
goal. What a turn has found out about parts of the diagrams is remembered, so that the next goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from vsym.basics.limits import Interruption, LimitReachedError
from vsym.diagrams import OutOfNodes, StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.engine import (
    NAME,
    Kind,
    Reached,
    as_ctl,
    as_trace,
    check_overflow,
    checker,
    decide,
    saturate,
    unfinished,
)
from vsym.engines.diagrams.paths import Route, Vector, shortest
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction, reduce
from vsym.logic.formula import Formula
from vsym.logic.properties import Property
from vsym.logic.shape import forbidden, predicate, wanted
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import Verdict

FIRST_TURN = 100
"""How often a space looks up from its work in the first turn: about a second."""


class TurnOverError(Exception):
    """The turn is over."""


@dataclass(frozen=True)
class Goal:
    """The states in question: an AG says that none is reachable, an EF that each initial state leads to one."""

    predicate: Formula
    never: bool


def verify(
    system: CounterSystem,
    properties: Sequence[Property],
    *,
    deadline: float | None = None,
    progress: Callable[[int], None] | None = None,
    megabytes: int | None = None,
    say: Callable[[str], None] = lambda _: None,
    first_turn: int = FIRST_TURN,
) -> tuple[Reached | None, list[Verdict]]:
    """The verdict on each property, and the reachable states, None if they were not needed.

    `say` is told which way is tried. Raises ErrorReached where a reachable state enables an overflow transition.
    """
    started = time.monotonic()
    turn = _Turn(checker(deadline, progress, lambda: encoding))
    encoding = Encoding(system, megabytes=megabytes, check=turn.check)
    goals = tuple(goal for prop in properties if (goal := goal_of(prop)) is not None)
    partly = len(goals) < len(properties) or bool(system.fairness)
    search = Search(encoding, () if partly else goals)
    ways: dict[Callable[[], None], str] = {search.saturate: "saturating the counter states"}
    if goals and not partly:
        ways[search.meet] = "looking for shortest paths from both ends"
        ways[search.saturate_backward] = "saturating backward from the states in question"
    interrupted: Interruption = "memory"
    try:
        while ways and not search.done:
            for way in tuple(ways):
                say(ways[way])
                try:
                    with turn.of(first_turn if len(ways) > 1 else None):
                        way()
                except TurnOverError:
                    continue
                except (OutOfNodes, MemoryError):
                    encoding.space.collect()
                del ways[way]
                break
            first_turn *= 2
    except LimitReachedError as limit:
        interrupted = limit.interruption
    except KeyboardInterrupt:
        interrupted = "keyboard"
    if search.reached is None and search.done:
        return None, [search.answers[number] for number in range(len(properties))]
    say("evaluating the properties")
    reached = search.reached or unfinished(encoding, interrupted, started)
    return reached, [search.answers.get(n, verdict) for n, verdict in enumerate(decide(reached, properties))]


def goal_of(prop: Property) -> Goal | None:
    """What a property says of the reachability of a predicate, None if it is no AG or EF of one."""
    if prop.logic == "ltl":
        return None
    reduction = reduce([as_ctl(prop)])
    nodes, (root,) = reduction.nodes, reduction.roots
    for found, never in ((forbidden(nodes, root), True), (wanted(nodes, root), False)):
        if found is not None:
            states = predicate(nodes, found)
            return None if states is None else Goal(states, never)
    return None


class _Turn:
    """A bound on the work until the next look at the other way."""

    def __init__(self, inner: Callable[[], None]) -> None:
        self._inner = inner
        self._left: int | None = None

    def check(self) -> None:
        """Called by the space; raises TurnOverError at the end of the turn."""
        self._inner()
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise TurnOverError

    @contextmanager
    def of(self, looks: int | None) -> Iterator[None]:
        """A turn of so many looks, None for one without end."""
        self._left = looks
        try:
            yield
        finally:
            self._left = None


class _Anywhere(Valuation):
    """States of which nobody knows whether they are reachable; that deadlocks lead to themselves shortens no path."""

    @cached_property
    def deadlocked(self) -> StateSet:
        return self.encoding.space.empty


class Search:
    """What is known so far: `reached` if all reachable states are, and `answers` by the number of the question."""

    def __init__(self, encoding: Encoding, goals: tuple[Goal, ...]) -> None:
        self._encoding = encoding
        self._goals = goals
        self._safe = not encoding.overflows
        self._began = time.monotonic()
        self.reached: Reached | None = None
        self.answers: dict[int, Verdict] = {}

    @property
    def done(self) -> bool:
        """Whether everything asked is answered, or can be answered at once."""
        return self.reached is not None or (bool(self._goals) and len(self.answers) == len(self._goals))

    def saturate(self) -> None:
        """Find the reachable states."""
        self.reached = saturate(self._encoding, self._began)

    def meet(self) -> None:
        """Answer by shortest paths, sought from both ends; an EF stays open where there are several initial states."""
        anywhere = _Anywhere(self._encoding, self._encoding.everything(), Reduction((), ()))
        self._check(anywhere)
        initial = self._encoding.initial()
        for number, goal in self._open():
            path = shortest(anywhere, initial, None, self._states(goal))
            if path is None:
                self._answer(number, initial, self._encoding.space.empty, None)
            elif goal.never or initial.count() == 1:
                self._answer(number, initial, initial, path)

    def saturate_backward(self) -> None:
        """Answer by all states that lead to the goal."""
        self._check(self._leading_to(self._encoding.overflowing(self._encoding.everything())))
        initial = self._encoding.initial()
        for number, goal in self._open():
            states = self._states(goal)
            leading = self._leading_to(states)
            starts = initial & leading.reachable
            path = shortest(leading, starts, None, states) if starts else None
            self._answer(number, initial, starts, path)

    def _open(self) -> Iterator[tuple[int, Goal]]:
        return ((number, goal) for number, goal in enumerate(self._goals) if number not in self.answers)

    def _states(self, goal: Goal) -> StateSet:
        return self._encoding.everything().select(self._encoding.constraint(goal.predicate))

    def _leading_to(self, goal: StateSet) -> Valuation:
        """The states from which the goal is reached, in the place of the reachable ones."""
        return _Anywhere(self._encoding, self._encoding.relation.reaching(goal), Reduction((), ()))

    def _check(self, among: Valuation) -> None:
        """No verdict before it is certain that no step leaves a range; raises ErrorReached."""
        if not self._safe:
            check_overflow(among, self._encoding.initial() & among.reachable)
            self._safe = True

    def _answer(self, number: int, initial: StateSet, starts: StateSet, path: tuple[Vector, ...] | None) -> None:
        """The answer where the goal is reached from `starts`, of all initial states, by a shortest path."""
        goal = self._goals[number]
        holds = not starts if goal.never else starts == initial
        if not holds and not goal.never:
            path = (self._encoding.pick(initial - starts),)
        kind: Kind = "witness" if holds else "counterexample"
        trace = None if path is None else as_trace(self._encoding, Route(path), kind)
        seconds = time.monotonic() - self._began
        self.answers[number] = Verdict("holds" if holds else "violated", NAME, seconds, path=trace)
