"""The composer: from a model to all that is known of it, for one size or all, by any engine."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.limits import REASONS, Budget, UndecidedError, reason_of
from vsym.basics.source import DiagnosticError
from vsym.checking.choice import AUTO
from vsym.checking.results import Checked, Deadlock, Explored, unknown
from vsym.checking.settling import Attempt
from vsym.checking.stages import identified, reduced
from vsym.checking.subject import Subject
from vsym.checking.vacuity import warnings
from vsym.checking.verification import verified
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.engines.compiled.quotient.quotient import Quotient
    from vsym.engines.disk.planning import StoreSettings


def check(
    subject: Subject,
    engine: str,
    budget: Budget,
    report: Report,
    *,
    names: Sequence[str] = (),
    certifying: bool = False,
    warned: bool = True,
    group: str | None = None,
    store: StoreSettings | None = None,
) -> Checked:
    """Decide the symmetry of a model, reduce it, verify its properties and find the way back.

    `names` are the properties that were asked for by name; `certifying` leaves more time to the engine that leaves
    certificates; with `warned`, it is looked for what is true by accident; counter states are explored up to a `group`
    of `GROUPS`, and kept in a `store` if there is one. What a limit or Ctrl-C leaves undecided is unknown; where it
    comes before there is a reduction, all is, and the work is told as `stopped`. Raises DiagnosticError for what is
    wrong with the model, ReplayError for a bug of ours, what the stages raise before the symmetry is known, and
    RefusedError where there is no such group.
    """
    if group is not None:
        from vsym.checking.group_names import engine_for

        engine = engine_for(group, engine, every_size=subject.instance is not None)
    if engine == "adaptive":
        from vsym.checking.annotated import check_annotated

        return check_annotated(subject.model, budget, report)
    if subject.instance is not None:
        from vsym.checking.sizes import refusals

        refused = refusals(subject.model, names)
        if refused:
            raise DiagnosticError(refused)
    decided = identified(subject, budget, report)
    try:
        decided, smaller = reduced(subject, decided, budget, report)
        quotient, notes = _up_to(smaller, group, engine, budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        ended = Checked(
            subject.model, unknown(subject.model, reason), decided, stopped=reason, warnings=subject.model.warnings
        )
        return _with_ranks(subject, ended, None, budget, report)

    def at_one_size(model: Model) -> Checked:
        return check(Subject(model), AUTO, budget, report, warned=False)

    started = time.monotonic()
    deadlock: Deadlock | None = None
    explored: Explored | None = None
    attempts: tuple[Attempt, ...] = ()
    try:
        if subject.instance is not None:
            from vsym.checking.sizes import verified_for_all

            outcomes = verified_for_all(subject, smaller, budget, report, at_one_size)
        else:
            done = verified(smaller, engine, budget, report, certifying=certifying, quotient=quotient, store=store)
            outcomes, explored, attempts = done.outcomes, done.explored, done.attempts
            deadlock = Deadlock.among(smaller.model, explored, smaller.back)
    except KeyboardInterrupt:
        outcomes = unknown(subject.model, REASONS["keyboard"])
    seconds = time.monotonic() - started
    checked = Checked(
        subject.model,
        outcomes,
        decided,
        counters=smaller.counters,
        explored=explored,
        seconds=seconds,
        attempts=attempts,
        deadlock=deadlock,
        notes=notes,
    )
    checked = _with_ranks(subject, checked, smaller, budget, report)
    return replace(checked, warnings=warnings(checked, smaller.system, budget, report)) if warned else checked


def _with_ranks(subject: Subject, checked: Checked, smaller: Reduced | None, budget: Budget, report: Report) -> Checked:
    """What is known, with the verdict on each rank that the model states; unknown where the work stopped before."""
    if not subject.model.ranks:
        return checked
    from vsym.checking.ranks import ranks, unjudged

    if smaller is None:
        return replace(checked, ranks=unjudged(subject.model, checked.stopped or REASONS["time"]))
    return replace(checked, ranks=ranks(subject, smaller, budget, report))


def _up_to(
    reduced: Reduced, group: str | None, engine: str, budget: Budget, report: Report
) -> tuple[Quotient | None, tuple[str, ...]]:
    """The quotient by a group that the engine is to explore, and what is to be said of it."""
    if group is None or reduced.system.parameters:
        return None, ()
    from vsym.checking.counter_quotient import counter_quotient

    with budget.interruption.heeded():
        chosen = counter_quotient(reduced.system, group, engine, budget, report)
    return chosen.quotient, chosen.notes
