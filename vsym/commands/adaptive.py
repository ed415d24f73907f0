"""`vsym check --engine adaptive`: reachability properties on annotated states."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from vsym import methods
from vsym.commands.task import Answer, Task, exported, extent, status_of, stopped, unknown
from vsym.options import worst
from vsym.presburger.solver import UndecidedError
from vsym.report import methods as compared
from vsym.report import record, text, verdicts


def check(task: Task) -> Answer:
    """Reachability properties on annotated states."""
    try:
        verified = methods.verify(task.prepare(), (), task.limits, task.narrator)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        outcomes = unknown(task.model, reason)
        told: list[RenderableType] = [verdicts.properties_table(outcomes, quiet=task.options.quiet)]
        if not task.options.quiet:
            told = [text.system_line(task.model), Text(""), *told]
        return Answer(status, tuple(told), {**task.found(), **record.unverified(task.model, outcomes)})
    statuses = [status_of(outcome.verdict) for outcome in verified.outcomes]
    if not verified.outcomes or verified.explored.interrupted == "keyboard":
        statuses.append(extent(verified.explored))
    shown = compared.verification(
        verified, task.options.trace, everything=task.options.verbose, quiet=task.options.quiet
    )
    files, remarks = exported(task, verified.system, verified.outcomes)
    found = {**task.found(), **record.verified(verified)}
    return Answer(worst(*statuses), tuple(shown), found, files=files, remarks=remarks)
