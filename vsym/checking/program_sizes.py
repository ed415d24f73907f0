"""Counter models of programs at sizes at which the programs are not explored process by process: at all sizes at once,
and at large ones. A property that is violated is shown at a small size, where the path is replayed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.checking.program_check import answered, check_program
from vsym.checking.program_counter_questions import CounterQuestions
from vsym.checking.program_counters import CounterEngine, counting
from vsym.checking.program_stages import Explorer, explorer
from vsym.checking.programs import CheckedProgram, ProgramOutcome
from vsym.checking.sizes import UNASKED
from vsym.engines.smt.accepts import is_decided
from vsym.logic.properties import Property
from vsym.logic.terms import Linear
from vsym.models.program.program import ERRORS, Program
from vsym.models.program.types import Scalarset
from vsym.models.protocol import ReplayError
from vsym.reductions.process_counters.model import counted
from vsym.system.report import Report
from vsym.system.result import Verdict

SMALL = 6
"""Up to which size a violation at a large one is looked for, to be shown there."""


FROM_SOME = "it is not reached from every start state at every size; from which it is, is not known for all sizes"
"""The reason why a cover is unknown that is no `EF`."""


@frozen
class Sized:
    """A program at a small size, whose `scalarset` has another `size`: a number, or a parameter for all sizes.

    Nothing else in it depends on that; `at` is the program at a size.
    """

    program: Program
    scalarset: Scalarset
    size: Linear
    at: Callable[[int], Program]


def check_sized(
    sized: Sized, engine: str, budget: Budget, report: Report, *, certifying: bool = False
) -> CheckedProgram:
    """The verdict on every property; what the SMT engine does not decide for all sizes is unknown.

    Raises DiagnosticError where the program is no counter model, RefusedError where at all sizes a start state ends in
    an error, ReplayError where an instance contradicts (our bug), and what engines raise.
    """
    started, program = time.monotonic(), sized.program
    report.say("counting processes")
    model = counted(program, sized.scalarset, budget, sized.size)
    everywhere = bool(sized.size.terms)
    if everywhere and model.start_faults:
        raise RefusedError("a start state ends in an error: look at one size, without --for-all")
    asked = questions_of(program, sized)
    by = "smt" if everywhere else engine
    answer = CounterQuestions(by, model, asked, budget, report, certifying=certifying).answer()
    verdicts = {prop.name: verdict for prop, verdict in zip(asked, answer.verdicts, strict=True)}
    unasked = Verdict("unknown", "smt", 0.0, reason=f"it {UNASKED}")
    found = {prop.name: verdicts.get(prop.name, unasked) for prop in program.properties}
    if not everywhere:
        found = {prop.name: answered(program, prop, found[prop.name]) for prop in program.properties}
    outcomes = tuple(_shown(sized, prop, found[prop.name], budget, report) for prop in program.properties)
    seconds = time.monotonic() - started
    return CheckedProgram(program, outcomes, reached=answer.reached, seconds=seconds, counting=counting(model))


def questions_of(program: Program, sized: Sized | None) -> tuple[Property, ...]:
    """What a program's counters are asked: for all sizes, what the SMT engine decides, a cover as the `EF` that it is,
    from every start."""
    if sized is None or not sized.size.terms:
        return tuple(map(program.asked, program.properties))
    return tuple(prop for prop in program.properties if _is_asked(program, prop))


def _is_asked(program: Program, prop: Property) -> bool:
    """Whether the SMT engine decides a property for all sizes."""
    fair = bool(program.fairness or program.fair_rules) and prop.logic != "invariant"
    return not fair and is_decided(prop)


def _shown(sized: Sized, prop: Property, verdict: Verdict, budget: Budget, report: Report) -> ProgramOutcome:
    """The outcome with a path at a small size, where the property is violated."""
    if verdict.outcome != "violated":
        return ProgramOutcome(prop, verdict)
    known = tuple((verdict.values or {}).values())
    # The conditions of all properties may end in errors.
    names = {one.name for one in sized.program.properties} if prop.name == ERRORS else {prop.name}
    for size in known or range(1, SMALL + 1):
        program = sized.at(size)
        alone = replace(program, properties=tuple(one for one in program.properties if one.name in names))
        named = next((one for one in program.scalarsets if one.name == sized.scalarset.name), None)
        by = explorer("explicit") if named is None else Explorer(CounterEngine("explicit", named))
        checked = check_program(alone, by, budget, report)
        outcome = next(one for one in checked.outcomes if one.property.name == prop.name)
        if outcome.verdict.outcome == "violated":
            return replace(outcome, property=prop, verdict=replace(verdict, path=outcome.path), shown_at=program)
        if known and outcome.verdict.outcome == "holds":
            if prop.name in program.covers:
                return ProgramOutcome(prop, Verdict("unknown", verdict.engine, verdict.seconds, reason=FROM_SOME))
            raise ReplayError(f"`{prop.name}` holds with {size} elements, where it is to be violated")
    return ProgramOutcome(prop, verdict)
