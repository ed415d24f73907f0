"""`vsym check` on the best exact reduction, and `vsym verify-certificate`."""

from __future__ import annotations

import time

from rich.text import Text

from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, VIOLATED, RefusedError
from vsym.commands import judging
from vsym.commands.answer import Answer
from vsym.commands.task import Task, certified, exported
from vsym.show.text import lines as text
from vsym.show.text import story, verdicts


def check(task: Task) -> Answer:
    """`vsym check`: the whole story; raises RefusedError where an engine is asked for what it does not have."""
    judging.refuse_contradictions(task)
    if task.options.engine == "adaptive":
        from vsym.commands import adaptive

        return adaptive.check(task)
    judged = judging.judge(task)
    everything, quiet = task.options.verbose, task.options.quiet
    if judged.checked is None:
        told = [] if quiet else [*story.identification(judged.decided, everything=everything), Text("")]
        told.append(verdicts.properties_table(judged.outcomes, quiet=quiet))
        return Answer(judged.status, tuple(told), judged.found(task))
    shown = story.verification(judged.checked, task.options.trace, everything=everything, quiet=quiet)
    certificate = certified(task, shown, [outcome.verdict.proof for outcome in judged.outcomes])
    files, notes = exported(task, judged.checked.system, judged.outcomes)
    found = judged.found(task)
    return Answer(judged.status, tuple(shown), found, certificate=certificate, files=files, notes=notes)


def verify_certificate(written: str, file: str, solver: str, timeout: float | None, *, quiet: bool) -> Answer:
    """`vsym verify-certificate`: every goal put to a solver; raises RefusedError for a text that is no certificate."""
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
