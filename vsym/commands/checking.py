"""`vsym check` on the best exact reduction, and `vsym verify-certificate`."""

from __future__ import annotations

import time

from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, VIOLATED, RefusedError
from vsym.commands.answer import Answer
from vsym.commands.judging import document, exit_status, judged
from vsym.commands.task import Task, certified, exported
from vsym.show.text import lines as text
from vsym.show.text import story


def check(task: Task) -> Answer:
    """`vsym check`: the whole story; raises RefusedError where an engine is asked for what it does not have."""
    checked = judged(task)
    everything, quiet = task.options.verbose, task.options.quiet
    shown = story.verification(checked, task.options.trace, everything=everything, quiet=quiet)
    certificate = None
    if checked.counters is not None and checked.decided is not None:
        certificate = certified(task, shown, [outcome.verdict.proof for outcome in checked.outcomes])
    files, notes = exported(task, checked)
    status, found = exit_status(checked), document(task, checked)
    return Answer(status, tuple(shown), found, certificate=certificate, files=files, notes=notes)


def verify_certificate(written: str, file: str, solver: str, timeout: float | None, *, quiet: bool) -> Answer:
    """`vsym verify-certificate`: every goal put to a solver; raises RefusedError for a text that is none."""
    from vsym.engines.smt.certificate_reading import UnreadableError, recheck

    budget = Budget(solver, None if timeout is None else time.monotonic() + timeout)
    try:
        with budget.interruption.heeded():
            checked = list(recheck(written, budget))
    except UnreadableError as error:
        raise RefusedError(f"{file}: {error}") from error
    valid = all(goal.valid for goal in checked)
    shown = text.certificate_lines([(goal.label, goal.valid) for goal in checked], solver, quiet=quiet)
    return Answer(HOLDS if valid else VIOLATED, tuple(shown))
