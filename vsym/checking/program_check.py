"""The composer for programs: an engine's verdicts, with each path replayed on the plain semantics."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.reductions.evidence import require_program
from vsym.checking.program_counters import CounterEngine
from vsym.checking.program_stages import Explorer
from vsym.checking.program_systems import SystemEngine
from vsym.checking.programs import CheckedProgram, ProgramOutcome
from vsym.checking.strategy_notes import strategy_notes
from vsym.logic.properties import Property
from vsym.models.program.program import DEADLOCK, ERRORS, Program, no_errors
from vsym.models.program.replaying import failing
from vsym.models.program.semantics import Semantics
from vsym.models.protocol import ReplayError
from vsym.system.report import Passing, Report
from vsym.system.result import Reached, Verdict


def check_program(program: Program, explorer: Explorer, budget: Budget, report: Report) -> CheckedProgram:
    """Verify every property of a program, and replay the paths that show the verdicts.

    What a limit or Ctrl-C leaves undecided is unknown; where it comes before anything is explored, all is, and the work
    is told as `stopped`. Raises ReplayError for a path that is none (our bug), and what the engine's `verify` raises.
    """
    if explorer.unproved is None:
        return _checked(program, explorer, budget, report)
    try:
        checked = _checked(program, explorer, budget, report)
    except (RuntimeError, ReplayError):
        # A path of stored states is one of concrete states only if the group is one of symmetries.
        return stopped(program, explorer.unproved, explorer)
    return replace(checked, outcomes=tuple(_but_unproved(one, checked, explorer) for one in checked.outcomes))


def saying_errors(program: Program, check: Callable[[Program], CheckedProgram]) -> CheckedProgram:
    """What `check` finds out of a program, which says that the program ends in errors even if that was not asked.

    An error cuts a path, so that no property speaks of what would come after it. Where none is reached, nothing is said
    of errors; where that is not known, a note says so.
    """
    found = check(asked_for_errors(program))
    if any(prop.name == ERRORS for prop in program.properties):
        return found
    errors = next((one.verdict for one in found.outcomes if one.property.name == ERRORS), None)
    if errors is not None and errors.outcome == "violated":
        return found
    asked = replace(found, program=program, others=tuple(map(_without_errors, found.others)))
    known = any(one.verdict.outcome != "unknown" for one in _without_errors(found).outcomes)
    if errors is not None and errors.outcome == "unknown" and known:
        asked = replace(asked, notes=(*asked.notes, f"whether the program ends in errors is unknown: {errors.reason}"))
    return _without_errors(asked)


def _without_errors(checked: CheckedProgram) -> CheckedProgram:
    return replace(checked, outcomes=tuple(one for one in checked.outcomes if one.property.name != ERRORS))


def asked_for_errors(program: Program) -> Program:
    """The program, asked whether it ends in errors if it is not asked that already."""
    if any(prop.name == ERRORS for prop in program.properties):
        return program
    return replace(program, properties=(*program.properties, no_errors(program.span)))


def asked_for_deadlocks(program: Program) -> Program:
    """The program with the property that no state is a deadlock, if it has that, and no other."""
    return replace(program, properties=tuple(prop for prop in program.properties if prop.name == DEADLOCK))


def explore_program(program: Program, explorer: Explorer, budget: Budget, report: Report) -> CheckedProgram:
    """The reachable states of a program that is asked for deadlocks and errors, with a path to one if there is one.

    Raises as `check_program` does. An engine for systems need not enumerate the states to decide that, and is made to;
    it says nothing of errors.
    """
    if not isinstance(explorer.engine, SystemEngine | CounterEngine):
        return check_program(program, explorer, budget, report)
    started = time.monotonic()
    try:
        reached = explorer.engine.explore(program, budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        return stopped(program, reason_of(error), explorer)
    found = Verdict("violated", explorer.engine.name, reached.seconds, path=reached.stuck)
    asked = asked_for_deadlocks(program).properties
    outcomes = tuple(_outcome(program, prop, found) for prop in asked if reached.stuck)
    return _known(program, outcomes, explorer, reached, started)


def _checked(program: Program, explorer: Explorer, budget: Budget, report: Report) -> CheckedProgram:
    started = time.monotonic()
    try:
        asked = [program.asked(prop) for prop in program.properties]
        answer = explorer.engine.verify(program, asked, budget, _Sure(report, program, explorer))
    except (UndecidedError, KeyboardInterrupt) as error:
        return stopped(program, reason_of(error), explorer)
    verdicts = (answered(program, *each) for each in zip(program.properties, answer.verdicts, strict=True))
    judged = zip(program.properties, verdicts, strict=True)
    outcomes = tuple(_outcome(program, prop, verdict) for prop, verdict in judged)
    return _known(program, outcomes, explorer, answer.reached, started)


class _Sure(Passing):
    """A report of what an engine finds out of a program: of verdicts, only of those that nothing takes back, which are
    violations of invariants by symmetries that are proved."""

    def __init__(self, report: Report, program: Program, explorer: Explorer) -> None:
        super().__init__(report)
        stated = explorer.unproved is None
        self._names = {prop.name for prop in program.properties if stated and prop.logic == "invariant"}

    def decided(self, name: str, verdict: Verdict, depth: int | None = None) -> None:
        """Pass it on where it is sure."""
        if name in self._names and verdict.outcome == "violated":
            super().decided(name, verdict, depth)


def _known(
    program: Program, outcomes: tuple[ProgramOutcome, ...], explorer: Explorer, reached: Reached | None, started: float
) -> CheckedProgram:
    """What is known where work that began at some time came to an end."""
    notes = explorer.notes
    if reached is not None and explorer.unproved is not None:
        reached = replace(reached, complete=False, represented=None)
    if reached is not None and isinstance(explorer.engine, SystemEngine) and explorer.engine.up_to is not None:
        notes = (*notes, *strategy_notes(explorer.engine.up_to, reached))
    return CheckedProgram(
        program,
        outcomes,
        explorer.scalarsets,
        explorer.factors,
        reached,
        time.monotonic() - started,
        notes=notes,
        unproved=explorer.unproved,
    )


def stopped(program: Program, reason: str, explorer: Explorer | None = None) -> CheckedProgram:
    """A check that ended for a reason before anything was known, after the explorer was chosen or before."""
    unknown = Verdict("unknown", "none", 0.0, reason)
    outcomes = tuple(ProgramOutcome(prop, unknown) for prop in program.properties)
    ended = CheckedProgram(program, outcomes, stopped=reason)
    if explorer is None:
        return ended
    return replace(ended, scalarsets=explorer.scalarsets, factors=explorer.factors, notes=explorer.notes)


def _but_unproved(outcome: ProgramOutcome, checked: CheckedProgram, explorer: Explorer) -> ProgramOutcome:
    """What is known where it is not proved that the group is one of symmetries: that a state is bad to which a path has
    been replayed, what decision diagrams refute by real states alone, and nothing else."""
    verdict = outcome.verdict
    refuted = outcome.property.logic == "invariant" or isinstance(explorer.engine, SystemEngine)
    if verdict.outcome == "violated" and refuted and outcome.path is not None:
        return outcome
    violated = any(one.verdict.outcome == "violated" for one in checked.outcomes)
    reasons = [explorer.unproved]
    if verdict.outcome == "unknown" and checked.reached is not None and checked.reached.interrupted is not None:
        reasons.append(verdict.reason)
    elif checked.reached is not None:
        among = checked.reached.representatives or checked.reached.states
        reasons.append(f"nothing {'else ' if violated else ''}violated among {plural(among, 'stored state')}")
    reason = "; ".join(one for one in reasons if one)
    return ProgramOutcome(outcome.property, replace(verdict, outcome="unknown", path=None, reason=reason))


def answered(program: Program, prop: Property, verdict: Verdict) -> Verdict:
    """What the answer says of the property."""
    if prop.name not in program.covers or verdict.outcome == "unknown":
        return verdict
    if verdict.outcome == "holds":
        return replace(verdict, outcome="violated")
    path = None if verdict.path is None else replace(verdict.path, kind="witness")
    return replace(verdict, outcome="holds", path=path)


def restricted(program: Program, names: tuple[str, ...]) -> Program:
    """The program with the named properties alone (all, if none is named); raises RefusedError for a name that no
    property has."""
    known = [prop.name for prop in program.properties]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"it has: {', '.join(known) or 'none'}"
            raise RefusedError(f"`{program.name}` has no property `{name}`; {hint}")
    chosen = tuple(replace(prop, minor=0) for prop in program.properties if prop.name in names)
    return replace(program, properties=chosen) if names else program


def _outcome(program: Program, prop: Property, verdict: Verdict) -> ProgramOutcome:
    path = verdict.path
    if path is None:
        return ProgramOutcome(prop, verdict)
    require_program(program, prop, verdict, path)
    if prop.name != ERRORS:
        return ProgramOutcome(prop, verdict, path)
    fired = failing(program, path)
    if fired is not None:
        return ProgramOutcome(prop, verdict, path, fired.firing, fired.fault)
    return ProgramOutcome(prop, verdict, path, fault=Semantics(program).faults(path.states[-1])[0])
