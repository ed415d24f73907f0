"""The verdicts on a program, as far as limits and Ctrl-C let them be known: what `check` and `report` show."""

from __future__ import annotations

from vsym.basics.limits import REASONS
from vsym.basics.options import INTERRUPTED, UNDECIDED, RefusedError, worst
from vsym.checking.programs import CheckedProgram
from vsym.commands.programs.task import Task
from vsym.commands.task import status_of
from vsym.show.documents import Record
from vsym.show.programs import record


def judged(task: Task) -> CheckedProgram:
    """All that is known of the program; raises RefusedError for options that have no meaning here."""
    _refuse_meaningless(task)
    return task.checked()


def exit_status(checked: CheckedProgram) -> int:
    """The status that all that is known asks for."""
    statuses = [status_of(outcome.verdict) for outcome in checked.outcomes]
    if checked.stopped is not None:
        statuses.append(INTERRUPTED if checked.stopped == REASONS["keyboard"] else UNDECIDED)
    if any(one.reason == REASONS["keyboard"] for one in (checked, *checked.others)):
        statuses.append(INTERRUPTED)
    return worst(*statuses)


def document(task: Task, checked: CheckedProgram) -> Record:
    """The whole JSON document."""
    header = record.header(task.program, task.file)
    if checked.counting is not None:
        header |= record.sizes(task.program, checked.counting)
    return {**header, **record.checked(checked)}


def _refuse_meaningless(task: Task) -> None:
    """Raises RefusedError where an option has no meaning for a program."""
    options = task.options
    meaningless = {
        "--bound": options.bound is not None,
        "--certificate": options.certificate and not options.counted,
    }
    for option, given in meaningless.items():
        if given:
            hint = "" if option == "--bound" else "; --as counters has it"
            raise RefusedError(f"{option} is for .gsst models; programs are explored state by state{hint}")
