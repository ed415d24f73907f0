"""Programs as counter models, as `--as counters` asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from vsym.basics.limits import Budget
from vsym.basics.numbers import plural
from vsym.basics.options import Options, RefusedError, refuse_given
from vsym.basics.source import DiagnosticError
from vsym.checking import counted_check
from vsym.checking.choice import AUTO
from vsym.checking.counted_size import sized
from vsym.checking.program_check import restricted
from vsym.checking.program_counters import counting
from vsym.checking.program_runs import Checking
from vsym.checking.program_sizes import Sized
from vsym.checking.programs import CheckedProgram
from vsym.models.program.program import Program
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.models.text import ProgramText


def checked_as_counters(
    program: Program, options: Options, budget: Budget, report: Report, checking: Checking, sized: Sized | None
) -> CheckedProgram:
    """What is known of a program by the counters of its processes, where it is `sized` at that size.

    Raises RefusedError for options that have no meaning for counters, and what the check itself raises.
    """
    _refuse_meaningless(options)
    return counted_check.checked_as_counters(
        program, options.engine, budget, report, checking, sized, certifying=options.certificate
    )


def refuse_all_sizes(text: ProgramText, options: Options, budget: Budget) -> NoReturn:
    """Raise RefusedError where counters can answer for all sizes, which is to be asked for.

    Else raise DiagnosticError with what is in their way, at its place: a constant that is more than a size (VS463), a
    misused scalarset, a slot or a rule that cannot be counted (VS460 to VS462); or UndecidedError at a limit.
    """
    known = sized(text, options.definitions, options.for_all, budget)
    assert known is not None
    model, _ = counted_check.counters_of(known.program, budget, known)
    told = counting(model)
    pointers = f" and {plural(len(told.pointers), 'pointer')}" if told.pointers else ""
    counters = f"{told.scalarset} has {plural(len(told.states), 'local state')}{pointers}"
    named = known.program.name
    raise RefusedError(f"--for-all is for counters; {named} can be counted ({counters}): --as counters has it")


def suits(program: Program, options: Options, budget: Budget, sized: Sized | None) -> bool:
    """Whether counters can do what is asked: the program is a counter model, no property names an element, and no
    option is for other ways.

    Raises LimitReachedError, and RefusedError for a property that the program does not have.
    """
    chosen = restricted(program, options.properties)
    try:
        _refuse_meaningless(options)
        _, systems = counted_check.counters_of(chosen, budget, sized)
    except (RefusedError, DiagnosticError):
        return False
    return not systems.reasons


def _refuse_meaningless(options: Options) -> None:
    """Raise RefusedError for what counters do not have."""
    counted_check.require_engine(options.engine)
    if options.for_all and options.engine not in (AUTO, "smt"):
        raise RefusedError(f"with --for-all the SMT engine decides properties, not --engine {options.engine}")
    if options.certificate and options.engine not in (AUTO, "smt"):
        raise RefusedError(f"--engine {options.engine} leaves no certificate; --engine smt does")
    given = {
        "--group": options.group,
        "--trust-group": options.trust_group,
        "--strategy": options.strategy,
        "--hint": options.hints,
        "--hints": options.automatic,
        "--rounds": options.rounds,
        "--compact": options.compact,
    }
    refuse_given(given, "has no meaning with --as counters")
