"""The verdicts on a model, as far as limits and Ctrl-C let them be known: what `check` and `report` show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.limits import REASONS
from vsym.basics.options import INTERRUPTED, UNDECIDED, VIOLATED, RefusedError, worst
from vsym.checking.check import check
from vsym.checking.results import Checked, Outcome
from vsym.commands.answer import Answer
from vsym.commands.task import Task, extent, status_of, status_of_rank
from vsym.show import record
from vsym.show.documents import Record
from vsym.show.text.lines import every_size_text
from vsym.show.text.verdicts import properties_table
from vsym.system.result import Verdict

if TYPE_CHECKING:
    from vsym.show.sarif import Result


def judged(task: Task) -> Checked:
    """All that is known of the model; raises RefusedError where the engine is not there."""
    options = task.options
    _refuse_contradictions(task)
    try:
        return check(
            task.subject,
            options.engine,
            task.budget,
            task.narrator,
            names=options.properties,
            certifying=options.certificate,
            group=options.group,
            store=task.store,
        )
    except (RuntimeError, OSError) as error:
        if options.engine != "nusmv":
            raise
        _refuse_other_programs(error)
        raise


def exit_status(checked: Checked, *, strict: bool = False) -> int:
    """The status that all that is known asks for; where that is `strict`, a warning asks for one, too."""
    statuses = [status_of(outcome.verdict) for outcome in checked.outcomes]
    statuses += [status_of_rank(rank.verdict) for rank in checked.ranks]
    if strict and checked.warnings:
        statuses.append(VIOLATED)
    if checked.stopped is not None:
        statuses.append(INTERRUPTED if checked.stopped == REASONS["keyboard"] else UNDECIDED)
    explored = checked.explored
    if explored is not None and (not checked.outcomes or explored.interrupted == "keyboard"):
        statuses.append(extent(explored))
    return worst(*statuses)


def document(task: Task, checked: Checked) -> Record:
    """The whole JSON document."""
    return {**task.document(checked.decided), **record.checked(checked)}


def reviewed(task: Task, checked: Checked) -> tuple[Result, ...]:
    """What is to be reviewed, where a log for that is asked for."""
    if not task.options.sarif:
        return ()
    from vsym.show import sarif

    return (
        *sarif.of_verdicts(checked.outcomes),
        *sarif.of_ranks(checked.ranks),
        *sarif.of_warnings(checked.warnings),
    )


def cut_short(task: Task, known: Mapping[str, Verdict], reason: str) -> Answer:
    """What is left where the work was ended: the verdicts that were known by then, without their paths.

    A verdict on one size is none for all, so that with open sizes none is known.
    """
    model = task.model
    verdicts = {} if model.sizes.parameters else known
    nothing = Verdict("unknown", "none", 0.0, reason)
    outcomes = tuple(Outcome(prop, replace(verdicts.get(prop.name, nothing), path=None)) for prop in model.properties)
    checked = Checked(model, outcomes, stopped=reason)
    shown = (properties_table(outcomes, every_size_text(model), quiet=task.options.quiet),) if outcomes else ()
    return Answer(exit_status(checked), shown, document(task, checked), results=reviewed(task, checked))


def _refuse_contradictions(task: Task) -> None:
    """Raises RefusedError where an option has no meaning for the engine asked for."""
    options = task.options
    if task.subject.instance is not None:
        if options.engine not in ("auto", "smt"):
            raise RefusedError(f"with --for-all the SMT engine decides properties, not --engine {options.engine}")
        if options.bound is not None:
            raise RefusedError("--bound looks at paths of some length only, and --for-all wants proofs for all sizes")
        if options.out_itf or options.out_xml:
            raise RefusedError("--out-itf and --out-xml write traces of one size, and --for-all has them of several")
    if options.bound is not None and options.engine != "smt":
        raise RefusedError(f"--bound is for --engine smt; --engine {options.engine} looks at all paths")
    if options.certificate and options.engine not in ("auto", "smt"):
        raise RefusedError(f"--engine {options.engine} leaves no certificate; --engine smt does")
    if options.out_xml and options.engine == "adaptive":
        raise RefusedError("--engine adaptive builds no counter abstraction, which --out-xml would need")


def _refuse_other_programs(error: Exception) -> None:
    """Raises RefusedError where the program that is to be NuSMV is not."""
    import subprocess

    from vsym.engines.nusmv.program import find, version

    program = find()
    if program is None:
        return
    try:
        version(program)
    except (RuntimeError, OSError, subprocess.TimeoutExpired):
        raise RefusedError(f"{program} is not NuSMV or nuXmv; `vsym doctor` says how to get it") from error
