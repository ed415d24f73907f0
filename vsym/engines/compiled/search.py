"""The settings and questions of a state search, and the figures of a finished one, by any engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Interruption, UndecidedError, reason_of
from vsym.engines.compiled.model import INITIALLY, NEVER, REACHED
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient
from vsym.logic.formula import Formula
from vsym.logic.properties import Property, is_enough
from vsym.logic.reachability import reachability
from vsym.system.report import Report
from vsym.system.result import Path, PathKind, Reached, Verdict

NAME = "compiled"


@frozen
class Search:
    """The figures of a search. `answers` has the first state that answers each question, or None; `deadlock` is the
    first deadlocked state. `fired` marks the rules that fired, `faulty_conditions` the conditions that failed,
    `start_fault` whether a start state did. `error` is the system's error event that the last expanded state enables.
    `represented` counts the concrete states behind the expanded ones. `several` is true if, for too many images, orbits
    may have several states. `all_initial` is true if every initial state was found.
    """

    states: int
    initial: int
    expanded: int
    depth: int
    rules_fired: int
    deadlocks: int
    deadlock: int | None
    start_fault: bool
    complete: bool
    interrupted: Interruption | None
    seconds: float
    bytes_used: int
    answers: tuple[int | None, ...]
    fired: tuple[bool, ...]
    faulty_conditions: tuple[bool, ...]
    error: int | None = None
    represented: int | None = None
    several: bool = False
    all_initial: bool = True

    def reached(self, stuck: Path[Any, Any] | None, rules: Iterable[int], cut: Interruption | None = None) -> Reached:
        """The states found, with the `rules` that never fired; `cut` is the reason if initial states are missing."""
        complete = self.complete and cut is None
        return Reached(
            states=self.states,
            depth=self.depth,
            deadlocks=self.deadlocks,
            complete=complete,
            interrupted=cut or self.interrupted,
            seconds=self.seconds,
            stuck=stuck,
            idle=tuple(number for number in rules if not self.fired[number]) if complete else None,
            rules_fired=self.rules_fired,
            represented=self.represented,
            bytes_per_state=self.bytes_used / max(1, self.states),
            several=self.several,
        )


@frozen
class Step:
    """A state on a path, and the rule with the values of its choices that leads there; None where it stays."""

    state: tuple[int, ...]
    rule: int | None
    values: tuple[int, ...]


@frozen
class Route:
    """The states of a requested path, and where its loop begins."""

    steps: tuple[Step, ...]
    loop: int | None


class ShortestPaths(Protocol):
    """Finds shortest paths of a search."""

    def to(self, state: int) -> Route:
        """A shortest path to a state, by its index."""


@runtime_checkable
class Paths(ShortestPaths, Protocol):
    """Also finds paths along given states of a search."""

    def along(self, states: Sequence[int], rules: Sequence[int | None], loop: int | None) -> Route:
        """The path along states, each reached by the given rule, or by any for None."""


@frozen
class Settings:
    """States are stored as the `quotient` says. `compact` stores a hash of 64 bits for each; then no verdict relies on
    having them all."""

    quotient: Quotient = PLAIN_STATES
    compact: bool = False


PLAIN = Settings()


@frozen
class Questions:
    """For each property the number of its question, None where its verdict needs the graph; and the questions by kind
    and the predicate that answers them."""

    of: tuple[int | None, ...]
    targets: tuple[tuple[int, Formula], ...]

    @property
    def need_graph(self) -> bool:
        """True if some property cannot be decided without the graph."""
        return None in self.of

    def is_enough(self, properties: Sequence[Property], answered: Sequence[bool], initial: int, expanded: int) -> bool:
        """True if the questions `answered` suffice for the properties after so many states, the `initial` ones first,
        are expanded."""

        def holds(number: int | None) -> bool | None:
            if number is None:
                return None
            kind, _ = self.targets[number]
            if answered[number]:
                return (True if initial == 1 else None) if kind == REACHED else False
            return True if kind == INITIALLY and expanded >= initial else None

        return is_enough((prop, holds(number)) for prop, number in zip(properties, self.of, strict=True))

    def stopping(self, properties: Sequence[Property], spare: int | None) -> dict[str, object]:
        """The macros that let the compiled program stop before it has all states: none if a property needs them all."""
        if spare is None or not properties or self.need_graph:
            return {}
        harmless = "".join(str(int(prop.negated)) for prop in properties)
        return {"spare": spare, "minor": "".join(str(prop.minor) for prop in properties), "harmless": harmless}

    def announcing(
        self, properties: Sequence[Property], engine: str, report: Report
    ) -> Callable[[int, int, float], None]:
        """A callback that reports a violated property at once, given its question, the state's distance and the seconds
        since the search began."""
        names = {
            number: prop.name
            for prop, number in zip(properties, self.of, strict=True)
            if number is not None and self.targets[number][0] != REACHED
        }

        def announce(question: int, depth: int, seconds: float) -> None:
            if question in names:
                report.decided(names[question], Verdict("violated", engine, seconds), depth)

        return announce

    @property
    def may_need_graph(self) -> bool:
        """The same for several initial states, each of which must reach the goal."""
        return self.need_graph or any(kind == REACHED for kind, _ in self.targets)


_KINDS = {"never": NEVER, "initially never": INITIALLY, "reached": REACHED}


def questions(properties: Sequence[Property], *, fair: bool, everywhere: bool) -> Questions:
    """The questions about the states. If only `fair` paths count, the graph alone answers, except for invariants that
    must hold `everywhere`, on such paths or not."""
    numbers: list[int | None] = []
    targets: list[tuple[int, Formula]] = []
    for prop in properties:
        announced = not fair or (everywhere and prop.logic == "invariant")
        question = reachability(prop) if announced else None
        numbers.append(None if question is None else len(targets))
        if question is not None:
            targets.append((_KINDS[question.kind], question.target))
    return Questions(tuple(numbers), tuple(targets))


def direct(
    search: Search, number: int, kind: int, engine: str, path_to: Callable[[int, PathKind], Path[Any, Any]]
) -> Verdict:
    """The verdict by the answer to a question of a kind; `reached` needs a single initial state."""
    started = time.monotonic()
    if (state := search.answers[number]) is not None:
        path_kind: PathKind = "witness" if kind == REACHED else "counterexample"
        try:
            path = path_to(state, path_kind)
        except (UndecidedError, KeyboardInterrupt) as limit:
            return Verdict("unknown", engine, time.monotonic() - started, reason_of(limit))
        return Verdict("holds" if kind == REACHED else "violated", engine, time.monotonic() - started, path=path)
    if not search.complete:
        return Verdict("unknown", engine, 0.0, REASONS[search.interrupted or "time"])
    return Verdict("violated" if kind == REACHED else "holds", engine, 0.0)


def is_direct(search: Search, kind: int) -> bool:
    """True if the answers suffice: with several initial states, each must reach the goal."""
    return kind != REACHED or (search.initial == 1 and search.all_initial)


def stuck(search: Search, path_to: Callable[[int, PathKind], Path[Any, Any]]) -> Path[Any, Any] | None:
    """A path to a deadlock, if there is one and time to look for it."""
    try:
        return None if search.deadlock is None else path_to(search.deadlock, "witness")
    except (UndecidedError, KeyboardInterrupt):
        return None
