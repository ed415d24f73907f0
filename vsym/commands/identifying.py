"""`vsym symmetry`, `vsym abstract` and `vsym emit-smv`: what comes before any verdict."""

from __future__ import annotations

from rich.text import Text

from vsym.basics.limits import UndecidedError
from vsym.basics.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, worst
from vsym.commands.answer import Answer
from vsym.commands.task import Task, stopped
from vsym.composition.starts import check_start
from vsym.show import record
from vsym.show.text import lines as text
from vsym.show.text import story
from vsym.show.text.transitions import transitions_table
from vsym.system.system import System


def symmetry(task: Task) -> Answer:
    """`vsym symmetry`: identification only."""
    decided = task.decide()
    status = {True: HOLDS, False: VIOLATED, None: UNDECIDED}[decided.full]
    files: dict[str, str] = {}
    if task.options.smt2:
        from vsym.exchange.smtlib import questions

        files = dict(questions(decided))
    shown = (
        [text.symmetry_line(decided)]
        if task.options.quiet
        else story.identification(decided, everything=task.options.verbose)
    )
    interrupted = INTERRUPTED if decided.interrupted else HOLDS
    return Answer(worst(status, interrupted), tuple(shown), task.document(decided), files=files)


def abstract(task: Task) -> Answer:
    """`vsym abstract`: blocks, counters and guards."""
    decided = task.decide()
    try:
        reduced = task.reduce(decided)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        line = Text(f"no counter abstraction: {reason}", "yellow")
        return Answer(
            status,
            (*story.identification(decided, everything=task.options.verbose), Text(""), line),
            {**task.document(decided), "abstraction": None},
        )
    invariants = _invariants(task, reduced.system) if task.options.invariants else None
    shown = story.abstraction(decided, reduced.counters, everything=task.options.verbose)
    if invariants is not None:
        shown += text.invariant_lines(invariants)
    if task.options.quiet:
        shown = [transitions_table(decided, reduced.counters, everything=task.options.verbose)]
    found = {**task.document(decided), "abstraction": record.abstraction(task.model, reduced.counters, invariants)}
    return Answer(HOLDS, tuple(shown), found)


def emit_smv(task: Task) -> Answer:
    """`vsym emit-smv`: a model for NuSMV."""
    from vsym.exchange.smv.writing import counter_model, direct_model

    if task.options.direct:
        check_start(task.model, task.budget)
        smv = direct_model(task.model)
        return Answer(HOLDS, record={**task.document(), "model": "direct", "smv": smv}, raw=smv)
    decided = task.decide()
    smv = counter_model(task.reduce(decided).counters)
    return Answer(HOLDS, record={**task.document(decided), "model": "counter", "smv": smv}, raw=smv)


def _invariants(task: Task, system: System) -> list[str]:
    """Linear invariants as text, none where the time does not suffice."""
    from vsym.engines.smt.engine import invariants

    task.narrator.say("looking for linear invariants")
    try:
        return invariants(system, task.budget)
    except UndecidedError:
        return []
