"""`vsym check` on a program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from vsym.basics.limits import UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.programs import CheckedProgram
from vsym.commands.answer import Answer
from vsym.commands.programs.judging import document, exit_status, judged
from vsym.commands.programs.task import Task
from vsym.commands.task import certified
from vsym.show.programs import text

if TYPE_CHECKING:
    from vsym.show.sarif import Result

_LONGEST = 100
"""How many characters of a property's name a file's name has."""


def check(task: Task) -> Answer:
    """The whole story; raises RefusedError for options that have no meaning here."""
    checked = judged(task)
    shown = text.verification(checked, task.trace, everything=task.options.verbose, quiet=task.options.quiet)
    verdicts = ((outcome.property, outcome.verdict) for outcome in checked.outcomes)
    certificate = certified(task.options, task.program.name, shown, verdicts)
    files, notes = _exported(task, checked)
    results = _results(checked) if task.options.sarif else ()
    return Answer(
        exit_status(checked),
        tuple(shown),
        document(task, checked),
        certificate=certificate,
        files=files,
        notes=notes,
        results=results,
    )


def _exported(task: Task, checked: CheckedProgram) -> tuple[dict[str, str], tuple[str, ...]]:
    """The traces for other tools, by file, and what is to be said of those that are not written."""
    options = task.options
    traced = [
        (one.property.name, one.shown_at or task.program, one.path)
        for one in checked.outcomes
        if one.path is not None and one.path.states
    ]
    files: dict[str, str] = {}
    if options.out_itf is None and options.out_xml is None:
        return files, ()
    if not traced:
        return files, ("no property has a trace that could be written",)
    if options.out_itf is not None:
        from vsym.exchange.program_itf import written

        for name, program, path in traced:
            files[_place(files, options.out_itf, name, "itf.json")] = written(program, name, path)
    if options.out_xml is not None:
        from vsym.checking.program_questions import told
        from vsym.exchange.smv.program_trace import program_smv_trace

        try:
            asked = {program: told(program, task.budget)[0] for _, program, _ in traced}
            for name, program, path in traced:
                files[_place(files, options.out_xml, name, "xml")] = program_smv_trace(asked[program], name, path)
        except (RefusedError, DiagnosticError, UndecidedError) as error:
            return files, (f"traces are not written for NuSMV: {error}",)
    return files, ()


def _place(files: Mapping[str, str], directory: str, name: str, ending: str) -> str:
    """A file of its own for the trace of a property."""
    own, number = _file_name(name), 1
    place = str(PurePath(directory) / f"{own}.{ending}")
    while place in files:
        number += 1
        place = str(PurePath(directory) / f"{own}-{number}.{ending}")
    return place


def _file_name(name: str) -> str:
    """A property's name, which may be any text, as the name of a file that stays in its directory."""
    return re.sub(r"[^\w -]", "_", name)[:_LONGEST]


def _results(checked: CheckedProgram) -> tuple[Result, ...]:
    """What is to be reviewed."""
    from vsym.show import sarif

    return tuple(sarif.of_verdicts(checked.outcomes))
