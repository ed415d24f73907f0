"""The road of processes: identified → reduced to counters → verified → back; or along edges, adaptively."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.limits import REASONS, Budget, UndecidedError, reason_of
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Checked, Exploration, Outcome, unknown
from vsym.checking.attempt import asked_quotient, attempted, engine_up_to, explored, on_systems, unasked
from vsym.checking.choice import AUTO, OF_FEW_STATES, choose
from vsym.checking.groups.names import DETECTED, QUOTIENT_ENGINES, CounterQuotient, engine_for
from vsym.checking.question import Question, Subject, Wishes
from vsym.checking.stages import direct, identified, joint_direct, prepared, reduced, related, with_blocks
from vsym.checking.vacuity import warned
from vsym.engines import registry
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.direct import classes, everyone_apart, friends, seen, view
from vsym.reductions.protocol import Method, Run
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.checking.bounds_for_all import EverySize
    from vsym.checking.cross_check import Asking
    from vsym.checking.groups.diagrams import Guided


def check(question: Question[Model], report: Report) -> Checked:
    """Decide the symmetry of a model, reduce it, verify its properties and map paths back to the model.

    A property that a limit or Ctrl-C leaves undecided is unknown. If that comes before there is a reduction, everything
    is unknown, and `stopped` has the reason. Raises DiagnosticError for an error of the model, ReplayError for a bug of
    vsym, RefusedError where there is no such group, and as the stages do before the symmetry is known.
    """
    subject, wishes, budget = question.subject, question.wishes, question.budget
    wishes.strategy.require_meaning(wishes.engine)
    if subject.open and wishes.strategy.given is not None:
        raise RefusedError(f"{wishes.strategy.given} explores the states of one size, and --for-all is about all sizes")
    engine = engine_for(wishes.group, wishes.engine, every_size=subject.open)
    if engine == "adaptive":
        from vsym.checking.adaptive import check_adaptive

        return check_adaptive(subject.model, budget, report)
    if subject.open:
        from vsym.checking.sizes import refusals

        refused = refusals(subject.model, wishes.names)
        if refused:
            raise DiagnosticError(refused)
    decided = related(subject, budget, report)
    by_bounds = _by_bounds(question, decided, engine, report)
    if by_bounds is not None:
        return by_bounds
    decided = chosen = with_blocks(decided, budget, report)
    try:
        decided, smaller = reduced(subject, chosen, budget, report)
        group = asked_quotient(smaller.system, wishes, engine, budget, report)
        guided = wishes.strategy.on(smaller)
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        none = unknown(subject.model.properties, reason)
        ended = Checked(subject.model, none, decided, stopped=reason, warnings=subject.model.warnings)
        return _with_ranks(subject, ended, None, budget, report)
    checked = Checked(subject.model, (), decided, counters=smaller.counters, notes=group.notes)
    checked = _with_verdicts(checked, question, chosen, smaller, engine, group, guided, report)
    checked = _with_ranks(subject, checked, smaller, budget, report)
    return warned(checked, smaller.system, budget, report) if wishes.warned else checked


def _by_bounds(question: Question[Model], decided: Decided, engine: str, report: Report) -> Checked | None:
    """The answer by bounds, where they decide all properties, or nothing else may, or has the time; else None."""
    subject, wishes, budget = question.subject, question.wishes, question.budget
    if wishes.bounds == "never" or decided.interrupted or not subject.model.properties:
        return None
    if wishes.bounds == "auto" and (subject.open or decided.full is not False):
        return None
    from vsym.checking.bounds import by_bounds, refusal, suits

    refused = refusal(subject, wishes)
    if refused is not None and wishes.bounds == "only":
        raise RefusedError(refused)
    if refused is not None or not (wishes.bounds == "only" or suits(decided)):
        return None
    started = time.monotonic()
    every_size = _every_size(subject, budget, report) if subject.open else None
    patient, certifying = wishes.bounds == "only", None
    if wishes.certifying:
        from vsym.checking.bounds_certified import Certifying

        certifying = Certifying(subject, budget, report)
    answer = by_bounds(decided, engine, budget, report, patient=patient, every_size=every_size, certifying=certifying)
    over = answer.stopped in (REASONS["time"], REASONS["keyboard"])
    if wishes.bounds == "auto" and not over and len(answer.outcomes) < len(subject.model.properties):
        return None
    answer = answer if subject.open else answer.legible(decided, budget)
    checked = replace(answer.checked(decided), seconds=time.monotonic() - started)
    structure = answer.structure
    return warned(checked, structure, budget, report) if wishes.warned and structure is not None else checked


def _every_size(subject: Subject[Model], budget: Budget, report: Report) -> EverySize:
    from vsym.checking.bounds_for_all import EverySize

    return EverySize(subject, lambda model: _check_at(model, budget, report))


def _check_at(model: Model, budget: Budget, report: Report) -> Checked:
    """The check of a model of one size."""
    return check(Question(Subject(model), Wishes(warned=False), budget), report)


def _with_verdicts(
    checked: Checked,
    question: Question[Model],
    chosen: Decided,
    smaller: Reduced,
    engine: str,
    group: CounterQuotient,
    guided: Guided | None,
    report: Report,
) -> Checked:
    subject, wishes, budget = question.subject, question.wishes, question.budget
    started = time.monotonic()
    try:
        if subject.instance is not None:
            from vsym.checking.sizes import verified_for_all

            proved = _proved(question, chosen, smaller, report)
            left = tuple(prop for prop in smaller.system.properties if prop.name not in proved)
            open_ = replace(smaller, system=replace(smaller.system, properties=left))
            outcomes = verified_for_all(subject, open_, budget, report, lambda model: _check_at(model, budget, report))
            by_name = {**proved, **{one.property.name: one for one in outcomes}}
            checked = replace(checked, outcomes=tuple(by_name[one.name] for one in subject.model.properties))
        else:
            asking = on_systems(
                engine, certifying=wishes.certifying, quotient=group.quotient, store=wishes.store, guided=guided
            )
            done = attempted(smaller, asking, budget, report).checked(subject.model, "counter", started, group)
            notes = (*checked.notes, *(guided.notes(done.reached) if guided else ()))
            checked = replace(done, decided=checked.decided, counters=checked.counters, notes=notes)
    except KeyboardInterrupt:
        checked = replace(checked, outcomes=unknown(subject.model.properties, REASONS["keyboard"]))
    except UndecidedError as error:
        if not subject.open:
            raise
        checked = replace(checked, outcomes=unknown(subject.model.properties, reason_of(error)))
    return replace(checked, seconds=time.monotonic() - started)


def _proved(question: Question[Model], chosen: Decided, smaller: Reduced, report: Report) -> Mapping[str, Outcome]:
    """The properties that bounds in the chosen blocks prove for all sizes, where only cells have exact guards."""
    wishes = question.wishes
    if wishes.bounds == "never" or wishes.certifying or len(smaller.counters.blocks) == len(chosen.blocks):
        return {}
    from vsym.checking.bounds import proved_for_all

    every_size = _every_size(question.subject, question.budget, report)
    return proved_for_all(chosen, every_size, question.budget, report)


def _with_ranks(
    subject: Subject[Model], checked: Checked, smaller: Reduced | None, budget: Budget, report: Report
) -> Checked:
    """The answer with the verdict on each rank that the model states; unknown where the work stopped before."""
    if not subject.model.ranks:
        return checked
    from vsym.checking.ranks import ranks, unjudged

    if smaller is None:
        return replace(checked, ranks=unjudged(subject.model, checked.stopped or REASONS["time"]))
    return replace(checked, ranks=ranks(subject, smaller, budget, report))


def explore(question: Question[Model], report: Report) -> Checked:
    """The reachable states of a model, by the requested method, with a run to a deadlock if there is one.

    Only counter states have a choice of engine, strategy and group; a store is for any method but `adaptive`. If a
    limit or Ctrl-C comes before the exploration, `stopped` has the reason. Raises RefusedError for wishes that the
    method cannot have, DiagnosticError where a step from a reachable state assigns outside a variable's range, and as
    the stages do.
    """
    subject, wishes, budget = question.subject, question.wishes, question.budget
    method = wishes.method or "counter"
    wishes.strategy.require_meaning(wishes.engine)
    if method == "counter":
        return _explored_counters(question, report)
    if wishes.strategy.given is not None:
        raise RefusedError(f"{wishes.strategy.given} needs counter states, and --method {method} explores others")
    if wishes.group is not None:
        raise RefusedError(f"--group {wishes.group} needs counter states, and --method {method} explores others")
    if wishes.store is not None and method == "adaptive":
        raise RefusedError(f"--method {method} keeps no states on disk: plain, orbit and counter do")
    model: Model = subject.model
    started, ready = time.monotonic(), None
    try:
        if model.joint and method != "adaptive":
            blocks = everyone_apart(model) if method == "plain" else classes(model)
            smaller = joint_direct(model, blocks, budget, report)
        else:
            ready = prepared(model, budget, report)
            if method == "adaptive":
                from vsym.checking.adaptive import explore_adaptive

                return explore_adaptive(ready, budget, report)
            smaller = direct(ready, everyone_apart(model) if method == "plain" else friends(model, ready.edges))
    except (UndecidedError, KeyboardInterrupt) as error:
        return _unexplored(model, method, error, None)
    by = engine_up_to(None, OF_FEW_STATES, smaller.system, wishes.store)
    done = explored(replace(smaller, method=method), by, budget, report)
    # These states are not counter states: paths are shown with one counter for each local state.
    counters = view(model, [model.processes])
    run = None if done.stuck is None else Run(model, done.stuck.path, seen(counters, done.stuck.path), counters)
    return replace(done.checked(model, method, started), prepared=ready, counters=counters, deadlock=run)


def _explored_counters(question: Question[Model], report: Report) -> Checked:
    subject, wishes, budget = question.subject, question.wishes, question.budget
    engine = engine_for(wishes.group, AUTO if wishes.engine == "adaptive" else wishes.engine)
    decided = identified(subject, budget, report)
    try:
        decided, smaller = reduced(subject, decided, budget, report)
        group = asked_quotient(unasked(smaller.system), wishes, engine, budget, report)
        guided = wishes.strategy.on(smaller)
    except (UndecidedError, KeyboardInterrupt) as error:
        return _unexplored(subject.model, "counter", error, decided)
    started = time.monotonic()
    name = choose(engine, smaller.system)
    by = engine_up_to(group.quotient, name, smaller.system, wishes.store, guided)
    done = explored(smaller, by, budget, report)
    checked = done.checked(subject.model, "counter", started, group)
    notes = (*group.notes, *(guided.notes(done.reached) if guided else ()))
    return replace(checked, decided=decided, counters=smaller.counters, notes=notes)


def _unexplored(model: Model, method: Method, error: BaseException, decided: Decided | None) -> Checked:
    reason = reason_of(error)
    return Checked(model, (), decided, explorations=(Exploration(method, stopped=reason),), stopped=reason)


def systems(question: Question[Model], report: Report) -> Reduced:
    """The system on which vsym decides the model's properties; raises as the stages do."""
    subject, budget = question.subject, question.budget
    return reduced(subject, identified(subject, budget, report), budget, report)[1]


