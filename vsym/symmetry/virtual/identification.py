"""The whole of identification: which relations are symmetric, why the others are not, and which blocks to reduce by."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError, UndecidedError
from vsym.logic.formula import Formula
from vsym.models.counting.counts import home_counts
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.symmetry.virtual.claims import assumption, check_claims
from vsym.symmetry.virtual.decision import Decision, possible
from vsym.symmetry.virtual.question import Setting
from vsym.symmetry.virtual.relations import Relation, cells, observed, relations, sets_of_wide_updates
from vsym.symmetry.virtual.synchronised import decide_relation, sweep_sets

if TYPE_CHECKING:
    from vsym.symmetry.virtual.instances import Instance
    from vsym.symmetry.virtual.witness import Witness

Notify = Callable[[str], None]
"""The callback that receives a few words on the current work, each time that it changes."""


@frozen
class Decided:
    """The decision on symmetry: each relation against the full symmetry group, and the blocks of the reduction to use.

    `undecided` holds the reasons of relations that the solver could not settle; then the blocks are the cells, which
    are always exact. `blocks_reason` says why the blocks may not be the best ones, else it is None. With `interrupted`
    (Ctrl-C), the relations that were not reached are undecided. Where sizes are open, `instances` has the smallest
    instance that shows each broken relation. A witness may be missing where a limit was reached. With `bounds`, the
    blocks need not be exact: the steps of their counters have bounds.
    """

    model: Model
    lemma: Formula
    relations: tuple[Relation, ...]
    decisions: tuple[Decision, ...]
    witnesses: tuple[Witness | None, ...]
    undecided: tuple[str, ...]
    blocks: tuple[Processes, ...]
    blocks_reason: str | None
    seconds: float
    interrupted: bool = False
    instances: tuple[Instance | None, ...] = ()
    bounds: bool = False

    @property
    def full(self) -> bool | None:
        """True where the model is fully virtually symmetric; None where the solver could not tell."""
        if any(decision.verdict == "broken" for decision in self.decisions):
            return False
        return None if self.undecided else True


def decide_symmetry(model: Model, budget: Budget, notify: Notify) -> Decided:
    """Decide full virtual symmetry and choose the blocks; raises as `decide_relations` does."""
    return choose_blocks(decide_relations(model, budget, notify), budget, notify)


def decide_relations(model: Model, budget: Budget, notify: Notify) -> Decided:
    """Decide full virtual symmetry; the blocks are the cells until better ones are chosen.

    Raises DiagnosticError for lemmas and stated partitions that are refused, and UndecidedError where the time ends
    before they are checked and the relations are known; after that, the result says which relations are undecided.
    """
    started = time.monotonic()
    environment = Environment()
    notify("proving the lemmas")
    check_claims(environment, model, budget)
    lemma = assumption(model)
    setting = Setting(environment, model, lemma, budget)
    related = relations(model, possible(environment, model, lemma, budget), budget)
    everyone = [model.processes]
    decisions: list[Decision] = []
    undecided: list[str] = []
    interrupted = False
    for relation in related:
        began = time.monotonic()
        reason = "interrupted"
        try:
            if not interrupted:
                notify(f"deciding {relation.source} -> {relation.target}")
                decisions.append(decide_relation(setting, related, relation))
                continue
        except UndecidedError as error:
            reason = str(error)
        except KeyboardInterrupt:
            interrupted = True
        undecided.append(reason)
        decisions.append(Decision(relation, "undecided", time.monotonic() - began))
    return Decided(
        model,
        lemma,
        related,
        tuple(decisions),
        _witnesses(model, decisions, everyone, budget),
        tuple(undecided),
        cells(model) or (model.processes,),
        None,
        time.monotonic() - started,
        interrupted,
    )


def choose_blocks(decided: Decided, budget: Budget, notify: Notify) -> Decided:
    """The decision with the blocks of the coarsest exact reduction, or the best that the time allows."""
    started = time.monotonic()
    setting = Setting(Environment(), decided.model, decided.lemma, budget)
    choice = _choose_blocks(setting, decided.relations, decided.decisions, notify)
    return replace(
        decided,
        blocks=choice.blocks or (decided.model.processes,),
        blocks_reason=choice.reason,
        seconds=decided.seconds + time.monotonic() - started,
        interrupted=decided.interrupted or choice.interrupted,
    )


def counted_apart(model: Model, related: Sequence[Relation]) -> tuple[Processes, ...]:
    """The coarsest partition of the processes for which each step changes the counters in one way.

    It cuts no set that `init` counts in beside homes, none that steps send elsewhere than others, and none that is
    counted by an assignment of many values.
    """
    starts = named_sets(home_counts(model)[1])
    sets = [model.processes, *starts, *sets_of_wide_updates(model, related), *sweep_sets(model)]
    return tuple(refine(sets))


def _witnesses(
    model: Model, decisions: Sequence[Decision], everyone: Sequence[Processes], budget: Budget
) -> tuple[Witness | None, ...]:
    """The witnesses of the broken relations, as many as there is time for: the verdicts do not need them."""
    witnesses: list[Witness | None] = []
    with suppress(LimitReachedError):
        for decision in budget.paced(decisions):
            witness = None
            # Where sizes are open there are no processes to show a witness with; instances of the model have some.
            if decision.pair and not model.sizes.parameters:
                from vsym.symmetry.virtual.witness import witness_of

                witness = witness_of(model, decision.relation, decision.pair, everyone, budget)
            witnesses.append(witness)
    return (*witnesses, *[None] * (len(decisions) - len(witnesses)))


class _Choice(NamedTuple):
    """The blocks to reduce by, and why they may not be the best ones."""

    blocks: tuple[Processes, ...]
    reason: str | None = None
    interrupted: bool = False


def _choose_blocks(
    setting: Setting, related: Sequence[Relation], decisions: Sequence[Decision], notify: Notify
) -> _Choice:
    model = setting.model
    seen = refine([*observed(model), *sets_of_wide_updates(model, related), *sweep_sets(model)])
    if len(seen) == 1 and all(decision.verdict in ("symmetric", "virtually symmetric") for decision in decisions):
        return _Choice(tuple(seen))
    if any(decision.verdict == "undecided" for decision in decisions):
        return _Choice(cells(model), "the solver did not decide the symmetry in time")
    from vsym.symmetry.virtual.exactness import BlockSearch, Exactness, SynchronisedExactness

    finest = cells(model)
    kind = SynchronisedExactness if model.joint else Exactness
    exactness = kind(setting, related, finest)
    for decision in decisions:
        if decision.pair is not None:
            exactness.remember(decision.relation, decision.pair)
    search = BlockSearch(model, finest, exactness)
    try:
        notify("looking for the coarsest exact blocks")
        return _Choice(search.coarsest(seen))
    except UndecidedError as error:
        return _Choice(search.best, f"the search for coarser blocks ended early: {error}")
    except KeyboardInterrupt:
        return _Choice(search.best, "the search for coarser blocks was interrupted", interrupted=True)
