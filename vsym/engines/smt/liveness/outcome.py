"""What is concluded on a question of progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

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

    `system` is the one with the pending bit, and `lemmas` are proofs of what holds in it; `unmet` has the number of
    that constraint, from 1 on. `meanwhile` are the labels of the steps that can be taken without leading to the goal.
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
    """A step, taken so many times in a row, and the state that it leads to."""

    step: Step
    times: int
    after: State


@frozen
class Avoided:
    """A path on which the goal is awaited for ever: to a state, and from there `loop`, which leads back to it; it is
    empty where no step is possible there, and there is none where no path from there leads to the goal. The steps of
    the path are those of `system`."""

    system: TransitionSystem
    path: Refuted
    loop: tuple[Run, ...] | None


@frozen
class Open:
    """Nothing is known, for a reason."""

    reason: str


Outcome: TypeAlias = Inevitable | Possible | Avoided | Open
