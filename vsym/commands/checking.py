"""`vsym check` on the best exact reduction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.checking.results import Checked
from vsym.commands.answer import Answer
from vsym.commands.judging import document, exit_status, judged, reviewed
from vsym.commands.task import Task, certified, exported
from vsym.logic.properties import Property
from vsym.show.text import story
from vsym.show.text.verdicts import warning_lines
from vsym.system.result import Verdict


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
        certificate = certified(task.options, task.model.name, shown, _proofs(checked))
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


def _proofs(checked: Checked) -> Iterator[tuple[Property, Verdict]]:
    """The verdict on each property with what proves it: what its engine has left, or else the rank stated for it."""
    by_ranks = {one.rank.property: one.verdict.proof for one in checked.ranks}
    for outcome in checked.outcomes:
        proof = outcome.verdict.proof or by_ranks.get(outcome.property.name)
        yield outcome.property, replace(outcome.verdict, proof=proof)
