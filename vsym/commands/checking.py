"""`vsym check` on the best exact reduction."""

from __future__ import annotations

from vsym.commands.answer import Answer
from vsym.commands.judging import document, exit_status, judged, reviewed
from vsym.commands.task import Task, certified, exported
from vsym.show.text import story
from vsym.show.text.warnings import warning_lines


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
        verdicts = ((outcome.property, outcome.verdict) for outcome in checked.outcomes)
        certificate = certified(task.options, task.model.name, shown, verdicts)
    files, notes = exported(task, checked)
    status, found = exit_status(checked, strict=strict), document(task, checked)
    return Answer(
        status,
        tuple(shown),
        found,
        certificate=certificate,
        files=files,
        notes=notes,
        results=reviewed(task, checked),
    )
