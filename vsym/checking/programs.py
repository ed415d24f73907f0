"""The road of programs: as they are, as the systems of their slots, or as the counters of their processes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.limits import REASONS, Budget, UndecidedError, reason_of
from vsym.basics.options import RefusedError
from vsym.basics.platform import ARRAYS
from vsym.checking.answer import Checked
from vsym.checking.choice import AUTO
from vsym.checking.cross_check import Asking, by_wishes
from vsym.checking.groups.choosing import asked_group, assuming_nothing
from vsym.checking.groups.names import NONE, VIRTUAL
from vsym.checking.question import MDD, STRATEGIES, Question, Strategy, Subject, Wishes
from vsym.checking.runs import check_by_runs, checked_by, explored_by, saying_errors, stopped
from vsym.checking.settling import Attempt
from vsym.checking.ways import ENGINES, OF_SYSTEMS, Way, explores_orbits, way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.search import Settings
from vsym.models.program.program import DEADLOCK, ERRORS, Program, asked_for_errors
from vsym.reductions.protocol import Reduced
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.checking.groups.choosing import ChosenGroup
    from vsym.reductions.programs.lowering import Lowered

FIRST = 0.75
"""The share of the time that the first engine has where others may follow."""

LEAST = 4.0
"""The least seconds of a check in which vsym leaves time for other engines."""

FURTHER = ("mdd", "smt")
"""The engines that continue with the properties that memory or time has left open."""

_ENDED = (REASONS["memory"], REASONS["time"])


def methods(_: Question[Program], __: Report) -> Iterator[Checked]:
    """Raises RefusedError: one exploration of a program uses one method, not all of them."""
    raise RefusedError("--method all is for .gsst models; a program takes plain, orbit or adaptive")


def check(question: Question[Program], report: Report) -> Checked:
    """The results on a program, as wished.

    Raises DiagnosticError where a scalarset is used unsoundly, or for what counters cannot have; RefusedError where the
    engine cannot do it or the group is none of the program; ReplayError for a path that is none (our bug), and OSError.
    Where a limit or Ctrl-C comes before anything is explored, no verdict is known.
    """
    if question.budget.bound is not None:
        raise RefusedError("--bound is for .gsst models; vsym explores programs state by state")
    if question.wishes.certifying and question.wishes.counted is None:
        raise RefusedError("--certificate is for .gsst models; for a program, add --as counters")
    return _road(question, report, checked_by)


def explore(question: Question[Program], report: Report) -> Checked:
    """The reachable states of a program, with a run to a deadlock and one to an error where they are found.

    Raises as `check` does. An engine for systems need not enumerate the states to decide that, and is made to; it says
    nothing of errors.
    """
    model, wishes = question.subject.model, _by_method(question.wishes)
    subject = replace(question.subject, model=asked_for_deadlocks(model))
    answer = _road(replace(question, subject=subject, wishes=wishes), report, explored_by)
    ends = next((one.run for one in answer.outcomes if one.property.name == DEADLOCK and one.run is not None), None)
    errors = tuple(one for one in answer.outcomes if one.property.name == ERRORS)
    reasons = (one.verdict.reason for one in answer.outcomes if answer.reached is None)
    ended = answer.stopped or next((reason for reason in reasons if reason), None)
    return replace(answer, model=model, outcomes=errors, deadlock=answer.deadlock or ends, stopped=ended)


def _by_method(wishes: Wishes) -> Wishes:
    """The wishes with the group that the method implies; raises RefusedError where they name another one."""
    if wishes.method == "plain" and wishes.group not in (None, NONE):
        raise RefusedError(f"--method plain explores single states: leave --group {wishes.group} out")
    if wishes.method == "orbit" and wishes.group == NONE:
        raise RefusedError("--method orbit explores orbits: leave --group none out")
    return replace(wishes, group=NONE) if wishes.method == "plain" else wishes


def systems(question: Question[Program], report: Report) -> Reduced:
    """The system for the program's properties, which counts its processes; raises as counting does."""
    from vsym.checking.process_counters import counters_of

    report.say("counting processes")
    return counters_of(question.subject, question.budget)


def attempts(subject: Subject[Program], _: Budget, report: Report) -> tuple[list[str], dict[str, Asking]]:
    """The names of the properties, errors among them in any case, and every attempt at them: all engines, those that
    can also up to detected and virtual symmetries, decision diagrams by every strategy, and counters of processes."""
    program = asked_for_errors(subject.model)
    every = {name: Wishes(name) for name in (*ENGINES, *OF_SYSTEMS)}
    every |= {f"{name} detected": Wishes(name, group="detected") for name in ("compiled", MDD)}
    every |= {f"{name} virtual": Wishes(name, group=VIRTUAL) for name in ("compiled", MDD)}
    every |= {f"{MDD} {name}": Wishes(MDD, strategy=Strategy(name)) for name in STRATEGIES}
    every["adaptive"] = Wishes("adaptive")
    every |= {f"counters {name}": Wishes(name, counted="counters") for name in OF_SYSTEMS}
    return [prop.name for prop in program.properties], by_wishes(every, check, replace(subject, model=program), report)


