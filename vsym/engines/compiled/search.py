"""How the compiled engine is to search, and what a search of a program's states has come to, whoever did it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient


@frozen
class Search:
    """How far a search came. `answers` has the first state that answers each question, None where none does;
    `deadlock` is the first that is deadlocked, `fired` tells which rules have fired in some state, `faulty_conditions`
    which conditions have ended in an error, `start_fault` whether a start state has. `error` is the event of a system
    that is an error and that the state expanded last enables. `represented` counts the concrete states that those which
    were expanded stand for; `several` is whether orbits may have several states, as there were too many images; with
    `all_initial`, every initial state was found."""

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


@frozen
class Step:
    """A state on a path, and the rule with the values of its choices that leads there; None where it stays."""

    state: tuple[int, ...]
    rule: int | None
    values: tuple[int, ...]


@frozen
class Route:
    """The states of a path that was asked for, and where its loop begins."""

    steps: tuple[Step, ...]
    loop: int | None


class ShortestPaths(Protocol):
    """Who knows how a search came to its states."""

    def to(self, state: int) -> Route:
        """A shortest path to a state, by its index."""


class Paths(ShortestPaths, Protocol):
    """Who also knows the states of a search one by one."""

    def along(self, states: Sequence[int], rules: Sequence[int | None], loop: int | None) -> Route:
        """The path along states, each with the rule that is to lead there or None for any."""


@frozen
class Settings:
    """States are stored as the `quotient` says. `compact` stores a hash of 64 bits instead of each state, and then
    nothing is said to hold."""

    quotient: Quotient = PLAIN_STATES
    compact: bool = False


PLAIN = Settings()
