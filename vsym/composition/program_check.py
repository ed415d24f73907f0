"""The composer for programs: an engine's verdicts, with each path replayed on the plain semantics."""

from __future__ import annotations

import time
from dataclasses import replace

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.composition.program_stages import Explorer
from vsym.composition.programs import CheckedProgram, ProgramOutcome
from vsym.logic.formula import Temporal, negate
from vsym.logic.properties import Property
from vsym.models.program.program import ERRORS, Program
from vsym.models.program.replaying import failing, replayed
from vsym.models.program.semantics import Semantics
from vsym.models.protocol import ReplayError
from vsym.system.report import Report
from vsym.system.result import Verdict


def check_program(program: Program, explorer: Explorer, budget: Budget, report: Report) -> CheckedProgram:
    """Verify every property of a program, and replay the paths that show the verdicts.

    What a limit or Ctrl-C leaves undecided is unknown; where it comes before anything is explored, all is, and the work
    is told as `stopped`. Raises ReplayError for a path that is none (our bug), and what the engine's `verify` raises.
    """
    started = time.monotonic()
    notes = () if explorer.note is None else (explorer.note,)
    try:
        answer = explorer.engine.verify(program, [_asked(program, prop) for prop in program.properties], budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        reason = reason_of(error)
        unknown = Verdict("unknown", "none", 0.0, reason)
        outcomes = tuple(ProgramOutcome(prop, unknown) for prop in program.properties)
        return CheckedProgram(program, outcomes, explorer.symmetric, stopped=reason, notes=notes)
    verdicts = (_answered(program, *each) for each in zip(program.properties, answer.verdicts, strict=True))
    judged = zip(program.properties, verdicts, strict=True)
    outcomes = tuple(_outcome(program, prop, verdict) for prop, verdict in judged)
    seconds = time.monotonic() - started
    return CheckedProgram(program, outcomes, explorer.symmetric, answer.reached, seconds, notes=notes)


def _asked(program: Program, prop: Property) -> Property:
    """What an engine is asked: whether a condition to be covered is never true, for one start has to reach it."""
    if prop.name not in program.covers:
        return prop
    assert isinstance(prop.formula, Temporal)
    return replace(prop, logic="invariant", formula=negate(prop.formula.operands[0]))


def _answered(program: Program, prop: Property, verdict: Verdict) -> Verdict:
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
    chosen = tuple(prop for prop in program.properties if prop.name in names)
    return replace(program, properties=chosen) if names else program


def _outcome(program: Program, prop: Property, verdict: Verdict) -> ProgramOutcome:
    path = verdict.path
    if path is None:
        return ProgramOutcome(prop, verdict)
    replayed(program, path)
    fired = failing(program, path) if prop.name == ERRORS else None
    if fired is not None:
        return ProgramOutcome(prop, verdict, path, fired.firing, fired.fault)
    semantics, last = Semantics(program), path.states[-1]
    if prop.logic != "invariant" or verdict.outcome != "violated":
        return ProgramOutcome(prop, verdict, path)
    if semantics.holds(prop.formula, last):
        raise ReplayError(f"`{prop.name}` is true in the last state of the path that is to violate it")
    fault = semantics.faults(last)[0] if prop.name == ERRORS else None
    return ProgramOutcome(prop, verdict, path, fault=fault)
