"""`vsym check` on the best exact reduction, and `vsym verify-certificate`."""

from __future__ import annotations

import subprocess
import time
from dataclasses import replace

from rich.text import Text

from vsym import pipeline
from vsym.abstraction.counters import CounterSystem
from vsym.commands.task import Answer, Task, certified, exported, status_of, stopped, unknown
from vsym.engines.choice import CERTIFYING_SECONDS, choose, smt_first
from vsym.engines.limits import REASONS
from vsym.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, RefusedError, worst
from vsym.presburger.solver import Budget, UndecidedError
from vsym.report import record, story, text, verdicts
from vsym.symmetry.decide import Decided


def check(task: Task) -> Answer:
    """`vsym check`: the whole story; raises RefusedError where an engine is asked for what it does not have."""
    if task.options.bound is not None and task.options.engine != "smt":
        raise RefusedError(f"--bound is for --engine smt; --engine {task.options.engine} looks at all paths")
    if task.options.certificate and task.options.engine not in ("auto", "smt"):
        raise RefusedError(f"--engine {task.options.engine} leaves no certificate; --engine smt does")
    if task.options.engine == "adaptive":
        if task.options.out_xml:
            raise RefusedError("--engine adaptive builds no counter abstraction, which --out-xml would need")
        from vsym.commands import adaptive

        return adaptive.check(task)
    decided = task.decide()
    try:
        system = task.reduce(decided)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        outcomes = unknown(task.model, reason)
        told = [] if task.options.quiet else [*story.identification(decided, everything=task.options.verbose), Text("")]
        told.append(verdicts.properties_table(outcomes, quiet=task.options.quiet))
        found = {**task.found(decided), **record.unverified(task.model, outcomes)}
        return Answer(status, tuple(told), found)
    try:
        checked = _verified(task, decided, system)
    except KeyboardInterrupt:
        checked = pipeline.Checked(decided, system, unknown(task.model, REASONS["keyboard"]), None, 0.0)
    statuses = [status_of(outcome.verdict) for outcome in checked.outcomes]
    if checked.explored is not None and not checked.explored.complete and not checked.outcomes:
        statuses.append(UNDECIDED)
    if checked.explored is not None and checked.explored.interrupted == "keyboard":
        statuses.append(INTERRUPTED)
    shown = story.verification(checked, task.options.trace, everything=task.options.verbose, quiet=task.options.quiet)
    certificate = certified(task, shown, [outcome.verdict.proof for outcome in checked.outcomes])
    found = {**task.found(decided), **record.checked(checked)}
    files, remarks = exported(task, system, checked.outcomes)
    return Answer(worst(*statuses), tuple(shown), found, certificate=certificate, files=files, remarks=remarks)


def _verified(task: Task, decided: Decided, system: CounterSystem) -> pipeline.Checked:
    """The verdicts; raises RefusedError where the program that is to be NuSMV is not."""
    engine = choose(task.engine, system)
    seconds = CERTIFYING_SECONDS if task.options.certificate else smt_first(task.engine, system)
    limits = replace(task.limits, smt_first=seconds)
    try:
        return pipeline.verify(decided, system, (), engine, limits, task.narrator)
    except (RuntimeError, OSError) as error:
        from vsym.engines.nusmv import engine as nusmv

        program = nusmv.find()
        if program is None or engine != "nusmv":
            raise
        try:
            nusmv.version(program)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            raise RefusedError(f"{program} is not NuSMV or nuXmv; `vsym doctor` says how to get it") from error
        raise


def verify_certificate(written: str, file: str, solver: str, timeout: float | None, *, quiet: bool) -> Answer:
    """`vsym verify-certificate`: every goal put to a solver; raises RefusedError for a text that is no certificate."""
    from vsym.engines.smt.certificate_reading import UnreadableError, recheck

    budget = Budget(solver, None if timeout is None else time.monotonic() + timeout)
    try:
        with budget.interruption.heeded():
            checked = list(recheck(written, budget))
    except UnreadableError as error:
        raise RefusedError(f"{file}: {error}") from error
    valid = all(goal.valid for goal in checked)
    shown = text.certificate_lines([(goal.label, goal.valid) for goal in checked], solver, quiet=quiet)
    return Answer(HOLDS if valid else VIOLATED, tuple(shown))
