"""`vsym symmetry`, `vsym abstract` and `vsym emit-smv`: what comes before any verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from vsym.basics.limits import UndecidedError, reason_of
from vsym.basics.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, RefusedError, worst
from vsym.checking.starts import check_start
from vsym.commands.answer import Answer
from vsym.commands.task import Task, stopped
from vsym.show import record
from vsym.show.text import lines as text
from vsym.show.text import story
from vsym.show.text.transitions import transitions_table
from vsym.symmetry.virtual.identification import Decided
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.checking.counter_symmetry import CounterGroup


def symmetry(task: Task) -> Answer:
    """`vsym symmetry`: identification, and what counting does not see."""
    decided = task.decide()
    status = {True: HOLDS, False: VIOLATED, None: UNDECIDED}[decided.full]
    files: dict[str, str] = {}
    if task.options.smt2:
        from vsym.exchange.smtlib import questions

        files = dict(questions(decided))
    found, reason, interrupted = _group(task, decided)
    document = {**task.document(decided), "group": None, "reason": reason}
    status = worst(status, INTERRUPTED if decided.interrupted or interrupted else HOLDS)
    shown = story.identification(decided, everything=task.options.verbose)
    if found is not None:
        from vsym.show import counter_group as counters

        document["group"] = counters.record(found)
        if found.group.order > 1 or task.options.verbose:
            shown += [Text(""), *counters.lines(found)]
        near = counters.near_miss_lines(found)
        shown += [Text(""), *near] if near else []
    elif task.options.verbose or _untried(decided) is None:
        shown += [Text(""), Text(f"Symmetries of counters are not known: {reason}", "dim")]
    if task.options.quiet:
        shown = [text.symmetry_line(decided)]
    return Answer(status, tuple(shown), document, files=files)


def _group(task: Task, decided: Decided) -> tuple[CounterGroup | None, str | None, bool]:
    """The group of the counter system, or why it is not known, and whether that is Ctrl-C."""
    reason = _untried(decided)
    if reason is not None:
        return None, reason, False
    from vsym.checking.counter_symmetry import bounded_group

    try:
        return bounded_group(task.subject, decided, task.budget, task.narrator), None, False
    except (RefusedError, UndecidedError, KeyboardInterrupt) as error:
        return None, reason_of(error), isinstance(error, KeyboardInterrupt)


def _untried(decided: Decided) -> str | None:
    """Why no symmetries of counters are looked for; None where they are."""
    if decided.model.sizes.parameters:
        return "parameters are open"
    if decided.full is None:
        return "it is not decided what is virtually symmetric"
    return None


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
