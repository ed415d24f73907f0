"""The road of models that are systems when they are reduced, and about which vsym knows nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.options import RefusedError
from vsym.checking.answer import Checked, Exploration, unknown
from vsym.checking.attempt import Attempted, asked_quotient, attempted, engine_up_to, explored, on_systems, unasked
from vsym.checking.choice import choose
from vsym.checking.cross_check import Asking, by_wishes
from vsym.checking.groups.names import DETECTED, QUOTIENT_ENGINES, CounterQuotient, engine_for
from vsym.checking.question import Question, Subject, Wishes
from vsym.engines import registry
from vsym.reductions.protocol import Hinted, Method
from vsym.reductions.registry import reduction
from vsym.system.report import Report, Silence

if TYPE_CHECKING:
    from vsym.checking.groups.diagrams import Guided

_OF_MODELS = ("interpreted", "adaptive")
"""The engines that take models of some kinds alone."""


def check(question: Question[Any], report: Report) -> Checked:
    """Every property of a model, decided on the system that it is; raises as engines and the reduction do.

    A property that a limit or Ctrl-C leaves undecided is unknown.
    """
    model, wishes, budget = question.subject.model, question.wishes, question.budget
    wishes.strategy.require_meaning(wishes.engine)
    engine = engine_for(wishes.group, _on_systems(wishes))
    started = time.monotonic()
    try:
        reduced = systems(question, report)
        guided = wishes.strategy.on(reduced)
        group = asked_quotient(reduced.tasks[0].structure, wishes, engine, budget, report, of="variables")
        asking = on_systems(
            engine, certifying=wishes.certifying, quotient=group.quotient, store=wishes.store, guided=guided
        )
        done = attempted(reduced, asking, budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        return Checked(model, unknown(model.properties, reason), stopped=reason, warnings=model.warnings)
    return _known(reduced, done, group, guided, started)


def explore(question: Question[Any], report: Report) -> Checked:
    """The reachable states of a model, with a run to a deadlock if there is one; raises as `check` does, and
    RefusedError for another method than plain exploration, and for an engine that enumerates none."""
    model, wishes, budget = question.subject.model, question.wishes, question.budget
    if wishes.method not in (None, "plain"):
        raise RefusedError(f"--method {wishes.method} is for .gsst models; vsym explores a system in one way")
    wishes.strategy.require_meaning(wishes.engine)
    engine = engine_for(wishes.group, _on_systems(wishes))
    started = time.monotonic()
    try:
        # What properties say does not matter to which states there are.
        reduced = reduction(model.kind)(model.stating((), ()))
        system = reduced.tasks[0].structure
        asked = unasked(systems(question, report).tasks[0].structure)
        group = asked_quotient(asked, wishes, engine, budget, report, of="variables")
        guided = wishes.strategy.on(reduced)
        by = engine_up_to(group.quotient, choose(engine, system), system, wishes.store, guided)
        done = explored(reduced, by, budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        return Checked(model, (), explorations=(Exploration("plain", stopped=reason),), stopped=reason)
    return replace(_known(reduced, done, group, guided, started), model=model)


def methods(question: Question[Any], report: Report) -> Iterator[Checked]:
    """The reachable states, by the one method that there is."""
    yield explore(question, report)


def systems(question: Question[Any], _: Report) -> Hinted:
    """The system on which vsym decides the model's properties."""
    return reduction(question.subject.model.kind)(question.subject.model)


def attempts(subject: Subject[Any], _: Budget, __: Report) -> tuple[list[str], dict[str, Asking]]:
    """The names of the properties, and every attempt at them: all engines for systems, those that can also up to
    detected symmetries."""

    every = {name: Wishes(name) for name in registry.MODULES if name not in _OF_MODELS}
    every |= {f"{name} detected": Wishes(name, group=DETECTED) for name in QUOTIENT_ENGINES if name in every}
    return [prop.name for prop in subject.model.properties], by_wishes(every, check, subject, Silence())


def _on_systems(wishes: Wishes) -> str:
    if wishes.engine in _OF_MODELS:
        raise RefusedError(f"--engine {wishes.engine} does not take systems; auto, explicit, mdd and smt do")
    return wishes.engine


def _known(reduced: Hinted, done: Attempted, group: CounterQuotient, guided: Guided | None, started: float) -> Checked:
    method: Method = "orbit" if group.factors else "plain"
    checked = done.checked(reduced.model, method, started, group)
    notes = (*group.notes, *(guided.notes(done.reached) if guided else ()))
    return replace(checked, warnings=reduced.model.warnings, notes=notes)
