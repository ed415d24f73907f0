"""The stages before any verdict: the symmetry, the edges, and the smaller system."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.checking.question import Subject
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.guards import Reduction
from vsym.reductions.counters.reduce import reduce
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.virtual.claims import assumption, check_claims
from vsym.symmetry.virtual.decision import possible
from vsym.symmetry.virtual.identification import Decided, choose_blocks, decide_relations
from vsym.symmetry.virtual.relations import Relation, cells, relations
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.logic.formula import Formula
    from vsym.symmetry.virtual.edges import Edge


@frozen
class Prepared:
    """A model with its edges, for the methods that need no verdict on the symmetry."""

    model: Model
    edges: tuple[Edge, ...]
    budget: Budget
    seconds: float

    def respected(self, formula: Formula) -> tuple[Processes, ...]:
        """The coarsest partition that a predicate is seen to respect in time."""
        from vsym.symmetry.virtual.edges import interchangeable

        with self.budget.interruption.heeded():
            return interchangeable(Environment(), self.model, formula, [], self.budget)


def identified(subject: Subject[Model], budget: Budget, report: Report) -> Decided:
    """The identification of a model's symmetry with the blocks to reduce by; Ctrl-C stops it at once.

    Raises as `related` does.
    """
    return with_blocks(related(subject, budget, report), budget, report)


def with_blocks(decided: Decided, budget: Budget, report: Report) -> Decided:
    """The identification with the blocks to reduce by, as good ones as the time allows."""
    if decided.interrupted and not decided.undecided:
        return replace(decided, blocks_reason="the search for coarser blocks was interrupted")
    return _heeded(lambda: choose_blocks(decided, budget, report.say), budget)


def related(subject: Subject[Model], budget: Budget, report: Report) -> Decided:
    """The verdict on each relation's symmetry, at every size where sizes are open; Ctrl-C stops it at once.

    Raises as `decide_relations` and `check_instances` do.
    """
    if subject.instance is None:
        return _heeded(lambda: decide_relations(subject.model, budget, report.say), budget)
    from vsym.symmetry.virtual.instances import check_instances, smallest_instances

    with budget.interruption.heeded():
        check_instances(subject.model, subject.instance, budget)
    decided = _heeded(lambda: decide_relations(subject.model, budget, report.say), budget)
    with budget.interruption.heeded():
        instances = smallest_instances(subject.model, decided.decisions, subject.instance, budget)
    return replace(decided, instances=instances)


def _heeded(identify: Callable[[], Decided], budget: Budget) -> Decided:
    """The identification, interrupted also where Ctrl-C came so late that it had nothing left to stop."""
    decided: Decided | None = None
    try:
        with budget.interruption.heeded():
            decided = identify()
    except KeyboardInterrupt:
        if decided is None:
            raise
        decided = replace(decided, interrupted=True)
    return decided


def reduced(subject: Subject[Model], decided: Decided, budget: Budget, report: Report) -> tuple[Decided, Reduced]:
    """The counter system of the chosen blocks, and identification with the blocks that it counts in.

    Raises UndecidedError, and KeyboardInterrupt at once if identification was interrupted.
    """
    if decided.interrupted:
        raise KeyboardInterrupt
    report.say("building the counter abstraction")
    reduction = Reduction(Environment(), decided.model, decided.blocks, decided.lemma, budget)
    with budget.interruption.heeded():
        if subject.instance is None:
            return decided, Reduced.to(decided.model, reduce(reduction, decided.relations), budget)
        from vsym.reductions.counters.certified import reduce_every_size

        counters, reason = reduce_every_size(reduction, decided.relations, subject.instance)
    blocks = tuple(block.processes for block in counters.blocks)
    counted = replace(decided, blocks=blocks, blocks_reason=reason or decided.blocks_reason)
    return counted, Reduced.to(decided.model, counters, budget)


def by_cells(subject: Subject[Model], budget: Budget, report: Report) -> Reduced:
    """The counter system of the cells, for which no symmetry need be known; raises as `related` and `reduced` do."""
    with budget.interruption.heeded():
        relating = _relating(Environment(), subject.model, budget, report)
        reduction = Reduction(Environment(), subject.model, cells(subject.model), assumption(subject.model), budget)
        if subject.instance is None:
            return Reduced.to(subject.model, reduce(reduction, relating), budget)
        from vsym.reductions.counters.certified import reduce_every_size

        counters, _ = reduce_every_size(reduction, relating, subject.instance)
    return Reduced.to(subject.model, counters, budget)


def prepared(model: Model, budget: Budget, report: Report) -> Prepared:
    """The edges of a model, with the partitions that they respect.

    Raises DiagnosticError for lemmas and stated partitions that are refused, and with VS404 where a step may move
    several processes, or none to another local state, UndecidedError where the time ends before they are checked.
    """
    from vsym.symmetry.virtual.edges import edges

    refuse_joint(model)
    started = time.monotonic()
    environment = Environment()
    with budget.interruption.heeded():
        relating = _relating(environment, model, budget, report)
        report.say("inferring the partitions that the edges respect")
        respecting = edges(environment, model, relating, budget)
    return Prepared(model, respecting, budget, time.monotonic() - started)


def joint_direct(model: Model, blocks: Sequence[Processes], budget: Budget, report: Report) -> Reduced:
    """A model whose steps may move several processes, with its processes counted in blocks that cut no set it names.

    Raises DiagnosticError for lemmas and stated partitions that are refused, UndecidedError.
    """
    from vsym.reductions.direct import synchronised_system

    with budget.interruption.heeded():
        relating = _relating(Environment(), model, budget, report)
        report.say("building the system to explore")
        counters = synchronised_system(model, relating, blocks, budget)
    return Reduced.to(model, counters, budget)


def _relating(environment: Environment, model: Model, budget: Budget, report: Report) -> tuple[Relation, ...]:
    report.say("checking lemmas and stated partitions")
    check_claims(environment, model, budget)
    return tuple(relations(model, possible(environment, model, assumption(model), budget), budget))


def refuse_joint(model: Model) -> None:
    """Raise DiagnosticError with VS404 for the transitions that are no edges: they may move several processes, or leave
    their mover in its local state."""
    hint = "the counter abstraction takes it: use --engine auto or --method counter"
    diagnostics = []
    for one in model.transitions:
        why = "may move several processes at once; adaptive exploration moves one"
        if one.partner is None and not one.others:
            why = f"leaves its process in `{one.source}`; adaptive exploration needs a step to another local state"
        if one.joint:
            diagnostics.append(Diagnostic("VS404", one.span, f"`{one.label}` {why}", hint))
    if diagnostics:
        raise DiagnosticError(diagnostics)


def direct(prepared: Prepared, blocks: Sequence[Processes]) -> Reduced:
    """The model with its processes counted in blocks that no edge tells apart; raises UndecidedError."""
    from vsym.reductions.direct import direct_system

    with prepared.budget.interruption.heeded():
        counters = direct_system(prepared.model, prepared.edges, blocks, prepared.budget)
    return Reduced.to(prepared.model, counters, prepared.budget)
