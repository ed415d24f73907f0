"""`vsym check --engine adaptive`: reachability properties on annotated states."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from vsym import methods
from vsym.basics.limits import UndecidedError
from vsym.basics.options import worst
from vsym.commands.answer import Answer
from vsym.commands.task import Task, exported, extent, status_of, stopped, unknown
from vsym.pipeline import Outcome
from vsym.show import record
from vsym.show.text import lines as text
from vsym.show.text import methods as compared
from vsym.show.text import verdicts


@dataclass(frozen=True)
class Judged:
    """The verdicts with the exit status that they ask for; without `verified` there was no time for the edges."""

    outcomes: tuple[Outcome, ...]
    verified: methods.Verified | None
    status: int

    def found(self, task: Task) -> record.Record:
        """The whole JSON document."""
        if self.verified is None:
            return {**task.found(), **record.unverified(task.model, self.outcomes)}
        return {**task.found(), **record.verified(self.verified)}


def judge(task: Task) -> Judged:
    """Decide every property, each a question of reachability; raises what `methods.verify` raises."""
    try:
        verified = methods.verify(task.prepare(), (), task.limits, task.narrator)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        return Judged(unknown(task.model, reason), None, status)
    statuses = [status_of(outcome.verdict) for outcome in verified.outcomes]
    if not verified.outcomes or verified.explored.interrupted == "keyboard":
        statuses.append(extent(verified.explored))
    return Judged(verified.outcomes, verified, worst(*statuses))


def check(task: Task) -> Answer:
    """Reachability properties on annotated states."""
    judged = judge(task)
    everything, quiet = task.options.verbose, task.options.quiet
    if judged.verified is None:
        told: list[RenderableType] = [verdicts.properties_table(judged.outcomes, quiet=quiet)]
        if not quiet:
            told = [text.system_line(task.model), Text(""), *told]
        return Answer(judged.status, tuple(told), judged.found(task))
    shown = compared.verification(judged.verified, task.options.trace, everything=everything, quiet=quiet)
    files, notes = exported(task, judged.verified.system, judged.outcomes)
    return Answer(judged.status, tuple(shown), judged.found(task), files=files, notes=notes)
