"""Adaptive exploration of programs: rules → edges between annotated states → paths of the program."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import ClassVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.options import RefusedError, refuse_given
from vsym.checking.answer import Checked, Exploration, unknown
from vsym.checking.attempt import attempted, by_engine
from vsym.checking.question import Wishes
from vsym.checking.rule_edges import annotated_program, partitioned
from vsym.checking.runs import saying_errors
from vsym.engines.adaptive.engine import ENGINE
from vsym.engines.adaptive.programs import AnnotatedProgram
from vsym.models.program.program import Program
from vsym.reductions.programs.as_is import AsIs, questions_of
from vsym.reductions.protocol import STATE, Method, Task
from vsym.system.report import Report


@frozen
class Annotated(AsIs):
    """A program whose states are annotated with partitions of the elements of a type."""

    subject: AnnotatedProgram

    method: ClassVar[Method] = "adaptive"
    state: ClassVar[str] = STATE["adaptive"]

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The input of the adaptive engine."""
        return (Task(self.subject, questions_of(self.model)),)


def refuse_others(wishes: Wishes) -> None:
    """Raise RefusedError for wishes that adaptive exploration of programs does not have."""
    given = {
        f"--group {wishes.group}": wishes.group not in (None, "none"),
        "--store": wishes.store is not None,
        "--compact": wishes.compact,
    }
    refuse_given(given, "is not for adaptive exploration, whose states have partitions of their own")
    if wishes.engine not in ("auto", "adaptive"):
        raise RefusedError(f"--method adaptive has an engine of its own: leave --engine {wishes.engine} out")


def check(program: Program, budget: Budget, report: Report) -> Checked:
    """The results on a program by adaptive exploration, each property a question of reachability.

    Raises DiagnosticError for other properties (VS403) and for a program without a type of processes (VS406),
    RefusedError where a rule cannot be run symbolically, ReplayError for a path that is none (our bug).
    """

    def checked(stated: Program) -> Checked:
        started = time.monotonic()
        try:
            with budget.interruption.heeded():
                subject = annotated_program(stated, budget, report)
            done = attempted(Annotated(stated, subject), by_engine(ENGINE), budget, report)
        except (UndecidedError, KeyboardInterrupt) as error:
            reason = reason_of(error)
            names = tuple(prop.name for prop in stated.properties)
            stopped = (Exploration("adaptive", names=names, stopped=reason),)
            return Checked(stated, unknown(stated.properties, reason), explorations=stopped, stopped=reason)
        answer = done.checked(stated, "adaptive", started)
        return replace(answer, attempts=(), partitioned=partitioned(subject))

    return saying_errors(program, checked)
