"""`vsym check` on a program."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from vsym.commands.answer import Answer
from vsym.commands.programs.judging import document, exit_status, judged
from vsym.commands.programs.task import Task
from vsym.composition.programs import CheckedProgram
from vsym.show.programs import text

if TYPE_CHECKING:
    from vsym.show.sarif import Result

_LONGEST = 100
"""How many characters of a property's name a file's name has."""


def check(task: Task) -> Answer:
    """The whole story; raises RefusedError for options that have no meaning here."""
    checked = judged(task)
    shown = text.verification(checked, task.trace, everything=task.options.verbose, quiet=task.options.quiet)
    files, notes = _exported(task, checked)
    results = _results(checked) if task.options.sarif else ()
    return Answer(
        exit_status(checked), tuple(shown), document(task, checked), files=files, notes=notes, results=results
    )


def _exported(task: Task, checked: CheckedProgram) -> tuple[dict[str, str], tuple[str, ...]]:
    """The traces for other tools, by file, and what is to be said where there is none."""
    directory = task.options.out_itf
    if directory is None:
        return {}, ()

    from vsym.exchange.program_itf import written

    files: dict[str, str] = {}
    for number, outcome in enumerate(checked.outcomes, 1):
        name, path = outcome.property.name, outcome.path
        if path is not None and path.states:
            place = str(PurePath(directory) / f"{_file_name(name)}.itf.json")
            if place in files:
                place = str(PurePath(directory) / f"{_file_name(name)}-{number}.itf.json")
            files[place] = written(task.program, name, path)
    return files, () if files else ("no property has a trace that could be written",)


def _file_name(name: str) -> str:
    """A property's name, which may be any text, as the name of a file that stays in its directory."""
    return re.sub(r"[^\w -]", "_", name)[:_LONGEST]


def _results(checked: CheckedProgram) -> tuple[Result, ...]:
    """What is to be reviewed."""
    from vsym.show import sarif

    return tuple(sarif.of_verdicts(checked.outcomes))
