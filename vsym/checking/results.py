"""What is known of a model when the stages have done their work, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS
from vsym.basics.source import ModelWarning
from vsym.reductions.evidence import require_deadlock
from vsym.checking.settling import Attempt
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import Path, RankVerdict, Reached, SystemPath, Verdict

if TYPE_CHECKING:
    from vsym.checking.stages import Prepared
    from vsym.logic.ranks import StatedRank
    from vsym.models.program.group import Factor
    from vsym.reductions.counters.reduced import Reduced
    from vsym.symmetry.virtual.identification import Decided

Method: TypeAlias = Literal["plain", "orbit", "counter", "adaptive"]
"""What an exploration tells apart: concrete states, orbits, counter states or states annotated with partitions."""

STATE: Mapping[Method, str] = MappingProxyType(
    {"plain": "concrete state", "orbit": "orbit", "counter": "counter state", "adaptive": "annotated state"}
)
"""What a method calls one of its states."""


@frozen
class Outcome:
    """The verdict on one property, with its path in counters (`path`) and as the user's own processes (`trace`).

    Where parameters are open, a violated property is shown `at` the size that the verdict names.
    """

    property: Property
    verdict: Verdict
    path: SystemPath | None = None
    trace: ModelPath | None = None
    at: Checked | None = None

    def __repr__(self) -> str:
        return f"<Outcome: {self.property.name} {self.verdict.outcome}>"


@frozen(repr=False)
class Explored(Reached):
    """The reachable states of a model; `method` says what one of them is. Those that `factors` of a group turn into
    each other are one, where that is exact."""

    method: Method = "counter"
    factors: tuple[Factor, ...] = ()

    @property
    def order(self) -> int:
        """The order of the group."""
        return prod(factor.order for factor in self.factors)

    @property
    def exact(self) -> bool:
        """Whether one state is stored of each orbit."""
        return not self.several and all(factor.exact for factor in self.factors)

    @property
    def reason(self) -> str | None:
        """Why they are not all, in words."""
        return None if self.interrupted is None else REASONS[self.interrupted]

    @staticmethod
    def by(method: Method, reached: Reached, factors: tuple[Factor, ...] = ()) -> Explored:
        """The states that were reached by a method, up to a group: an engine that counts orbits beside the states in
        them says how many are stored, as the others do."""
        kept = reached.orbits or reached.representatives
        if kept is not None:
            several = reached.orbits is None
            reached = replace(reached, states=kept, represented=reached.states, several=several)
        return Explored(**vars(reached), method=method, factors=factors)


@frozen
class RankOutcome:
    """The verdict on a rank that the model states; where it fails, a path to there in counters (`path`) and as the
    user's own processes (`trace`), both of the model that is `reduced`, which has the size that the verdict names."""

    rank: StatedRank
    verdict: RankVerdict
    reduced: Reduced | None = None
    path: SystemPath | None = None
    trace: ModelPath | None = None


@frozen
class Deadlock:
    """A shortest path to a deadlock, in counters (`path`) and as the user's own processes (`trace`)."""

    path: SystemPath
    trace: ModelPath

    @staticmethod
    def among(
        model: Model, explored: Explored | None, back: Callable[[Path[Any, Any]], tuple[SystemPath, ModelPath]]
    ) -> Deadlock | None:
        """The one that an exploration has found, if any; `back` says what an engine's path is in both ways.

        Raises ReplayError where the path ends in none (our bug).
        """
        if explored is None or explored.stuck is None:
            return None
        path, trace = back(explored.stuck)
        require_deadlock(model, trace)
        return Deadlock(path, trace)


@frozen
class Checked:
    """All that is known of a model.

    `decided` is its identification, or `prepared` has its edges where the engine needs no more. `counters` are what
    paths are told in, None where the work `stopped` before there were any; then it says why. `explored` is None where
    no engine enumerated the states, and `deadlock` where none was found among them. `attempts` are those of the engine
    `auto`, where it asked more than one. `warnings` are about what is true by accident, `notes` about the group up to
    which states were to be explored. `ranks` are those that the model states, each judged by itself.
    """

    model: Model
    outcomes: tuple[Outcome, ...]
    decided: Decided | None = None
    prepared: Prepared | None = None
    counters: CounterSystem | None = None
    explored: Explored | None = None
    seconds: float = 0.0
    stopped: str | None = None
    attempts: tuple[Attempt, ...] = ()
    warnings: tuple[ModelWarning, ...] = ()
    deadlock: Deadlock | None = None
    notes: tuple[str, ...] = ()
    ranks: tuple[RankOutcome, ...] = ()


def unknown(model: Model, reason: str) -> tuple[Outcome, ...]:
    """No verdict on any property, for one reason."""
    return tuple(Outcome(prop, Verdict("unknown", "none", 0.0, reason)) for prop in model.properties)
