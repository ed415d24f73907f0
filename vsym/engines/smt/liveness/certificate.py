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
class _Ranked:
    """What steps of a system lower while a goal is awaited, given what the lemmas say."""

    system: TransitionSystem
    awaited: Awaited
    lemmas: tuple[FNode, ...]
    rank: tuple[FNode, ...]

    def _shared(self, claim: str, base: TransitionSystem, unrolling: Unrolling) -> FNode:
        """What a claim says that either rule has; the steps are those of `base`."""
        match claim.split():
            case ["domain"]:
                return self.system.domain
            case ["goal"]:
                return self.awaited.goal
            case ["step", number]:
                return unrolling.relation(base.steps[int(number)], 0)
            case ["lemma", number]:
                return self.lemmas[int(number) - 1]
            case ["rank", number]:
                return self.rank[int(number) - 1]
        raise KeyError(claim)


@frozen
class RankCertificate(_Ranked):
    """Why a goal is inevitable: a rank on the system with the pending bit.

    `base` is the system without the bit, of whose steps its goals speak: while the goal is awaited, the bit stays 1.
    `justice` are its constraints.
    """

    base: TransitionSystem
    justice: tuple[FNode, ...]
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
            case ["waiting"]:
                return awaits(self.system)
            case ["stuck"]:
                return manager.And([*(manager.Not(step.guard) for step in self.base.steps), *self.justice])
            case ["unmet"]:
                return self.unmet
            case ["justice", number]:
                return self.justice[int(number) - 1]
        return self._shared(claim, self.base, unrolling)


@frozen
class StrategyCertificate(_Ranked):
    """Why a goal is possible: from everywhere in a region, which has the states with the trigger, steps are chosen, by
    their numbers with where they are."""

    region: FNode
    chosen: Mapping[int, FNode]

    @property
    def rule(self) -> StrategyRule:
        """By which goals it is shown."""
        chosen = tuple((number, self.system.steps[number].label) for number in self.chosen)
        return StrategyRule(chosen, len(self.rank), len(self.lemmas))

    def definition(self, claim: str, unrolling: Unrolling) -> FNode:
        """What a claim says, of the first two states of a path if it speaks of two, else of the system's symbols."""
        match claim.split():
            case ["trigger"]:
                return self.system.initial if self.awaited.trigger is None else self.awaited.trigger
            case ["region"]:
                return self.region
            case ["chosen", number]:
                return self.chosen[int(number)]
            case ["enabled", number]:
                return self.system.steps[int(number)].guard
        return self._shared(claim, self.system, unrolling)


def proof_scopes(
    name: str, proved: Inevitable | Possible, base: TransitionSystem, justice: Sequence[FNode]
) -> Iterator[Scope]:
    """What is to be checked: each lemma by itself, then the progress that rests on them."""
    for number, lemma in enumerate(proved.lemmas, 1):
        yield scope_of(lemma_name(name, number), lemma)
    lemmas = tuple(lemma.predicate for lemma in proved.lemmas)
    certificate: Certified
    match proved:
        case Inevitable(awaited, system, rank=rank, unmet=unmet):
            certificate = RankCertificate(system, awaited, lemmas, rank, base, tuple(justice), unmet)
        case Possible(awaited, system, rank=rank, region=region, chosen=chosen):
            certificate = StrategyCertificate(system, awaited, lemmas, rank, region, chosen)
    yield scope_of(name, certificate)


def lemma_name(name: str, number: int) -> str:
    """What the proof of a lemma is called that something rests on, counted from 1."""
    return f"{name}, lemma {number}"