Running = Callable[[Program, Way, Budget, Report, "Lowered | None"], Checked]
"""One run of a program that states some properties."""


def _road(question: Question[Program], report: Report, running: Running) -> Checked:
    if question.wishes.counted is not None:
        from vsym.checking import process_counters

        counted = process_counters.check(question, report, exploring=running is explored_by)
        if counted is not None:
            return counted
    program: Program = question.subject.model
    if question.subject.sized is not None:
        program = question.subject.sized.whole()
    question.wishes.strategy.require_meaning(question.wishes.engine)
    if "adaptive" in (question.wishes.engine, question.wishes.method):
        from vsym.checking import adaptive_programs

        adaptive_programs.refuse_others(question.wishes)
        if running is explored_by:
            # Fair paths or not, the states are the same ones.
            program = replace(program, fairness=(), fair_rules=())
        return adaptive_programs.check(program, question.budget, report)
    try:
        return _as_wished(program, question, report, running)
    except (UndecidedError, KeyboardInterrupt) as error:
        return stopped(program, reason_of(error))


def _as_wished(program: Program, question: Question[Program], report: Report, running: Running) -> Checked:
    wishes, budget = question.wishes, question.budget
    engine, group = wishes.engine, wishes.group
    if not ARRAYS and engine == AUTO:
        # The edges that the interpreter lists for properties of paths are arrays.
        engine = "interpreted" if program.layout.bags else MDD
    together = wishes.store is not None or not explores_orbits(engine)
    with budget.interruption.heeded():
        chosen = asked_group(
            program,
            group,
            budget,
            report,
            together=together,
            trusted=wishes.trusted,
            asymmetric=engine == MDD,
            virtual=wishes.store is not None or explores_orbits(engine),
            rotated=wishes.store is not None or explores_orbits(engine),
        )
        if wishes.store is not None:
            chosen = assuming_nothing(chosen)

    def by(quotient: Quotient) -> Way:
        proved, starts_kept = chosen.unproved is None, chosen.starts_kept
        up_to = wishes.strategy.up_to(program, quotient, engine, budget, proved=proved, starts_kept=starts_kept)
        made = way(engine, quotient, Settings(compact=wishes.compact), up_to, wishes.store)
        return replace(made, notes=(*made.notes, *chosen.notes), unproved=chosen.unproved)

    goes_on = engine == AUTO and wishes.store is None and running is checked_by and chosen.unproved is None
    first = budget
    if goes_on and _is_symbolic(program) and LEAST <= budget.left < math.inf:
        first = budget.within(FIRST * budget.left)

    def checked(stated: Program) -> Checked:
        def run(one: Program, on: Way) -> Checked:
            return running(one, on, first, report, chosen.lowered)

        answer = check_by_runs(stated, chosen.runs, by, run)
        return _gone_on(stated, answer, chosen, budget, report) if goes_on else answer

    return saying_errors(program, checked)


def _is_symbolic(program: Program) -> bool:
    """True where other engines may go on: the program's rules can be run symbolically as far as its text says."""
    conditions = (*(rule.guard for rule in program.rules), *(one.expression for one in program.conditions))
    return not program.layout.bags and not any(map(program.changes, conditions))


def _gone_on(program: Program, answer: Checked, chosen: ChosenGroup, budget: Budget, report: Report) -> Checked:
    """The answer with verdicts of other engines, one after the other, on properties that memory or time left open."""
    attempts = list(answer.attempts)
    outcomes = dict(enumerate(answer.outcomes))
    left = [place for place, one in outcomes.items() if one.verdict.reason in _ENDED]
    for number, name in enumerate(FURTHER):
        if not left or budget.left <= 0:
            break
        rest = replace(program, properties=tuple(program.properties[place] for place in left))
        share = budget.within(budget.left / (len(FURTHER) - number)) if budget.deadline is not None else budget
        report.say(f"running {name}")
        try:
            more = checked_by(rest, way(name), share, report, chosen.lowered)
        except (UndecidedError, KeyboardInterrupt) as error:
            more = stopped(rest, reason_of(error))
        except RefusedError as error:
            more = stopped(rest, str(error))
        attempts += more.attempts or [Attempt(name, tuple(one.name for one in rest.properties), (), more.stopped, 0.0)]
        for place, one in zip(left, more.outcomes, strict=True):
            if one.verdict.outcome != "unknown":
                outcomes[place] = one
            elif one.verdict.reason == REASONS["keyboard"]:
                return replace(answer, outcomes=tuple(outcomes.values()), attempts=tuple(attempts))
        left = [place for place in left if outcomes[place].verdict.outcome == "unknown"]
    return replace(answer, outcomes=tuple(outcomes.values()), attempts=tuple(attempts))


def asked_for_deadlocks(program: Program) -> Program:
    """The program with the property that no state is a deadlock, if it has that, and no other."""
    return replace(program, properties=tuple(prop for prop in program.properties if prop.name == DEADLOCK))
