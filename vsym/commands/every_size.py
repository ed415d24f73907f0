"""`vsym symmetry` and `vsym check` with `--for-all`: each from its options to an answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vsym.basics.limits import REASONS, UndecidedError
from vsym.basics.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, RefusedError, worst
from vsym.basics.source import DiagnosticError
from vsym.commands.answer import Answer
from vsym.commands.task import Task, certified, stopped
from vsym.engines.smt.every_size import Finding
from vsym.every_size.identify import Identified, identify, reduce_for_all
from vsym.every_size.verify import Verified, refusals, unverified, verify_for_all
from vsym.exchange.smtlib import questions
from vsym.languages.opening import OpenModel
from vsym.show import record
from vsym.show.text import every_size, story
from vsym.show.text import lines as text


def symmetry(task: Task, opened: OpenModel) -> Answer:
    """`vsym symmetry --for-all`: identification only."""
    identified = identify(replace(opened, model=task.model), task.budget, task.narrator.say)
    decided = identified.decided
    status = {True: HOLDS, False: VIOLATED, None: UNDECIDED}[decided.full]
    shown = story.identification(decided, everything=task.options.verbose, instances=identified.instances)
    if task.options.quiet:
        shown = [text.symmetry_line(decided)]
    interrupted = INTERRUPTED if decided.interrupted else HOLDS
    files = dict(questions(decided)) if task.options.smt2 else {}
    return Answer(worst(status, interrupted), tuple(shown), found(task, identified), files=files)


@dataclass(frozen=True)
class Judged:
    """The verdicts for all sizes with the exit status that they ask for."""

    verified: Verified
    status: int

    def found(self, task: Task) -> record.Record:
        """The whole JSON document."""
        return {**found(task, self.verified.identified), **every_size.properties(self.verified)}


def judge(task: Task, opened: OpenModel) -> Judged:
    """Decide every property for all sizes; raises RefusedError and DiagnosticError for what is not decided so."""
    options = task.options
    if options.engine not in ("auto", "smt"):
        raise RefusedError(f"with --for-all the SMT engine decides properties, not --engine {options.engine}")
    if options.bound is not None:
        raise RefusedError("--bound looks at paths of some length only, and --for-all wants proofs for all sizes")
    if options.out_itf or options.out_xml:
        raise RefusedError("--out-itf and --out-xml write traces of one size, and --for-all has them of several")
    refused = refusals(task.model, options.properties)
    if refused:
        raise DiagnosticError(refused)
    identified = identify(replace(opened, model=task.model), task.budget, task.narrator.say)
    statuses = []
    try:
        counted, system = reduce_for_all(identified, task.budget, task.narrator.say)
        verified = verify_for_all(counted, system, task.budget, task.limits, task.narrator)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        verified = unverified(identified, reason)
        statuses.append(status)
    statuses += [_status(judged.finding) for judged in verified.judged]
    return Judged(verified, worst(*statuses))


def check(task: Task, opened: OpenModel) -> Answer:
    """`vsym check --for-all`: the whole story."""
    options = task.options
    judged = judge(task, opened)
    verified = judged.verified
    shown = every_size.verification(verified, options.trace, everything=options.verbose, quiet=options.quiet)
    certificate = certified(task, shown, [one.finding.proof for one in verified.judged])
    return Answer(judged.status, tuple(shown), judged.found(task), certificate=certificate)


def _status(finding: Finding) -> int:
    if finding.reason == REASONS["keyboard"]:
        return INTERRUPTED
    return {"holds": HOLDS, "violated": VIOLATED, "unknown": UNDECIDED}[finding.outcome]


def found(task: Task, identified: Identified) -> record.Record:
    """What the JSON document begins with."""
    symmetric = record.symmetry(identified.decided, identified.instances)
    return {**record.header(identified.decided.model, task.file), "symmetry": symmetric}
