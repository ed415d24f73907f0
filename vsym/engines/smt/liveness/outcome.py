"""Outcomes of questions of progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeAlias

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.conclusions import Refuted, State
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.system import Step, TransitionSystem


@frozen
class Inevitable:
    """Every path leads to the goal: while it is awaited, each step lowers the rank, a list of terms from the most
    significant on, or leaves it as it is while one justice constraint is false.

    `system` is the one with the pending bit, and `lemmas` are proofs of its invariants; `unmet` has the number of that
    constraint, from 1 on. `meanwhile` are the labels of the steps that can be taken without leading to the goal.
    """

    awaited: Awaited
    system: TransitionSystem
    lemmas: tuple[Certificate, ...]
    rank: tuple[FNode, ...]
    unmet: FNode
    meanwhile: tuple[str, ...]


@frozen
class Possible:
    """Some path leads to the goal from everywhere in the region: of the chosen steps, each by its number with where it
    is chosen, one is always enabled, and each leads to the goal or lowers the rank inside the region."""

    awaited: Awaited
    system: TransitionSystem
    lemmas: tuple[Certificate, ...]
    region: FNode
    chosen: Mapping[int, FNode]
    rank: tuple[FNode, ...]


@frozen
class Run:
    """A step, its repetitions in a row, and the state that it leads to."""

    step: Step
    times: int
    after: State


@frozen
class Avoided:
    """A path to a state from which on the goal is, or may be, awaited for ever; its steps are those of `system`."""

    system: TransitionSystem
    path: Refuted
    by: ClassVar[str]


@frozen
class Loop(Avoided):
    """From that state, `runs` lead back to it."""

    runs: tuple[Run, ...]
    by = "a loop"


@frozen
class Deadlock(Avoided):
    """In that state no step is possible."""

    by = "a state in which nothing is possible"


@frozen
class Trap(Avoided):
    """From that state no path leads to the goal: it is in a set that no step leaves, where the `lemmas` hold."""

    lemmas: tuple[Certificate, ...]
    by = "a set of states that no step leaves"


@frozen
class Open:
    """Nothing is known, for a reason."""

    reason: str


Outcome: TypeAlias = Inevitable | Possible | Avoided | Open
