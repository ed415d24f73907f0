"""`vsym symmetry` and `vsym check` with `--for-all`: each from its options to an answer."""

from __future__ import annotations

from vsym.commands import Answer, Task
from vsym.emit.smtlib import questions
from vsym.every_size import Identified, identify
from vsym.gsst import OpenModel
from vsym.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, worst
from vsym.report import record, story, text


def symmetry(task: Task, opened: OpenModel) -> Answer:
    """`vsym symmetry --for-all`: identification only."""
    identified = identify(opened, task.budget, task.narrator.say)
    decided = identified.decided
    status = {True: HOLDS, False: VIOLATED, None: UNDECIDED}[decided.full]
    shown = story.identification(decided, everything=task.options.verbose, instances=identified.instances)
    if task.options.quiet:
        shown = [text.symmetry_line(decided)]
    interrupted = INTERRUPTED if decided.interrupted else HOLDS
    files = dict(questions(decided)) if task.options.smt2 else {}
    return Answer(worst(status, interrupted), tuple(shown), found(task, identified), files=files)


def found(task: Task, identified: Identified) -> record.Record:
    """What the JSON document begins with."""
    symmetric = record.symmetry(identified.decided, identified.instances)
    return {**record.header(identified.decided.model, task.file), "symmetry": symmetric}
