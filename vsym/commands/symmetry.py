"""`vsym symmetry`: the symmetry of a model, and the parts that break it, in the words of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from vsym.basics.limits import UndecidedError, reason_of
from vsym.basics.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, RefusedError, worst
from vsym.checking.stages import identified
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.show import record
from vsym.show.text.lines import system_line
from vsym.show.text.symmetry import identification, symmetry_line
from vsym.symmetry.virtual.identification import Decided

if TYPE_CHECKING:
    from vsym.checking.findings.program import DetectedGroup
    from vsym.checking.findings.virtual import VirtualGroup
    from vsym.checking.groups.counters import CounterGroup
    from vsym.show.shapes.documents import SymmetryDocument


def symmetry(task: Task, *, smt2: bool, deep: bool, brief: bool = False) -> Answer:
    """The symmetry of a model; a brief answer on processes leaves out that of their counters. Raises what the stages
    raise."""
    if task.model.kind == "processes":
        return _of_processes(task, smt2=smt2, brief=brief)
    return _of_program(task, deep=deep) if task.model.kind == "program" else _of_system(task)


def _of_processes(task: Task, *, smt2: bool, brief: bool) -> Answer:
    """The identification, and the symmetries of the counters."""
    decided = identified(task.subject, task.budget, task.narrator)
    status = {True: HOLDS, False: VIOLATED, None: UNDECIDED}[decided.full]
    files: dict[str, str] = {}
    if smt2:
        from vsym.exchange.smtlib import questions

        files = dict(questions(decided))
    if brief:
        status = worst(status, INTERRUPTED if decided.interrupted else HOLDS)
        return Answer(status, (symmetry_line(decided),), files=files)
    group, reason, interrupted = _counter_group(task, decided)
    document: SymmetryDocument = {
        **record.header(task.model, task.file, decided),
        "group": None,
        "reason": reason,
        "virtual": None,
    }
    status = worst(status, INTERRUPTED if decided.interrupted or interrupted else HOLDS)
    lines = identification(decided, everything=task.options.verbose)
    if group is not None:
        from vsym.show import counter_group as counters

        document["group"] = counters.record(group)
        if group.group.order > 1 or task.options.verbose:
            lines += [Text(""), *counters.lines(group)]
        document["virtual"] = counters.virtual_record(group)
        for more in (counters.virtual_lines(group), counters.near_miss_lines(group)):
            lines += [Text(""), *more] if more else []
    elif task.options.verbose or _untried(decided) is None:
        lines += [Text(""), Text(f"The symmetries of the counters are unknown: {reason}", "dim")]
    return Answer(status, tuple(lines), document, files=files)


def _counter_group(task: Task, decided: Decided) -> tuple[CounterGroup | None, str | None, bool]:
    """The group of the counter system, or why it is not known, and whether that is Ctrl-C."""
    reason = _untried(decided)
    if reason is not None:
        return None, reason, False
    from vsym.checking.groups.counters import bounded_group

    try:
        return bounded_group(task.subject, decided, task.budget, task.narrator), None, False
    except (RefusedError, UndecidedError, KeyboardInterrupt) as error:
        return None, reason_of(error), isinstance(error, KeyboardInterrupt)


def _untried(decided: Decided) -> str | None:
    """The reason not to look for symmetries of counters; None where vsym looks for them."""
    if decided.model.sizes.parameters:
        return "parameters are open"
    if decided.full is None:
        return "virtual symmetry is undecided"
    return None


def _of_program(task: Task, *, deep: bool) -> Answer:
    """The scalarsets, the misuses that tell their elements apart, and the detected symmetries."""
    from vsym.checking.findings.program import detected_group
    from vsym.checking.findings.virtual import virtual_group
    from vsym.checking.groups.choosing import misused_scalarsets
    from vsym.show import program_group as group
    from vsym.show.virtual_group import lines as virtual_lines
    from vsym.show.virtual_group import record as virtual_record

    program = task.model
    misuses = misused_scalarsets(program, task.budget)
    unsound = {scalarset for misuse in misuses for scalarset in misuse.scalarsets}
    diagnostics = [misuse.diagnostic for misuse in misuses]
    detected: DetectedGroup | None = None
    virtual: VirtualGroup | str = ""
    reason, status = None, HOLDS
    try:
        detected = detected_group(program, task.budget, task.narrator, deep=deep)
        task.narrator.say("looking for virtual symmetries")
        virtual = virtual_group(program, detected.symmetry, task.budget)
    except (RefusedError, UndecidedError) as error:
        reason, status = str(error), UNDECIDED if isinstance(error, UndecidedError) else HOLDS
    document: SymmetryDocument = {
        **record.header(program, task.file),
        "symmetry": group.scalarsets_record(program, unsound, diagnostics),
        "group": None if detected is None else group.record(detected),
        "reason": reason,
        "virtual": virtual_record(program, virtual),
    }
    status = worst(status, VIOLATED if unsound else HOLDS)
    if task.options.quiet:
        return Answer(status, () if detected is None else (group.headline(detected),), document)
    lines = group.identification(program, unsound, diagnostics)
    if detected is None:
        lines += [Text(""), Text(f"Symmetries were not detected: {reason}", "yellow")]
    else:
        breaking = (group.breaking_line(one) for one in detected.types)
        lines += [Text(line, "red") for line in breaking if line is not None]
        everything = task.options.verbose
        lines += [Text(""), *group.lines(detected, everything=everything)]
        lines += virtual_lines(program, virtual, everything=everything)
    return Answer(status, tuple(lines), document)


def _of_system(task: Task) -> Answer:
    """The detected symmetries of the system that a model of any other kind is."""
    from vsym.checking.groups.counters import system_group, virtual_finding
    from vsym.show.groups import of_system, variable_lines, variable_record, virtual_lines, virtual_record

    document: SymmetryDocument = {
        **record.header(task.model, task.file),
        "group": None,
        "reason": None,
        "virtual": None,
    }
    heading: list[Text] = [system_line(task.model), Text("")]
    try:
        detected = system_group(task.model, task.budget, task.narrator)
        task.narrator.say("looking for virtual symmetries")
        virtual = virtual_finding(detected.system, detected.detected, task.budget)
    except (RefusedError, UndecidedError) as error:
        document["reason"] = str(error)
        status = UNDECIDED if isinstance(error, UndecidedError) else HOLDS
        return Answer(status, (*heading, Text(f"Symmetries were not detected: {error}", "yellow")), document)
    words = of_system(detected.system)
    document["group"] = variable_record(words, detected)
    events = detected.system.events
    document["virtual"] = virtual_record(words, events, virtual)
    where = {event.label: f"event {event.label} ({event.span})" for event in events}
    more = virtual_lines("variables", events, where, virtual)
    lines = [*variable_lines("variables", words, detected), *([Text(""), *more] if more else [])]
    return Answer(HOLDS, (*(() if task.options.quiet else heading), *lines), document)
