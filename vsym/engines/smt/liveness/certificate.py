"""Proofs of progress, as definitions and goals that a solver which knows nothing else can check.

The proof rules have one goal for each step, and one for states in which a path could stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.engines.smt.certificate import Applied, Certified, Claim, Goal, Scope, scope_of
from vsym.engines.smt.liveness.outcome import Inevitable, Possible
from vsym.engines.smt.liveness.pending import Awaited, awaits
from vsym.engines.smt.system import TransitionSystem, Unrolling


@frozen
class _Ranked:
    """A rank that steps of a system lower while a goal is awaited, given the lemmas."""

    system: TransitionSystem
    awaited: Awaited
    lemmas: tuple[FNode, ...]
    rank: tuple[FNode, ...]

    def _shared(self, claim: str, base: TransitionSystem, unrolling: Unrolling) -> FNode:
        """The formula of a claim that both rules have; the steps are those of `base`."""
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
    """Proof that a goal is inevitable: a rank on the system with the pending bit.

    `base` is the system without the bit, of whose steps its goals speak: while the goal is awaited, the bit stays 1.
    `justice` are its constraints.
    """

    base: TransitionSystem
    justice: tuple[FNode, ...]
    unmet: FNode

    @property
    def rule(self) -> RankRule:
        labels = tuple(step.label for step in self.base.steps)
        return RankRule(labels, len(self.rank), len(self.justice), len(self.lemmas))

    def definition(self, claim: str, unrolling: Unrolling) -> FNode:
        manager = self.system.manager
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
    """Proof that a goal is possible: a strategy that chooses a step in every state of a region.

    The region has the states with the trigger. `chosen` maps the number of a step to the states in which it is chosen.
    """

    region: FNode
    chosen: Mapping[int, FNode]

    @property
    def rule(self) -> StrategyRule:
        chosen = tuple((number, self.system.steps[number].label) for number in self.chosen)
        return StrategyRule(chosen, len(self.rank), len(self.lemmas))

    def definition(self, claim: str, unrolling: Unrolling) -> FNode:
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
    """The scopes to be checked: each lemma by itself, then the progress that rests on them."""
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
    """The name of the proof of a lemma that something rests on, counted from 1."""
    return f"{name}, lemma {number}"


@frozen
class RankRule:
    """While a goal is awaited, every step lowers a rank of so many levels, or leaves it as it is while one of so many
    justice constraints is false (rule A): then no fair path awaits it for ever, as there are finitely many states.

    It rests on so many lemmas, each proved by itself, before and after a step. A step that does not lead to the goal
    leads to a state that still waits.
    """

    steps: tuple[str, ...]
    levels: int
    justice: int
    lemmas: int
    length: ClassVar[int] = 1

    def goals(self) -> Iterator[Goal]:
        before, after = ((*_premises(self.lemmas, place), Claim("waiting", (place,))) for place in (0, 1))
        for number, label in enumerate(self.steps):
            step = (Claim(f"step {number}", (0, 1)), *after, Claim("goal", (1,), negated=True))
            fails = Claim("falls", (0, 1), negated=True)
            yield Goal(f"{_named(number, label)} leads to the goal or lowers the rank", (*before, *step, fails))
        yield Goal("there is always a step while waiting", (*before, Claim("stuck", (0,))))

    def terms(self) -> tuple[str, ...]:
        """The levels of the rank, the number of the constraint that is false, and the constraints."""
        return (*_levels(self.levels), "unmet", *(f"justice {number + 1}" for number in range(self.justice)))

    def derived(self, claim: str, applied: Applied, /) -> str | None:
        """The fall of the rank."""
        if claim != "falls":
            return None
        levels = _levels(self.levels)
        ways = [*_lower(levels, applied)]
        same = [f"(= {applied(name, 1)} {applied(name, 0)})" for name in (*levels, "unmet")]
        for number in range(1, self.justice + 1):
            false = [f"(not {applied(f'justice {number}', place)})" for place in (0, 1)]
            ways.append(_all([*same, f"(= {applied('unmet', 0)} {number})", *false]))
        return _any(ways)


@frozen
class StrategyRule:
    """From a region, one of the chosen steps is always enabled until a goal is reached, and each of them, by its number
    among all steps and its label, leads to the goal or lowers a rank inside the region (rule B)."""

    chosen: tuple[tuple[int, str], ...]
    levels: int
    lemmas: int
    length: ClassVar[int] = 1

    def goals(self) -> Iterator[Goal]:
        premises, unmet = _premises(self.lemmas), Claim("goal", (0,), negated=True)
        trigger, inside = Claim("trigger", (0,)), Claim("region", (0,))
        yield Goal("it begins inside the region", (*premises, trigger, unmet, Claim("region", (0,), negated=True)))
        for number, label in self.chosen:
            taken = (Claim(f"chosen {number}", (0,)), Claim(f"step {number}", (0, 1)))
            fails = Claim("falls", (0, 1), negated=True)
            said = f"{_named(number, label)} leads to the goal or lowers the rank where it is chosen"
            yield Goal(said, (*premises, inside, unmet, *taken, fails))
        yield Goal("a chosen step is enabled", (*premises, inside, unmet, Claim("covered", (0,), negated=True)))

    def terms(self) -> tuple[str, ...]:
        """The levels of the rank, and where each chosen step is enabled."""
        return (*_levels(self.levels), *(f"enabled {number}" for number, _ in self.chosen))

    def derived(self, claim: str, applied: Applied, /) -> str | None:
        """A step that leads to the goal or lower, and that a chosen step is enabled."""
        match claim:
            case "falls":
                lower = _any(list(_lower(_levels(self.levels), applied)))
                return _any([applied("goal", 1), _all([applied("region", 1), lower])])
            case "covered":
                taken = ((applied(f"chosen {one}", 0), applied(f"enabled {one}", 0)) for one, _ in self.chosen)
                return _any([*map(_all, taken)])
        return None


def rule_of_progress(labels: Sequence[str], definitions: Iterable[str]) -> RankRule | StrategyRule | None:
    """The rule that the definitions of a file suggest, its steps by the labels of goals, of which there may be none;
    None for induction."""
    names = set(definitions)
    if not names & {"waiting", "region"}:
        return None
    levels, lemmas, justice = (_count(kind, names) for kind in ("rank", "lemma", "justice"))
    steps: dict[int, str] = {}
    for label in labels:
        named = re.match(r"(?:.*: )?step ([0-9]{1,6})(?: \((.*)\))? leads to the goal", label)
        if named:
            steps[int(named[1])] = named[2] or ""
    if "waiting" in names:
        return RankRule(tuple(steps.get(number, "") for number in range(len(steps))), levels, justice, lemmas)
    return StrategyRule(tuple(sorted(steps.items())), levels, lemmas)


def _count(kind: str, names: Iterable[str]) -> int:
    return sum(re.fullmatch(rf"{kind} [1-9][0-9]*", name) is not None for name in names)


def _premises(lemmas: int, place: int = 0) -> tuple[Claim, ...]:
    return (Claim("domain", (place,)), *(Claim(f"lemma {number + 1}", (place,)) for number in range(lemmas)))


def _levels(levels: int) -> tuple[str, ...]:
    return tuple(f"rank {number + 1}" for number in range(levels))


def _lower(levels: Sequence[str], applied: Applied) -> Iterator[str]:
    """The ways in which a list of integers is lower after a step, as words in a dictionary."""
    for place, name in enumerate(levels):
        same = [f"(= {applied(one, 1)} {applied(one, 0)})" for one in levels[:place]]
        yield _all([*same, f"(< {applied(name, 1)} {applied(name, 0)})"])


def _all(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})" if parts else "true"


def _any(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"(or {' '.join(parts)})" if parts else "false"


def _named(number: int, label: str) -> str:
    return f"step {number}" + (f" ({label})" if label else "")
