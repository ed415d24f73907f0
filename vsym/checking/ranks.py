"""The ranks that a model states, judged on its counters; one that fails is shown on the model's own processes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import RankOutcome
from vsym.checking.question import Subject
from vsym.checking.sizes import listed
from vsym.checking.stages import identified, reduced
from vsym.engines.smt.engine import judged_ranks
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.protocol import Run
from vsym.system.report import Report
from vsym.system.result import ErrorReached, RankVerdict


def ranks(subject: Subject[Model], smaller: Reduced, budget: Budget, report: Report) -> tuple[RankOutcome, ...]:
    """The outcome of every rank that is stated; what Ctrl-C or a limit leaves undecided is unknown.

    Raises ReplayError and AssertionError where the model contradicts (our bug).
    """
    try:
        verdicts = judged_ranks(smaller.system, budget, report)
    except (ErrorReached, RefusedError) as error:
        return unjudged(subject.model, str(error))
    return tuple(_outcomes(subject, smaller, verdicts, budget, report))


def unjudged(model: Model, reason: str) -> tuple[RankOutcome, ...]:
    """No verdict on any rank, for one reason."""
    return tuple(RankOutcome(rank, RankVerdict("unknown", 0.0, reason)) for rank in model.ranks)


def _outcomes(
    subject: Subject[Model], smaller: Reduced, verdicts: tuple[RankVerdict, ...], budget: Budget, report: Report
) -> Iterator[RankOutcome]:
    for rank, verdict in zip(subject.model.ranks, verdicts, strict=True):
        if verdict.values is not None:
            yield _at(subject, RankOutcome(rank, verdict), budget, report)
        elif verdict.path is not None:
            counters, path = smaller.lifted(verdict.path)
            yield RankOutcome(rank, verdict, smaller, Run(smaller.model, path, counters, smaller.counters))
        else:
            yield RankOutcome(rank, verdict)


def _at(subject: Subject[Model], outcome: RankOutcome, budget: Budget, report: Report) -> RankOutcome:
    """The outcome with a path at a size at which the rank fails; where that is cut short, it is unknown."""
    assert subject.instance is not None
    values = outcome.verdict.values or {}
    report.say(f"showing where the rank of {outcome.rank.property} fails")
    try:
        model = subject.instance(values)
        here = Subject(model).asking([outcome.rank.property])
        smaller = reduced(here, identified(here, budget, report), budget, report)[1]
        [shown] = ranks(here, smaller, budget, report)
        reason = shown.verdict.reason
    except (KeyboardInterrupt, UndecidedError, DiagnosticError) as error:
        shown, reason = None, reason_of(error)
    if shown is not None and shown.verdict.outcome == "proves":
        raise AssertionError(f"the rank of `{outcome.rank.property}` is said to fail at a size where it does not")
    if shown is None or shown.verdict.outcome == "unknown":
        reason = f"it seems to fail at {listed(values)}, but that could not be shown: {reason}"
        return replace(outcome, verdict=RankVerdict("unknown", outcome.verdict.seconds, reason))
    verdict = replace(shown.verdict, values=values, seconds=outcome.verdict.seconds)
    return replace(shown, rank=outcome.rank, verdict=verdict)
