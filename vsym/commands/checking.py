"""`vsym check` on the best exact reduction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.commands.answer import Answer
from vsym.commands.judging import document, exit_status, judged
from vsym.commands.task import Task, certified, exported
from vsym.show.text import story
from vsym.show.text.warnings import warning_lines

if TYPE_CHECKING:
    from vsym.composition.results import Checked
    from vsym.show.sarif import Result


def check(task: Task) -> Answer:
    """`vsym check`: the whole story; raises RefusedError where an engine is asked for what it does not have."""
    checked = judged(task)
    everything, quiet, strict = task.options.verbose, task.options.quiet, task.options.strict
    shown = story.verification(checked, task.trace, everything=everything, quiet=quiet)
    if quiet and strict:
        # The exit status would have no reason.
        shown += warning_lines(checked.warnings, everything=everything)
    certificate = None
    if checked.counters is not None and checked.decided is not None:
        certificate = certified(task, shown, [outcome.verdict.proof for outcome in checked.outcomes])
    files, notes = exported(task, checked)
    status, found = exit_status(checked, strict=strict), document(task, checked)
    results = _results(checked) if task.options.sarif else ()
    return Answer(status, tuple(shown), found, certificate=certificate, files=files, notes=notes, results=results)


def _results(checked: Checked) -> tuple[Result, ...]:
    """What is to be reviewed."""
    from vsym.show import sarif

    return (*sarif.of_verdicts(checked.outcomes), *sarif.of_warnings(checked.warnings))