def attempts(subject: Subject[Model], budget: Budget, report: Report) -> tuple[list[str], dict[str, Asking]]:
    """The names of the properties, and every attempt at them: all engines on the counters, those that can also up to
    the counters' detected symmetries, the adaptive one on processes, and bounds on as few counters as possible."""
    from vsym.checking.bounds import by_bounds

    decided = related(subject, budget, report)
    smaller = reduced(subject, with_blocks(decided, budget, report), budget, report)[1]

    def asking(engine: str, group: str | None) -> Asking:
        def ask(names: Sequence[str], limits: Budget) -> tuple[Outcome, ...]:
            if engine == "adaptive":
                from vsym.checking.adaptive import check_adaptive

                return check_adaptive(replace(subject.asking(names).model, ranks=()), limits, report).outcomes
            chosen = tuple(prop for prop in smaller.system.properties if prop.name in names)
            one = replace(smaller, system=replace(smaller.system, properties=chosen, ranks=()))
            quotient = asked_quotient(one.system, Wishes(group=group), engine, limits, report).quotient
            return attempted(one, on_systems(engine, quotient=quotient), limits, report).outcomes

        return ask

    def bounded(names: Sequence[str], limits: Budget) -> tuple[Outcome, ...]:
        one = replace(decided, model=replace(subject.asking(names).model, ranks=()))
        return by_bounds(one, AUTO, limits, report).checked(one).outcomes

    engines = [name for name in registry.MODULES if name != "interpreted"]
    every = {name: asking(name, None) for name in engines}
    every |= {f"{name} detected": asking(name, DETECTED) for name in QUOTIENT_ENGINES if name in engines}
    every["bounds"] = bounded
    return [prop.name for prop in smaller.system.properties], every


def methods(question: Question[Model], report: Report) -> Iterator[Checked]:
    """The reachable states by every method that the model allows, those with the fewest states first, so that a limit
    leaves as much as possible known; raises as `explore` does."""
    joint = question.subject.model.joint
    for method in ("counter", "adaptive", "orbit", "plain"):
        if not (joint and method == "adaptive"):
            yield explore(replace(question, wishes=replace(question.wishes, method=method)), report)
