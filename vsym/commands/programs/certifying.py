"""`vsym verify-certificate` on a program: a certificate of its counters."""

from __future__ import annotations

from vsym.checking.counted_check import counters_of
from vsym.checking.counter_certificates import proven_of_program
from vsym.commands.answer import Answer
from vsym.commands.certifying import held_against
from vsym.commands.programs.task import Task


def verify_certificate(task: Task) -> Answer:
    """The certificate of a program's counters, whose every definition must be that of these; raises RefusedError where
    not, and what counting raises."""
    task.narrator.say("counting processes")
    _, systems = counters_of(task.program, task.budget, task.sized)
    return held_against(
        task.options,
        task.program,
        lambda scopes: proven_of_program(scopes, task.program, systems, task.budget),
        task.budget,
    )
