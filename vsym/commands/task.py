"""The task of a command on a model, and the functions that several commands need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget
from vsym.basics.options import (
    HOLDS,
    INTERRUPTED,
    UNDECIDED,
    VIOLATED,
    Options,
    RefusedError,
    TraceStyle,
    refuse_given,
    worst,
)
from vsym.checking.answer import Checked
from vsym.checking.question import Question, Strategy, Subject, Wishes
from vsym.system.result import RankVerdict, Verdict

if TYPE_CHECKING:
    from vsym.engines.disk.planning import StoreSettings
    from vsym.show.text.progress import Narrator


@frozen
class Task:
    """A subject with its options and the name of its file; `budget` has the solver and the limits of the work."""

    options: Options
    subject: Subject[Any]
    file: str
    budget: Budget
    narrator: Narrator

    @property
    def model(self) -> Any:
        """The model, with the properties asked for."""
        return self.subject.model

    @property
    def trace(self) -> TraceStyle:
        """The style of traces: how much of each state they show."""
        from vsym.show.text.traces import style_of

        return self.options.trace or style_of(self.model)

    @property
    def question(self) -> Question[Any]:
        """The subject with the wishes of the options and the limits; raises RefusedError for contradictory options."""
        return Question(self.subject, wishes(self.options), self.budget)


def wishes(options: Options) -> Wishes:
    """The wishes of the options; raises RefusedError for an option that has no meaning with a store, or without one."""
    quotient = options.quotient
    return Wishes(
        options.engine,
        options.counted,
        quotient.group,
        quotient.trust_group,
        Strategy(
            quotient.strategy, bool(quotient.hints), automatic=quotient.automatic is not None, closing=quotient.closing
        ),
        asked_store(options),
        options.compact,
        options.certificate,
        names=options.properties,
        bounds=options.bounds,
    )


def task(options: Options, subject: Subject[Any], file: str, budget: Budget, narrator: Narrator) -> Task:
    """The task with the properties of the options; raises RefusedError where the model does not have one."""
    return Task(options, subject.asking(options.properties), file, budget, narrator)


def stopped(error: BaseException) -> tuple[int, str]:
    """The status and the reason of work that a limit or Ctrl-C has ended."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, REASONS["keyboard"]
    return UNDECIDED, str(error)


def status_of(verdict: Verdict | RankVerdict) -> int:
    """The exit status that a verdict asks for, be it on a property or on a stated rank."""
    if verdict.outcome == "unknown" and verdict.reason == REASONS["keyboard"]:
        return INTERRUPTED
    return {"holds": HOLDS, "proves": HOLDS, "violated": VIOLATED, "fails": VIOLATED}.get(verdict.outcome, UNDECIDED)


def extent(checked: Checked) -> int:
    """The status of an exploration by how far it came."""
    if checked.reached is not None and checked.reached.complete:
        return HOLDS
    return INTERRUPTED if unexplored(checked) == REASONS["keyboard"] else UNDECIDED


def unexplored(checked: Checked) -> str:
    """The reason why nothing was explored, or not all."""
    if checked.reached is not None and checked.reached.interrupted is not None:
        return REASONS[checked.reached.interrupted]
    reasons = (outcome.verdict.reason for outcome in checked.outcomes)
    return checked.stopped or next((reason for reason in reasons if reason), REASONS["time"])


def exit_status(checked: Checked, *, strict: bool = False) -> int:
    """The exit status for the verdicts and for work that was cut short; if `strict`, warnings count as violations."""
    statuses = [status_of(outcome.verdict) for outcome in checked.outcomes]
    statuses += [status_of(rank.verdict) for rank in checked.ranks]
    if strict and checked.warnings:
        statuses.append(VIOLATED)
    if checked.stopped is not None:
        statuses.append(INTERRUPTED if checked.stopped == REASONS["keyboard"] else UNDECIDED)
    if any(one.reason == REASONS["keyboard"] for one in checked.explorations):
        statuses.append(INTERRUPTED)
    if checked.reached is not None and not checked.outcomes:
        statuses.append(extent(checked))
    return worst(*statuses)


def without_verdicts(task: Task, verdicts: Mapping[str, Verdict], reason: str) -> Checked:
    """The verdicts that were known when the work was ended, without their paths.

    A verdict on one size does not hold for all sizes, so with open sizes none is known.
    """
    from vsym.checking.answer import Outcome, unknown

    earlier = {} if task.subject.open else verdicts
    none = unknown((*task.model.properties, *(one.stated() for one in task.model.nevers)), reason)
    outcomes = tuple(
        Outcome(one.property, replace(earlier[one.property.name], path=None)) if one.property.name in earlier else one
        for one in none
    )
    return Checked(task.model, outcomes, stopped=reason)


_ENGINES = ("auto", "compiled")


def refuse_store(options: Options) -> None:
    """Raise RefusedError for a store beside --estimate, which has its own."""
    if options.store.folder is not None:
        raise RefusedError("--estimate measures in a store of its own: leave --store out")
    if options.counted:
        raise RefusedError("--estimate explores single states, and --as counters counts them together: use one of them")


def asked_store(options: Options) -> StoreSettings | None:
    """The settings of the store that options ask for, None where states stay in memory.

    Raises RefusedError for an option that has no meaning without a store, or beside one.
    """
    store = options.store
    if store.folder is None:
        given: dict[str, object] = {"--workers": store.workers, "--parts": store.parts, "--cluster": store.cluster}
        refuse_given(given, "needs states on disk: name a folder with --store")
        return None
    if store.workers is not None and store.cluster is not None:
        raise RefusedError(
            "--workers sets processes on this machine, and a cluster has its own: use --workers or --cluster"
        )
    beside: dict[str, object] = {
        "--compact": options.compact,
        "--for-all": options.for_all,
        "--strategy": options.quotient.strategy,
        "--as counters": options.counted,
        "--certificate": options.certificate,
    }
    refuse_given(beside, "has no meaning with --store, which keeps each single state on disk")
    if options.engine not in _ENGINES:
        raise RefusedError(f"--engine {options.engine} keeps no states on disk; --store has its own engine")
    from vsym.engines.disk.planning import StoreSettings

    return StoreSettings(store.folder, store.workers or 1, store.parts, resume=store.resume, cluster=store.cluster)
