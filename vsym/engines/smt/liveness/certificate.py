"""What proves progress, as definitions and goals that a solver which knows nothing else can check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.engines.smt.certificate_text import Certified, Scope, scope_of
from vsym.engines.smt.liveness.outcome import Inevitable, Possible
from vsym.engines.smt.liveness.pending import Awaited, awaits
from vsym.engines.smt.liveness.rules import RankRule, StrategyRule
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unrolling import Unrolling


@frozen
class RankCertificate:
    """Why a goal is inevitable: a rank on the system with the pending bit, given what the lemmas say.

    `base` is the system without the bit, of whose steps its goals speak: while the goal is awaited, the bit stays 1.
    `justice` are its constraints.
    """

    system: TransitionSystem
    base: TransitionSystem
    goal: FNode
    justice: tuple[FNode, ...]
    lemmas: tuple[FNode, ...]
    rank: tuple[FNode, ...]
    unmet: FNode

    @property
    def rule(self) -> RankRule:
        """By which goals it is shown."""
        labels = tuple(step.label for step in self.base.steps)
        return RankRule(labels, len(self.rank), len(self.justice), len(self.lemmas))

    def definition(self, claim: str, unrolling: Unrolling) -> FNode:
        """What a claim says, of the first two states of a path if it speaks of two, else of the system's symbols."""
        manager = self.system.environment.formula_manager
        match claim.split():
            case ["domain"]:
                return self.system.domain
            case ["waiting"]:
                return awaits(self.system)
            case ["stuck"]:
                return manager.And([*(manager.Not(step.guard) for step in self.base.steps), *self.justice])
            case ["goal"]:
                return self.goal
            case ["unmet"]:
                return self.unmet
            case ["step", number]:
                return unrolling.relation(self.base.steps[int(number)], 0)
        return _numbered(claim, {"lemma": self.lemmas, "rank": self.rank, "justice": self.justice})


@frozen
class StrategyCertificate:
    """Why a goal is possible: chosen steps, by their numbers with where they are chosen, and a rank that they lower."""

    system: TransitionSystem
    awaited: Awaited
    lemmas: tuple[FNode, ...]
    region: FNode
    chosen: Mapping[int, FNode]
    rank: tuple[FNode, ...]

    @property
    def rule(self) -> StrategyRule:
        """By which goals it is shown."""
        chosen = tuple((number, self.system.steps[number].label) for number in self.chosen)
        return StrategyRule(chosen, len(self.rank), len(self.lemmas))

    def definition(self, claim: str, unrolling: Unrolling) -> FNode:
        """What a claim says, of the first two states of a path if it speaks of two, else of the system's symbols."""
        match claim.split():
            case ["domain"]:
                return self.system.domain
            case ["trigger"]:
                return self.system.initial if self.awaited.trigger is None else self.awaited.trigger
            case ["goal"]:
                return self.awaited.goal
            case ["region"]:
                return self.region
            case ["chosen", number]:
                return self.chosen[int(number)]
            case ["enabled", number]:
                return self.system.steps[int(number)].guard
            case ["step", number]:
                return unrolling.relation(self.system.steps[int(number)], 0)
        return _numbered(claim, {"lemma": self.lemmas, "rank": self.rank})


def _numbered(claim: str, several: Mapping[str, Sequence[FNode]]) -> FNode:
    """One of several definitions of a kind, counted from 1."""
    kind, number = claim.split()
    return several[kind][int(number) - 1]


def proof_scopes(
    name: str, proved: Inevitable | Possible, base: TransitionSystem, justice: Sequence[FNode]
) -> Iterator[Scope]:
    """What is to be checked: each lemma by itself, then the progress that rests on them."""
    for number, lemma in enumerate(proved.lemmas, 1):
        yield scope_of(lemma_name(name, number), lemma)
    lemmas = tuple(lemma.predicate for lemma in proved.lemmas)
    certificate: Certified
    match proved:
        case Inevitable():
            goal = proved.awaited.goal
            certificate = RankCertificate(proved.system, base, goal, tuple(justice), lemmas, proved.rank, proved.unmet)
        case Possible():
            certificate = StrategyCertificate(
                proved.system, proved.awaited, lemmas, proved.region, proved.chosen, proved.rank
            )
    yield scope_of(name, certificate)


def lemma_name(name: str, number: int) -> str:
    """What the proof of a lemma is called that something rests on, counted from 1."""
    return f"{name}, lemma {number}"
