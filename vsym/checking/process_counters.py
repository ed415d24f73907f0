"""The road of programs whose processes are counted: at their size, at one too large to list, and at all sizes at once.

Where there are no processes to show a violation with, vsym shows it at a small size, where the path is replayed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError, refuse_given
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.checking.answer import Checked, Counting, Exploration, Outcome
from vsym.checking.attempt import Attempted, attempted, engine_up_to, explored, on_systems
from vsym.checking.choice import AUTO, OF_FEW_STATES, choose
from vsym.checking.groups.choosing import misused_scalarsets
from vsym.checking.question import Question, Sized, Subject, Wishes
from vsym.checking.runs import saying_errors, stopped
from vsym.checking.sizes import UNASKED
from vsym.checking.ways import OF_SYSTEMS
from vsym.engines.smt.accepts import is_decided
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.models.program.program import ERRORS, Program
from vsym.models.protocol import ReplayError
from vsym.models.text import ProgramText
from vsym.reductions.process_counters.abstract_state import state_text
from vsym.reductions.process_counters.model import CounterModel, counted
from vsym.reductions.process_counters.reduced import ProcessCounters
from vsym.system.report import Report
from vsym.system.result import Verdict

if TYPE_CHECKING:
    from vsym.checking.groups.diagrams import Guided

WITNESSES = 4
"""The number of elements among which vsym looks for distinctions where there may be any number: two that change
places, and others."""

LARGE = 300
"""The least size of a scalarset whose elements vsym does not list."""

SMALL = 6
"""The largest size at which vsym looks for a violation that it has found at a larger one, to show it there."""

FROM_SOME = "it is not reached from every start state at every size; vsym cannot say from which for all sizes"
"""The reason why a cover other than an `EF` is unknown."""


def check(question: Question[Program], report: Report, *, exploring: bool = False) -> Checked | None:
    """The results on a program by counters; for `auto`, None where counters cannot fulfil the wishes.

    Raises DiagnosticError where a scalarset is used unsoundly, or the program is no counter model (VS460 to VS462),
    RefusedError for wishes that counters cannot have, and as engines do. Where a limit or Ctrl-C comes before the
    program is counted, no verdict is known.
    """
    subject, wishes, budget = question.subject, question.wishes, question.budget
    program: Program = subject.model
    if wishes.counted == "auto":
        # With `auto`, vsym counts only programs that are counter models and whose properties name no element.
        try:
            _refuse(subject, wishes)
            made = counters_of(subject, budget)
            guided = wishes.strategy.on(made)
        except (RefusedError, DiagnosticError):
            return None
        if made.reasons:
            return None
    else:
        _refuse(subject, wishes)
        try:
            report.say("counting processes")
            with budget.interruption.heeded():
                made = counters_of(subject, budget)
                guided = wishes.strategy.on(made)
        except (UndecidedError, KeyboardInterrupt) as error:
            return stopped(program, reason_of(error))
    counters = made.counters
    if exploring:
        started, reduced = time.monotonic(), ProcessCounters.of(counters, replace(program, properties=()))
        name = choose(wishes.engine, reduced.tasks[0].structure)
        try:
            by = engine_up_to(None, name, reduced.tasks[0].structure, guided=guided)
            return _known(reduced, explored(reduced, by, budget, report), guided, started)
        except (UndecidedError, KeyboardInterrupt) as error:
            return stopped(reduced.model, reason_of(error))

    def checked(program: Program) -> Checked:
        reduced = ProcessCounters.of(counters, program, _refusing(program, subject.sized))
        return _checked(reduced, question, guided, report)

    return saying_errors(program, checked)


def counters_of(subject: Subject[Program], budget: Budget) -> ProcessCounters:
    """A program as counters of its `sized` scalarset, or else of the largest one that makes it a counter model; raises
    DiagnosticError where it is none or misuses a scalarset, RefusedError where it has none, LimitReachedError."""
    program, sized = subject.model, subject.sized
    if misuses := misused_scalarsets(program if sized is None else sized.at(WITNESSES), budget):
        raise DiagnosticError(one.diagnostic for one in misuses)
    model = _countable(program, budget) if sized is None else counted(program, sized.scalarset, budget, sized.size)
    return ProcessCounters.of(model, program, _refusing(program, sized))


def _countable(program: Program, budget: Budget) -> CounterModel:
    refused: list[Diagnostic] = []
    for scalarset in sorted(program.scalarsets, key=lambda one: -one.size):
        try:
            return counted(program, scalarset, budget)
        except DiagnosticError as error:
            refused += error.diagnostics
    if refused:
        raise DiagnosticError(refused)
    rings = "; a ring has no counters, as it matters who is next to whom" if program.ringsets else ""
    raise RefusedError(f"`{program.name}` declares no scalarset: there are no processes to count{rings}")


def require_engine(name: str) -> None:
    """Raise RefusedError for an engine that does not take the systems of counters."""
    if name not in (AUTO, *OF_SYSTEMS):
        engines = ", ".join((AUTO, *OF_SYSTEMS))
        raise RefusedError(f"--as counters turns a program into a system: use --engine {engines}, not {name}")


def _refuse(subject: Subject[Program], wishes: Wishes) -> None:
    require_engine(wishes.engine)
    if subject.open and wishes.engine not in (AUTO, "smt"):
        raise RefusedError(f"with --for-all, only the SMT engine decides: leave --engine {wishes.engine} out")
    if wishes.certifying and wishes.engine not in (AUTO, "smt"):
        raise RefusedError(f"--engine {wishes.engine} leaves no certificate; --engine smt does")
    wishes.strategy.require_meaning(wishes.engine)
    given = {"--group": wishes.group, "--trust-group": wishes.trusted, "--compact": wishes.compact}
    refuse_given(given, "has no meaning with --as counters")


def _refusing(program: Program, sized: Sized | None) -> Callable[[Property], str | None]:
    """The reason why a property is not asked for all sizes: the SMT engine does not decide it, or fair paths matter."""
    everywhere = sized is not None and bool(sized.size.terms)

    def refused(prop: Property) -> str | None:
        fair = bool(program.fairness or program.fair_rules) and prop.logic != "invariant"
        return f"it {UNASKED}" if everywhere and (fair or not is_decided(prop)) else None

    return refused


def _checked(reduced: ProcessCounters, question: Question[Program], guided: Guided | None, report: Report) -> Checked:
    started = time.monotonic()
    subject, wishes, budget = question.subject, question.wishes, question.budget
    program = reduced.model
    if reduced.everywhere and reduced.counters.start_faults:
        raise RefusedError("a start state ends in an error; check one size, without --for-all")
    asking = on_systems("smt" if reduced.everywhere else wishes.engine, certifying=wishes.certifying, guided=guided)
    try:
        done = attempted(reduced, asking, budget, report)
        outcomes = done.outcomes
        if subject.sized is not None:
            outcomes = tuple(_shown(program, subject.sized, one, budget, report) for one in outcomes)
    except (UndecidedError, KeyboardInterrupt) as error:
        return stopped(program, reason_of(error))
    # Freedom from deadlock is a property of programs.
    return _known(reduced, replace(done, outcomes=outcomes, stuck=None), guided, started)


def _known(reduced: ProcessCounters, done: Attempted, guided: Guided | None, started: float) -> Checked:
    names = tuple(prop.name for prop in reduced.model.properties)
    return Checked(
        reduced.model,
        done.outcomes,
        counting=counting(reduced.counters),
        explorations=(Exploration("counter", done.reached, names=names),),
        seconds=time.monotonic() - started,
        attempts=done.attempts,
        deadlock=done.stuck,
        notes=() if guided is None else guided.notes(done.reached),
    )


def counting(model: CounterModel) -> Counting:
    """The elements that are counted, and the local states in which they are."""
    scalarset = model.slots.scalarset
    states = tuple(state_text(model.slots, state) for state in model.states)
    pointers = tuple(model.slots.text(key) for key in model.slots.pointers)
    size, slots = None if model.size.terms else model.size.constant, None
    if size is not None:
        slots = model.program.layout.width + (size - scalarset.size) * len(model.slots.own)
    return Counting(scalarset.name, size, slots, states, pointers)


def _shown(program: Program, sized: Sized, outcome: Outcome, budget: Budget, report: Report) -> Outcome:
    """The outcome with a run at a small size, where the property is violated."""
    from vsym.checking.check import check as check_at

    prop, verdict = outcome.property, outcome.verdict
    if verdict.outcome != "violated":
        return outcome
    values = tuple((verdict.values or {}).values())
    # The conditions of all properties may end in errors.
    names = {one.name for one in program.properties} if prop.name == ERRORS else {prop.name}
    for size in values or range(1, SMALL + 1):
        small = sized.at(size)
        alone = replace(small, properties=tuple(one for one in small.properties if one.name in names))
        counted = any(one.name == sized.scalarset.name for one in small.scalarsets)
        wishes = Wishes(OF_FEW_STATES, counted="counters" if counted else None)
        checked = check_at(Question(Subject(alone), wishes, budget), report)
        answer = next(one for one in checked.outcomes if one.property.name == prop.name)
        if answer.verdict.outcome == "violated":
            return replace(answer, property=prop, verdict=replace(verdict, path=answer.verdict.path))
        if values and answer.verdict.outcome == "holds":
            if prop.name in program.covers:
                return Outcome(prop, Verdict("unknown", verdict.engine, verdict.seconds, reason=FROM_SOME))
            raise ReplayError(f"`{prop.name}` holds with {size} elements, where it should be violated")
    return outcome


def sized(
    text: ProgramText, values: Mapping[str, int], for_all: Sequence[str], wishes: Wishes, budget: Budget
) -> Subject[Program] | None:
    """The program at a small size, where a constant that is a scalarset's size and nothing else is left open or large;
    None where neither is so. `values` are those of constants, and those `for_all` are left open.

    Raises DiagnosticError (VS463) where more depends on a constant that is to be left open, RefusedError for several of
    them, and where processes are not to be counted, and as `at` does.
    """
    if for_all and wishes.counted is None:
        _refuse_all_sizes(text, values, for_all, budget)
    return _sized(text, values, for_all, budget)


def _sized(
    text: ProgramText, values: Mapping[str, int], for_all: Sequence[str], budget: Budget
) -> Subject[Program] | None:
    if for_all:
        text.parameters.require_open(for_all, values)
        name, *more = for_all
        if more:
            raise RefusedError("--for-all takes one constant of a program: the size of the counted scalarset")
        ring = text.ring_size(name)
        if ring is not None:
            message = f"`{name}` cannot be left open: it is the size of a ringset, and a ring has no counters"
            hint = f"`vsym sweep FILE -D {name}=2:8` checks several sizes, up to rotations; at each they are symmetries"
            raise DiagnosticError([Diagnostic("VS463", ring, message, hint)])
        uses = text.beside_size(name)
        if uses:
            message = f"`{name}` cannot be left open: the program uses it for more than the size of one scalarset"
            hint = "give the size a constant of its own: `const SIZE: 3; type Node: scalarset(SIZE);`"
            raise DiagnosticError([Diagnostic("VS463", uses[0], message, hint)])
        return _at_small_size(text, values, name, linear([(Named(name), 1)]), budget)
    large = (name for name, value in values.items() if value > LARGE and name in text.parameters.names)
    size_only = next((name for name in large if not text.beside_size(name)), None)
    if size_only is None:
        return None
    return _at_small_size(text, values, size_only, Linear((), values[size_only]), budget)


def _refuse_all_sizes(text: ProgramText, values: Mapping[str, int], for_all: Sequence[str], budget: Budget) -> NoReturn:
    """Raise RefusedError where counters can answer for all sizes: the message names the option that is needed.

    Otherwise, raise DiagnosticError at the place of the obstacle: a constant that is more than a size (VS463), a
    misused scalarset, a slot or a rule that cannot be counted (VS460 to VS462); or UndecidedError at a limit.
    """
    subject = _sized(text, values, for_all, budget)
    assert subject is not None
    count = counting(counters_of(subject, budget).counters)
    pointers = f" and {plural(len(count.pointers), 'pointer')}" if count.pointers else ""
    extent = f"{count.scalarset} has {plural(len(count.states), 'local state')}{pointers}"
    name = subject.model.name
    raise RefusedError(f"--for-all needs --as counters, which can count {name} ({extent})")


def _at_small_size(
    text: ProgramText, values: Mapping[str, int], name: str, size: Linear, budget: Budget
) -> Subject[Program]:
    """The program at size 2, with the scalarset that grows with the constant."""

    def at(number: int) -> Program:
        program: Program = text.at({**values, name: number}, budget)
        return program

    program, larger = at(2), at(3)
    pairs = zip(program.scalarsets, larger.scalarsets, strict=True)
    scalarset = next((one for one, other in pairs if one.size != other.size), None)
    if scalarset is None:
        raise RefusedError(f"`{name}` is not the size of a scalarset; every other constant of a program needs a value")
    others = tuple(one for one in program.parameters if one[0] != name)
    given = () if size.terms else ((name, size.constant),)
    model = replace(program, parameters=(*given, *others))
    return Subject(model, sized=Sized(scalarset, size, at, lambda: text.at(values, budget)))
