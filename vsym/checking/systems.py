"""The road of systems that a person has written: they are what engines take."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.options import refuse_given
from vsym.checking.answer import Checked, Exploration, unknown
from vsym.checking.attempt import attempted, engine_up_to, explored, on_systems
from vsym.checking.choice import choose
from vsym.checking.counter_quotient import CounterQuotient, counter_quotient
from vsym.checking.group_names import DETECTED, QUOTIENT_ENGINES, engine_for
from vsym.checking.question import Question, Subject, Wishes
from vsym.engines import registry
from vsym.models.text import Text
from vsym.models.transition.model import TransitionModel
from vsym.reductions.identity import Identity
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.checking.cross_check import Asking


def subject(
    text: Text[TransitionModel], values: Mapping[str, int], for_all: Sequence[str], _: Wishes, budget: Budget
) -> Subject[TransitionModel]:
    """What a text stands for with these values of parameters; raises what `Text` says."""
    return Subject(text.open(for_all, values, budget) if for_all else text.at(values, budget))


def check(question: Question[TransitionModel], report: Report) -> Checked:
    """Verify the properties of a system; what a limit or Ctrl-C leaves undecided is unknown.

    Raises DiagnosticError for an error that can be reached, ReplayError for a bug of ours, RefusedError for wishes that
    systems do not have, and what engines raise.
    """
    wishes, budget, model = question.wishes, question.budget, question.subject.model
    started, reduced = time.monotonic(), Identity(model)
    try:
        engine, group = _group(question, report)
        asking = on_systems(engine, certifying=wishes.certifying, quotient=group.quotient, store=wishes.store)
        done = attempted(reduced, asking, budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        none = Exploration("plain", stopped=reason)
        outcomes = unknown(model.properties, reason)
        return Checked(model, outcomes, explorations=(none,), stopped=reason, warnings=model.warnings)
    factors = group.quotient.factors
    return Checked(
        model,
        done.outcomes,
        explorations=() if done.reached is None else (Exploration.kept("plain", done.reached, factors),),
        deadlock=done.stuck,
        attempts=done.attempts,
        warnings=model.warnings,
        notes=group.notes,
        seconds=time.monotonic() - started,
    )


def explore(question: Question[TransitionModel], report: Report) -> Checked:
    """The reachable states of a system, and a run to a deadlock if there is one; raises as `check` does."""
    wishes, budget, model = question.wishes, question.budget, question.subject.model
    started, reduced = time.monotonic(), Identity(model.asking(()))
    try:
        engine, group = _group(replace(question, subject=Subject(reduced.model)), report)
        name = choose(engine, model.system)
        done = explored(reduced, engine_up_to(group.quotient, name, model.system, wishes.store), budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        return Checked(model, (), explorations=(Exploration("plain", stopped=reason),), stopped=reason)
    assert done.reached is not None
    return Checked(
        model,
        (),
        explorations=(Exploration.kept("plain", done.reached, group.quotient.factors),),
        deadlock=done.stuck,
        notes=group.notes,
        seconds=time.monotonic() - started,
    )


def methods(question: Question[TransitionModel], report: Report) -> Iterator[Checked]:
    """The reachable states: there is one way to tell them apart."""
    yield explore(question, report)


def systems(question: Question[TransitionModel], _: Report) -> Identity:
    """The system that the properties are asked of."""
    return Identity(question.subject.model)


def attempts(subject: Subject[TransitionModel], _: Budget, report: Report) -> tuple[list[str], dict[str, Asking]]:
    """The names of the properties, and every attempt at them: all engines for systems, those that can also up to the
    detected symmetries."""
    from vsym.checking.answer import Outcome

    def asking(engine: str, group: str | None) -> Asking:
        def ask(names: Sequence[str], limits: Budget) -> tuple[Outcome, ...]:
            wishes = Wishes(engine=engine, group=group)
            return check(Question(subject.asking(names), wishes, limits), report).outcomes

        return ask

    engines = [name for name in registry.MODULES if name not in ("interpreted", "adaptive")]
    every = {name: asking(name, None) for name in engines}
    every |= {f"{name} detected": asking(name, DETECTED) for name in QUOTIENT_ENGINES if name in engines}
    return [prop.name for prop in subject.model.properties], every


def _group(question: Question[TransitionModel], report: Report) -> tuple[str, CounterQuotient]:
    """The engine, and the quotient by a group that it is to explore; raises RefusedError for what systems have not."""
    wishes, budget = question.wishes, question.budget
    if wishes.method not in (None, "plain"):
        refuse_given({f"--method {wishes.method}": True}, "is for processes, and a system has none")
    refuse_given({f"--as {wishes.counted}": wishes.counted == "counters"}, "is for processes, and a system has none")
    refuse_given({"--engine adaptive": wishes.engine == "adaptive"}, "is for processes, and a system has none")
    engine = engine_for(wishes.group, wishes.engine)
    if wishes.group is None:
        return engine, CounterQuotient()
    with budget.interruption.heeded():
        return engine, counter_quotient(question.subject.model.system, wishes.group, engine, budget, report)
