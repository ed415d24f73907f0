"""The complete answer on a model, as values: the same for every kind of model and every road to it."""

from __future__ import annotations

from dataclasses import replace
from math import factorial, prod
from typing import TYPE_CHECKING, Any, Literal

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS
from vsym.basics.source import ModelWarning
from vsym.checking.settling import Attempt
from vsym.logic.properties import Property
from vsym.reductions.protocol import STATE, Method, Run
from vsym.system.result import RankVerdict, Reached, Verdict

if TYPE_CHECKING:
    from vsym.checking.stages import Prepared
    from vsym.logic.properties import StatedRank
    from vsym.models.program.renaming import Factor
    from vsym.models.program.types import Scalarset
    from vsym.reductions.counters.abstraction import CounterSystem
    from vsym.reductions.counters.reduced import Reduced
    from vsym.symmetry.virtual.identification import Decided


@frozen
class Instances:
    """The number of a property's conjuncts that were `checked`, and `of` all: symmetries take these to the others."""

    checked: int
    of: int


@frozen
class BoundsUsed:
    """The steps that decided a property by bounds: those that `may` be possible, those that `must` be, both, or a path
    of the former that was `lifted`; with the number of blocks, and how often a block was split before."""

    side: Literal["may", "must", "may and must", "lifted"]
    blocks: int
    splits: int


@frozen
class Outcome:
    """The verdict on one property, with the run that shows it, decided up to a group of an `order`.

    Of a property that was taken apart there are the `instances`, of one that was decided without an exact reduction the
    `bounds`.
    """

    property: Property
    verdict: Verdict
    run: Run | None = None
    order: int = 1
    instances: Instances | None = None
    bounds: BoundsUsed | None = None

    def __repr__(self) -> str:
        return f"<Outcome: {self.property.name} {self.verdict.outcome}>"


@frozen
class Exploration:
    """The states that were `reached` by a method, None where the work `stopped` before any was.

    States that permutations of the `scalarsets` turn into each other are one, and those that `factors` of a group do,
    where that is exact. Where it is `unproved` that the group is one of symmetries, this says so: then states may be
    missing. `names` are the properties for which this was explored. Up to `virtual` symmetry not all states of an orbit
    need be reachable. With `bounds`, the states are all that may be reached, and others among them.
    """

    method: Method
    reached: Reached | None = None
    scalarsets: tuple[Scalarset, ...] = ()
    factors: tuple[Factor, ...] = ()
    unproved: str | None = None
    names: tuple[str, ...] = ()
    stopped: str | None = None
    virtual: bool = False
    bounds: bool = False

    @staticmethod
    def kept(
        method: Method, reached: Reached, factors: tuple[Factor, ...] = (), *, virtual: bool = False
    ) -> Exploration:
        """The states of an engine that counts orbits beside the states in them, as many as are stored: so others do."""
        stored = reached.orbits or reached.representatives
        if stored is not None:
            several = reached.orbits is None
            represented = None if virtual else reached.states
            reached = replace(reached, states=stored, represented=represented, several=several)
        return Exploration(method, reached, factors=factors, virtual=virtual)

    @property
    def exact(self) -> bool:
        """True where one state is stored of each orbit."""
        several = self.reached is not None and self.reached.several
        return not several and all(factor.exact for factor in self.factors)

    @property
    def permuted(self) -> bool:
        """True where there is a group up to which states are one."""
        return bool(self.scalarsets or self.factors)

    @property
    def kind(self) -> str:
        """The noun for the count: states, orbits where vsym stores one state of each, or stored states."""
        if self.method in ("counter", "adaptive"):
            return f"reachable {STATE[self.method]}"
        if self.reached is not None and self.reached.strategy is not None:
            return "reachable state"
        if not self.exact or self.unproved:
            return "stored state"
        return "reachable orbit" if self.permuted else "reachable state"

    @property
    def interrupted(self) -> bool:
        """True where Ctrl-C has ended it, or the work before."""
        return REASONS["keyboard"] in (self.reason, self.stopped)

    @property
    def permutations(self) -> int:
        """The number of permutations of the scalarsets."""
        return prod(factorial(one.size) for one in self.scalarsets)

    @property
    def order(self) -> int:
        """The order of the group up to which states are one."""
        return self.permutations * prod(factor.order for factor in self.factors)

    @property
    def reason(self) -> str | None:
        """The reason that the states are not all, in words."""
        if self.reached is None or self.reached.interrupted is None:
            return self.unproved
        return REASONS[self.reached.interrupted]

    @property
    def orbits(self) -> int | None:
        """The number of orbits of the states; None where that is not known, and where every state is by itself."""
        if self.reached is None or not self.permuted:
            return None
        if self.reached.strategy is not None:
            return self.reached.orbits
        return self.reached.states if self.exact and self.unproved is None else None

    @property
    def canonical(self) -> bool | None:
        """True where each orbit has one representative among the states that are stored; None as for `orbits`."""
        if self.reached is None or not self.permuted:
            return None
        if self.unproved is not None:
            return False
        return self.exact if self.reached.strategy is None else self.reached.orbits == self.reached.representatives


