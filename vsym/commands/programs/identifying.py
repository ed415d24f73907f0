"""`vsym symmetry` and `vsym emit-smv` on a program: its group, its scalarsets, and the system that it is."""

from __future__ import annotations

from rich.text import Text

from vsym.basics.limits import UndecidedError
from vsym.basics.options import HOLDS, UNDECIDED, VIOLATED, RefusedError, worst
from vsym.checking.counted_check import counters_of
from vsym.checking.program_identification import DetectedGroup, detected_group
from vsym.checking.program_misuses import misused_scalarsets
from vsym.checking.program_questions import told
from vsym.commands.answer import Answer
from vsym.commands.programs.task import Task
from vsym.exchange.smv.programs import counter_program_model, program_model
from vsym.show import program_group as group
from vsym.show.programs import record, text


def symmetry(task: Task) -> Answer:
    """The scalarsets, and what tells elements of theirs apart; the symmetries that are detected."""
    found = misused_scalarsets(task.program, task.budget)
    unsound = {scalarset for misuse in found for scalarset in misuse.scalarsets}
    diagnostics = [misuse.diagnostic for misuse in found]
    detected, reason, status = _detected(task)
    document = {
        **record.header(task.program, task.file),
        "symmetry": record.symmetry(task.program, unsound, diagnostics),
        "group": None if detected is None else group.record(detected),
        "reason": reason,
    }
    status = worst(status, VIOLATED if unsound else HOLDS)
    if task.options.quiet:
        return Answer(status, () if detected is None else (group.headline(detected),), document)
    shown = text.identification(task.program, unsound, diagnostics)
    if detected is None:
        shown += [Text(""), Text(f"Symmetries were not detected: {reason}", "yellow")]
    else:
        known = (group.breaking_line(one) for one in detected.types)
        shown += [Text(line, "red") for line in known if line is not None]
        shown += [Text(""), *group.lines(detected)]
    return Answer(status, tuple(shown), document)


def emit_smv(task: Task) -> Answer:
    """A model for NuSMV, of the program's counters where these are asked for; raises RefusedError where the program
    cannot be run symbolically, and for what is asked of processes, DiagnosticError where it is no counter model."""
    if task.options.direct:
        raise RefusedError("--model direct is for .gsst models; a program has one model for NuSMV")
    kind = "counter" if task.options.counted else "direct"
    if task.options.counted:
        task.narrator.say("counting processes")
        model, systems = counters_of(task.program, task.budget, task.sized)
        smv = counter_program_model(model, systems.whole, systems.reasons)
    else:
        task.narrator.say("running the rules symbolically")
        smv = program_model(*told(task.program, task.budget))
    return Answer(HOLDS, record={**record.header(task.program, task.file), "model": kind, "smv": smv}, raw=smv)


def _detected(task: Task) -> tuple[DetectedGroup | None, str | None, int]:
    """The detected symmetries, or why there are none, with the status that this asks for."""
    try:
        return detected_group(task.program, task.budget, task.narrator, deep=task.options.deep), None, HOLDS
    except RefusedError as error:
        return None, str(error), HOLDS
    except UndecidedError as error:
        return None, str(error), UNDECIDED
