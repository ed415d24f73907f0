"""The verdicts on a model, as far as limits and Ctrl-C let them be known: what `check` and `report` show."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vsym import pipeline
from vsym.abstraction.counters import CounterSystem
from vsym.commands.task import Task, status_of, stopped, unknown
from vsym.engines.choice import CERTIFYING_SECONDS, choose, smt_first
from vsym.engines.limits import REASONS
from vsym.options import INTERRUPTED, UNDECIDED, RefusedError, worst
from vsym.presburger.solver import UndecidedError
from vsym.report import record
from vsym.symmetry.decide import Decided


@dataclass(frozen=True)
class Judged:
    """The verdicts with the exit status that they ask for; without `checked` there was no time for a reduction."""

    decided: Decided
    outcomes: tuple[pipeline.Outcome, ...]
    checked: pipeline.Checked | None
    status: int

    def found(self, task: Task) -> record.Record:
        """The whole JSON document."""
        told = record.unverified(task.model, self.outcomes) if self.checked is None else record.checked(self.checked)
        return {**task.found(self.decided), **told}


def judge(task: Task) -> Judged:
    """Decide the symmetry and every property; raises RefusedError where the engine is not there."""
    decided = task.decide()
    try:
        system = task.reduce(decided)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        return Judged(decided, unknown(task.model, reason), None, status)
    try:
        checked = _verified(task, decided, system)
    except KeyboardInterrupt:
        checked = pipeline.Checked(decided, system, unknown(task.model, REASONS["keyboard"]), None, 0.0)
    statuses = [status_of(outcome.verdict) for outcome in checked.outcomes]
    if checked.explored is not None and not checked.explored.complete and not checked.outcomes:
        statuses.append(UNDECIDED)
    if checked.explored is not None and checked.explored.interrupted == "keyboard":
        statuses.append(INTERRUPTED)
    return Judged(decided, checked.outcomes, checked, worst(*statuses))


def refuse_contradictions(task: Task) -> None:
    """Raises RefusedError where an option has no meaning for the engine asked for."""
    if task.options.bound is not None and task.options.engine != "smt":
        raise RefusedError(f"--bound is for --engine smt; --engine {task.options.engine} looks at all paths")
    if task.options.certificate and task.options.engine not in ("auto", "smt"):
        raise RefusedError(f"--engine {task.options.engine} leaves no certificate; --engine smt does")
    if task.options.out_xml and task.options.engine == "adaptive":
        raise RefusedError("--engine adaptive builds no counter abstraction, which --out-xml would need")


def _verified(task: Task, decided: Decided, system: CounterSystem) -> pipeline.Checked:
    """The verdicts; raises RefusedError where the program that is to be NuSMV is not."""
    engine = choose(task.engine, system)
    seconds = CERTIFYING_SECONDS if task.options.certificate else smt_first(task.engine, system)
    limits = replace(task.limits, smt_first=seconds)
    try:
        return pipeline.verify(decided, system, (), engine, limits, task.narrator)
    except (RuntimeError, OSError) as error:
        import subprocess

        from vsym.engines.nusmv import engine as nusmv

        program = nusmv.find()
        if program is None or engine != "nusmv":
            raise
        try:
            nusmv.version(program)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            raise RefusedError(f"{program} is not NuSMV or nuXmv; `vsym doctor` says how to get it") from error
        raise