@frozen
class RankOutcome:
    """The verdict on a rank that the model states; where it fails, a run to there, and the model that is `reduced`,
    which has the size that the verdict names."""

    rank: StatedRank
    verdict: RankVerdict
    reduced: Reduced | None = None
    run: Run | None = None


@frozen
class Counting:
    """The counted elements of a scalarset, by their local `states`; the slots that point at one of them are `pointers`.
    There are `size` elements, None for all sizes at once, and a state has this many `slots`."""

    scalarset: str
    size: int | None
    slots: int | None
    states: tuple[str, ...]
    pointers: tuple[str, ...]


@frozen
class RespectedPartition:
    """Steps of a program that adaptive exploration takes as one edge, by the `label` of their rules, and the `cells` of
    elements that may be exchanged, in words."""

    label: str
    cells: tuple[str, ...]


@frozen
class Partitioned:
    """The type whose elements, `size` in number, adaptive exploration takes for processes, and its edges."""

    type: str
    size: int
    edges: tuple[RespectedPartition, ...]


@frozen
class Checked:
    """The results on a model.

    Those before any verdict depend on the reduction: of counted processes `decided` is the identification, of edges
    `prepared` has them, and those of a program `partitioned`; of its processes `counting` has the counters. `counters`
    are those of paths, None where there are none, or the work `stopped` before; then it says why.

    The `explorations` are those whose states were enumerated, the main one first, and others for properties that fewer
    symmetries keep. `deadlock` is a run to one that was found among them. `attempts` are those of the engines, where
    there were several. `warnings` are about results by accident, `notes` about the way to the results.
    `ranks` are those that the model states, each judged by itself.
    """

    model: Any
    outcomes: tuple[Outcome, ...]
    decided: Decided | None = None
    prepared: Prepared | None = None
    counting: Counting | None = None
    partitioned: Partitioned | None = None
    counters: CounterSystem | None = None
    explorations: tuple[Exploration, ...] = ()
    seconds: float = 0.0
    stopped: str | None = None
    attempts: tuple[Attempt, ...] = ()
    warnings: tuple[ModelWarning, ...] = ()
    deadlock: Run | None = None
    notes: tuple[str, ...] = ()
    ranks: tuple[RankOutcome, ...] = ()

    @property
    def main(self) -> Exploration | None:
        """The main exploration; None where there is none."""
        return self.explorations[0] if self.explorations else None

    @property
    def others(self) -> tuple[Exploration, ...]:
        """Further explorations, for properties that fewer symmetries keep."""
        return self.explorations[1:]

    @property
    def reached(self) -> Reached | None:
        """The states of the main exploration; None where it has but bounds of them."""
        return None if self.main is None or self.main.bounds else self.main.reached


def unknown(properties: tuple[Property, ...], reason: str) -> tuple[Outcome, ...]:
    """No verdict on any property, for one reason."""
    return tuple(Outcome(prop, Verdict("unknown", "none", 0.0, reason)) for prop in properties)
