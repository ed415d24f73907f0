"""A program checked as a counter model, at one size or at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.choice import AUTO
from vsym.checking.program_check import check_program, saying_errors, stopped
from vsym.checking.program_counters import CounterEngine, countable, counting
from vsym.checking.program_misuses import misused_scalarsets
from vsym.checking.program_runs import Checking
from vsym.checking.program_sizes import Sized, check_sized, questions_of
from vsym.checking.program_stages import OF_SYSTEMS, Explorer
from vsym.checking.programs import CheckedProgram
from vsym.models.program.program import Program
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.checking.counter_systems import CounterSystems
    from vsym.reductions.process_counters.model import CounterModel

WITNESSES = 4
"""With how many elements it is asked whether anything tells them apart, where there may be any number: two that change
places, and others."""


def checked_as_counters(
    program: Program,
    engine: str,
    budget: Budget,
    report: Report,
    checking: Checking = check_program,
    sized: Sized | None = None,
    *,
    certifying: bool = False,
) -> CheckedProgram:
    """What is known of a program by the counters of its processes, where it is `sized` at that size, with certificates
    as far as can be if it is to be `certifying`.

    Raises DiagnosticError where a scalarset is used unsoundly, or the program is no counter model (VS460 to VS462),
    RefusedError as `require_engine` does. Where a limit or Ctrl-C comes before the program is counted, no verdict is
    known.
    """
    require_engine(engine)
    try:
        with budget.interruption.heeded():
            _require_soundness(program, budget, sized)
        if sized is not None:
            return saying_errors(
                program,
                lambda asked: check_sized(replace(sized, program=asked), engine, budget, report, certifying=certifying),
            )
        with budget.interruption.heeded():
            model = countable(program, budget)
    except (UndecidedError, KeyboardInterrupt) as error:
        return stopped(program, reason_of(error))
    by = Explorer(CounterEngine(engine, model.slots.scalarset, certifying))
    checked = saying_errors(program, lambda asked: checking(asked, by, budget, report))
    return replace(checked, counting=counting(model))


def counters_of(program: Program, budget: Budget, sized: Sized | None) -> tuple[CounterModel, CounterSystems]:
    """The counter model of a program, where it is `sized` at that size, with the systems that are asked its properties;
    raises what `checked_as_counters` does of the program."""
    from vsym.checking.counter_systems import CounterSystems
    from vsym.reductions.process_counters.model import counted

    _require_soundness(program, budget, sized)
    model = countable(program, budget) if sized is None else counted(program, sized.scalarset, budget, sized.size)
    return model, CounterSystems(model, questions_of(program, sized))


def _require_soundness(program: Program, budget: Budget, sized: Sized | None) -> None:
    """Raise DiagnosticError where something tells elements of a scalarset apart."""
    misuses = misused_scalarsets(program if sized is None else sized.at(WITNESSES), budget)
    if misuses:
        raise DiagnosticError(one.diagnostic for one in misuses)


def require_engine(engine: str) -> None:
    """Raise RefusedError for an engine that is not for systems."""
    if engine not in (AUTO, *OF_SYSTEMS):
        engines = ", ".join((AUTO, *OF_SYSTEMS))
        raise RefusedError(f"--as counters makes a system of a program, for {engines}: not --engine {engine}")
