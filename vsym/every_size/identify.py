"""Identification for all sizes at once, and the counter system that is exact at every size."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pysmt.environment import Environment

from vsym.basics.limits import Budget
from vsym.languages.opening import OpenModel
from vsym.pipeline import decide
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.certified import reduce_every_size
from vsym.reductions.counters.guards import Reduction
from vsym.symmetry.virtual.identification import Decided, Notify
from vsym.symmetry.virtual.instances import Instance, check_instances, smallest_instances


@dataclass(frozen=True)
class Identified:
    """What is symmetric at every size; of each relation that is not, the smallest instance that shows it."""

    opened: OpenModel
    decided: Decided
    instances: tuple[Instance | None, ...]


def identify(opened: OpenModel, budget: Budget, notify: Notify) -> Identified:
    """Identification with the sizes as variables (theory, section 1).

    Raises what `pipeline.decide` and `check_instances` raise.
    """
    with budget.interruption.heeded():
        check_instances(opened.model, opened.instance, budget)
    decided = decide(opened.model, budget, notify)
    with budget.interruption.heeded():
        instances = smallest_instances(opened.model, decided.decisions, opened.instance, budget)
    return Identified(opened, decided, instances)


def reduce_for_all(identified: Identified, budget: Budget, notify: Notify) -> tuple[Identified, CounterSystem]:
    """The counter system that is exact at every size, and identification with the blocks that it counts in.

    Raises UndecidedError, and KeyboardInterrupt at once if identification was interrupted.
    """
    if identified.decided.interrupted:
        raise KeyboardInterrupt
    notify("building the counter abstraction")
    decided, opened = identified.decided, identified.opened
    reduction = Reduction(Environment(), decided.model, decided.blocks, decided.lemma, budget)
    with budget.interruption.heeded():
        system, reason = reduce_every_size(reduction, decided.relations, opened.instance)
    blocks = tuple(block.processes for block in system.blocks)
    counted = replace(decided, blocks=blocks, blocks_reason=reason or decided.blocks_reason)
    return replace(identified, decided=counted), system
