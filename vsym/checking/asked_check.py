"""A program checked as it was asked for: by an engine, up to a group, by a strategy."""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.limits import Budget, UndecidedError, reason_of
from vsym.checking.asked_group import asked_group
from vsym.checking.asked_strategy import MDD, AskedStrategy
from vsym.checking.program_check import check_program, saying_errors, stopped
from vsym.checking.program_runs import Checking, check_by_runs
from vsym.checking.program_stages import Explorer, explorer, explores_orbits
from vsym.checking.programs import CheckedProgram
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.search import PLAIN, Settings
from vsym.engines.disk.planning import StoreSettings
from vsym.models.program.program import Program
from vsym.system.report import Report


def checked_as_asked(
    program: Program,
    engine: str,
    group: str | None,
    strategy: AskedStrategy,
    budget: Budget,
    report: Report,
    *,
    settings: Settings = PLAIN,
    trusted: bool = False,
    store: StoreSettings | None = None,
    checking: Checking = check_program,
) -> CheckedProgram:
    """What is known of a program by the engine and up to the group of these names, by a strategy where there is one.

    Generators of a file that are `trusted` are used without a proof. States are kept in a `store`, if there is one.
    Raises DiagnosticError where a scalarset is used unsoundly, RefusedError where the engine cannot do it or the group
    is none of the program, OSError, and what `checking` does. Where a limit or Ctrl-C comes before anything is
    explored, no verdict is known.
    """
    strategy.require_meaning(engine)
    try:
        return _checked(program, engine, group, strategy, budget, report, settings, trusted, store, checking)
    except (UndecidedError, KeyboardInterrupt) as error:
        return stopped(program, reason_of(error))


def _checked(
    program: Program,
    engine: str,
    group: str | None,
    strategy: AskedStrategy,
    budget: Budget,
    report: Report,
    settings: Settings,
    trusted: bool,
    store: StoreSettings | None,
    checking: Checking,
) -> CheckedProgram:
    together = store is not None or not explores_orbits(engine)
    asymmetric = engine == MDD
    with budget.interruption.heeded():
        chosen = asked_group(program, group, budget, report, together=together, trusted=trusted, asymmetric=asymmetric)

    def by(quotient: Quotient) -> Explorer:
        proved, kept = chosen.unproved is None, chosen.starts_kept
        up_to = strategy.up_to(program, quotient, engine, budget, proved=proved, starts_kept=kept)
        made = explorer(engine, quotient, settings, up_to, store)
        return replace(made, notes=(*made.notes, *chosen.notes), unproved=chosen.unproved)

    def check(asked: Program) -> CheckedProgram:
        return check_by_runs(asked, chosen.runs, by, budget, report, checking=checking)

    return saying_errors(program, check)
