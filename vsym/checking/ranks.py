"""The ranks that a model states, judged on its counters, and those that prove a property, stated or found.

A stated rank that fails is shown on the model's own processes.
"""

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
from vsym.engines.smt.engine import SmtEngine, judged_ranks
from vsym.logic.progress import progress
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.protocol import Run
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Proof, ProvedRank, RankVerdict


def ranks(subject: Subject[Model], smaller: Reduced, budget: Budget, report: Report) -> tuple[RankOutcome, ...]:
    """The outcome of every stated rank; one that Ctrl-C or a limit leaves undecided is unknown.

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
        [answer] = ranks(here, smaller, budget, report)
        reason = answer.verdict.reason
    except (KeyboardInterrupt, UndecidedError, DiagnosticError) as error:
        answer, reason = None, reason_of(error)
    if answer is not None and answer.verdict.outcome == "proves":
        raise AssertionError(f"the rank of `{outcome.rank.property}` is said to fail at a size where it does not")
    if answer is None or answer.verdict.outcome == "unknown":
        reason = f"it seems to fail at {listed(values)}, but vsym could not show it: {reason}"
        return replace(outcome, verdict=RankVerdict("unknown", outcome.verdict.seconds, reason))
    verdict = replace(answer.verdict, values=values, seconds=outcome.verdict.seconds)
    return replace(answer, rank=outcome.rank, verdict=verdict)


def of_progress(model: Model) -> tuple[Property, ...]:
    """The properties of a model that ask whether something happens eventually, or can happen."""
    return tuple(prop for prop in model.properties if progress(prop) is not None)


def proving_ranks(reduced: Reduced, prop: Property, budget: Budget, report: Report) -> tuple[ProvedRank, ...]:
    """The rank of each goal that a property asks for; a rank that is stated for it goes before one that is found.

    Raises RefusedError where the property is violated or the rank does not prove it, UndecidedError where neither is
    known.
    """
    [goal] = [one for one in reduced.system.properties if one.name == prop.name]
    stated = tuple(rank for rank in reduced.system.ranks if rank.property == prop.name)
    system = replace(reduced.system, properties=(goal,), ranks=stated)
    if stated:
        [judged] = judged_ranks(system, budget, report)
        if judged.outcome == "unknown":
            raise UndecidedError(f"it is unknown whether its rank proves `{prop.name}`: {judged.reason}")
        if judged.proof is None:
            raise RefusedError(
                f"the rank of `{prop.name}` does not prove it: {judged.reason}; `vsym check` shows where"
            )
        return ranks_of(prop, judged.proof)
    [verdict] = SmtEngine(ranks=True).verify(system, [goal], budget, report).verdicts
    if verdict.outcome == "violated":
        raise RefusedError(f"`{prop.name}` is violated, so it has no rank to draw; `vsym check` shows a path")
    if verdict.proof is None:
        raise UndecidedError(f"found no rank that proves `{prop.name}`: {verdict.reason}")
    return ranks_of(prop, verdict.proof)


def ranks_of(prop: Property, proof: Proof) -> tuple[ProvedRank, ...]:
    """The ranks of a proof, one for each goal of the property; those of fair paths are left out."""
    goals = progress(prop)
    return () if goals is None else proof.ranks[: len(goals.parts)]
