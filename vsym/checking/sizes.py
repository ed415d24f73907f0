"""Properties of a model with open sizes: vsym decides a violated one again at a size, to show it there."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from vsym.basics.limits import REASONS, Budget, UndecidedError, reason_of
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.checking.answer import Checked, Outcome
from vsym.checking.question import Subject
from vsym.checking.stability import is_about_what_lasts, restated
from vsym.engines.registry import engine
from vsym.engines.smt.accepts import DECIDED, is_decided
from vsym.engines.smt.phases.asked import left_to_others, refutable
from vsym.logic.formula import Formula, compare, conjunction, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.virtual.instances import at_values, smallest_values
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Verdict
from vsym.system.system import System

SMALL_SIZES = 8
"""The number of sizes that vsym searches for a violation one by one, where all at once are undecided or violated."""

UNASKED = "is about neither reachability nor progress, and vsym decides nothing else for all sizes"

CheckAt = Callable[[Model], Checked]
"""The check of a model of one size."""


is_decided_for_all = is_decided
"""Tells if a property is one that the SMT engine decides for all sizes at once, as it stands."""


def may_be_decided(prop: Property) -> bool:
    """Tells if a property may be decided for all sizes at once, as it stands or restated."""
    return is_decided(prop) or is_about_what_lasts(prop)


def refusals(model: Model, names: Sequence[str]) -> list[Diagnostic]:
    """The reasons why properties chosen by name cannot be decided for all sizes."""
    return [
        Diagnostic("VS423", prop.span, f"`{prop.name}` {UNASKED}", f"for all sizes, vsym decides {DECIDED}")
        for prop in model.properties
        if prop.name in names and not may_be_decided(prop) and refutable(prop) is None
    ]


def verified_for_all(
    subject: Subject[Model], reduced: Reduced, budget: Budget, report: Report, check_at: CheckAt
) -> tuple[Outcome, ...]:
    """The outcome of every property for all sizes.

    What Ctrl-C or the budget leaves undecided is unknown. Raises DiagnosticError where an assignment leaves its range
    at some size, ReplayError and AssertionError where an instance contradicts (our bug).
    """
    system = reduced.system
    smt = engine("smt")
    questions = [prop for prop in system.properties if smt.accepts(system, prop) is None]
    try:
        answer = smt.verify(system, questions, budget, report)
    except ErrorReached as reached:
        raise error_at(subject, reached.values or {}, check_at) from reached
    verdicts = {prop.name: verdict for prop, verdict in zip(questions, answer.verdicts, strict=True)}
    outcomes = []
    for prop in system.properties:
        if prop.name not in verdicts and is_about_what_lasts(prop):
            verdicts[prop.name] = _lasting(system, prop, budget, report)
        verdict = verdicts.get(prop.name) or unasked(system, prop)
        open_question = verdict.outcome == "unknown" and prop.name in verdicts and verdict.reason != REASONS["keyboard"]
        outcome = Outcome(prop, verdict)
        if open_question:
            outcome = _at_small_sizes(subject, outcome, budget, report, check_at)
        outcomes.append(shown_at_a_size(subject, outcome, budget, report, check_at))
    return tuple(outcomes)


def unasked(system: System, prop: Property) -> Verdict:
    """The verdict on a property that the SMT engine does not decide, with the reason."""
    why = left_to_others(system, prop)
    return Verdict("unknown", "smt", 0.0, reason=f"it {UNASKED}; nor do paths in phases: {why}")


def _lasting(system: System, prop: Property, budget: Budget, report: Report) -> Verdict:
    """The verdict on a property that is restated. Its proof is about another system, and has no certificate."""
    report.say(f"looking for where `{prop.name}` holds for ever")
    try:
        asked = restated(system, prop, budget)
        if asked is None:
            return Verdict("unknown", "smt", 0.0, reason="vsym does not know in which states that holds for ever")
        [verdict] = engine("smt").verify(asked[0], [asked[1]], budget, report).verdicts
        if verdict.values is not None:
            verdict = replace(verdict, values={name: verdict.values[name] for name in system.parameters})
    except (KeyboardInterrupt, UndecidedError) as error:
        return Verdict("unknown", "smt", 0.0, reason=reason_of(error))
    return verdict if verdict.proof is None else replace(verdict, proof=replace(verdict.proof, scopes={}))


def shown_at_a_size(
    subject: Subject[Model], outcome: Outcome, budget: Budget, report: Report, check_at: CheckAt
) -> Outcome:
    """The outcome with an instance that violates the property where it is violated: the smallest if there is time.

    Where the instance is cut short, it is unknown. Raises AssertionError where the property holds there (our bug).
    """
    if outcome.verdict.outcome == "violated" and not outcome.verdict.smallest:
        outcome = _at_small_sizes(subject, outcome, budget, report, check_at)
    return _shown(subject, outcome, report, check_at)


def _shown(subject: Subject[Model], outcome: Outcome, report: Report, check_at: CheckAt) -> Outcome:
    """The outcome with the instance that violates the property; where that is cut short, it is unknown."""
    values = outcome.verdict.values
    if values is None or outcome.run is not None:
        return outcome
    report.say(f"showing how {outcome.property.name} is violated")
    seemingly = f"it seems to be violated at {listed(values)}, but vsym could not show it"
    try:
        answer = _at(subject, outcome.property, values, check_at)
        if answer.verdict.outcome == "violated":
            return replace(outcome, run=answer.run)
        if answer.verdict.outcome != "unknown":
            raise AssertionError(f"`{outcome.property.name}` is said to be violated at a size where it holds")
        reason = answer.verdict.reason
    except (KeyboardInterrupt, UndecidedError) as error:
        reason = reason_of(error)
    if reason != REASONS["keyboard"]:
        reason = f"{seemingly}: {reason}"
    unknown = Verdict("unknown", outcome.verdict.engine, outcome.verdict.seconds, reason)
    return replace(outcome, verdict=unknown)


def _at_small_sizes(
    subject: Subject[Model], outcome: Outcome, budget: Budget, report: Report, check_at: CheckAt
) -> Outcome:
    """The outcome of a property after a look at the smallest sizes, with a run where one of these violates it.

    A violation may be known at a larger size only: at a smaller one, its path may be longer.
    """
    prop, verdict = outcome.property, outcome.verdict
    started = time.monotonic()
    seen: list[Formula] = []
    while len(seen) < SMALL_SIZES:
        try:
            values = smallest_values(subject.model, conjunction(seen), budget)
            if values is None:
                break
            if values == verdict.values:
                return replace(outcome, verdict=replace(verdict, smallest=True))
            report.say(f"deciding {prop.name} at {listed(values)}")
            instance = _at(subject, prop, values, check_at)
        except (UndecidedError, KeyboardInterrupt):
            break
        if instance.verdict.outcome == "violated":
            # The size that a solver finds first is a matter of chance; the smallest one, shown here, is not.
            shown = replace(verdict, values=values, smallest=True, proof=None)
            if verdict.outcome != "violated":
                seconds, method = time.monotonic() - started, "the smallest sizes, one by one"
                shown = Verdict("violated", "smt", seconds, method=method, values=values, smallest=True)
            return replace(outcome, verdict=shown, run=instance.run)
        at = (compare(linear([(Named(name), 1)]), "=", Linear((), number)) for name, number in values.items())
        seen.append(negate(conjunction(at)))
    return outcome


def listed(values: Mapping[str, int]) -> str:
    """`readers = 1, writers = 2`."""
    return ", ".join(f"{name} = {number}" for name, number in values.items())


def _at(subject: Subject[Model], prop: Property, values: Mapping[str, int], check_at: CheckAt) -> Outcome:
    """The property in the instance for these values; raises UndecidedError where the work stops before a verdict."""
    assert subject.instance is not None
    checked = check_at(replace(subject.instance(values).asking([prop.name]), ranks=()))
    if checked.stopped is not None:
        raise KeyboardInterrupt if checked.stopped == REASONS["keyboard"] else UndecidedError(checked.stopped)
    return checked.outcomes[0]


def error_at(subject: Subject[Model], values: Mapping[str, int], check_at: CheckAt) -> Exception:
    """The error of an assignment that leaves its range in the instance for these values; where the work there is cut
    short, an UndecidedError."""
    assert subject.instance is not None
    try:
        checked = check_at(subject.instance(values))
    except DiagnosticError as error:
        return at_values(error, values)
    open_ = (one.verdict.reason for one in checked.outcomes if one.verdict.outcome == "unknown")
    reason = checked.stopped or next(open_, None)
    if reason == REASONS["keyboard"]:
        raise KeyboardInterrupt
    if reason is not None:
        return UndecidedError(f"an assignment seems to leave its range at {listed(values)}: {reason}")
    return AssertionError("an assignment said to leave its range at a size does not")
