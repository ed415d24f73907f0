"""A row of a sweep from the text of a model: the same stages as `vsym check`."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.numbers import writable
from vsym.basics.source import DiagnosticError
from vsym.basics.watch import End, watched
from vsym.composition.asked_check import checked_as_asked
from vsym.composition.asked_strategy import AskedStrategy
from vsym.composition.check import check
from vsym.composition.counted_check import checked_as_counters
from vsym.composition.counted_size import sized
from vsym.composition.program_check import restricted
from vsym.composition.programs import CheckedProgram, ProgramOutcome
from vsym.composition.results import Explored, Outcome
from vsym.composition.subject import Subject
from vsym.models.counting.extent import concrete_states, shared_values
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.models.text import ProgramText
from vsym.sweeping.axes import Values
from vsym.sweeping.row import Finding, Row, Symmetry
from vsym.sweeping.settings import Settings
from vsym.system.report import Silence

if TYPE_CHECKING:
    from vsym.models.text import AnyText

_ERRORS = 5


def measure(text: AnyText, values: Values, settings: Settings, end: End | None = None) -> Row:
    """What is found for these values of the parameters; an error of the model and a limit are part of the row.

    `end` ends the process where the work goes on beyond a limit. Raises RefusedError, UnknownSolverError and
    NuSMVMissing for what no row can have, and whatever is a bug of ours.
    """
    started = time.monotonic()
    row = Row(values, group=settings.group)
    try:
        deadline = None if settings.timeout is None else started + settings.timeout
        budget = Budget(settings.solver, deadline, settings.memory)
        with watched(budget, end):
            row = _measured(text, row, settings, budget)
    except DiagnosticError as error:
        row = replace(row, failure="model", problem=one_line(error))
    except UndecidedError as error:
        row = replace(row, failure="limit", problem=str(error))
    except MemoryError:
        row = replace(row, failure="limit", problem="out of memory")
    return replace(row, seconds=time.monotonic() - started)


def one_line(error: DiagnosticError) -> str:
    """What is wrong, without the lines of the model; of many errors the first ones."""
    told = []
    for diagnostic in error.diagnostics[:_ERRORS]:
        place = str(diagnostic.span) if diagnostic.span.source.text else diagnostic.span.source.name
        hint = f" ({diagnostic.hint})" if diagnostic.hint else ""
        told.append(f"{place}: error[{diagnostic.code}]: {diagnostic.message}{hint}")
    if len(error.diagnostics) > _ERRORS:
        told.append(f"{len(error.diagnostics) - _ERRORS} more errors")
    return " ".join("; ".join(told).split())


def _measured(text: AnyText, row: Row, settings: Settings, budget: Budget) -> Row:
    if settings.counted and isinstance(text, ProgramText):
        return _of_counters(text, row, settings, budget)
    model = text.at(dict(row.values), budget)
    if isinstance(model, Program):
        return _of_program(restricted(model, settings.properties), row, settings, budget)
    model = replace(model, ranks=())
    if settings.properties:
        model = model.asking(settings.properties)
    row = replace(row, **_size(model))
    checked = check(Subject(model), settings.engine, budget, Silence(), warned=False, group=settings.group)
    if checked.stopped == REASONS["keyboard"]:
        raise KeyboardInterrupt
    decided, counters = checked.decided, checked.counters
    if decided is not None:
        symmetry: Symmetry = "undecided" if decided.full is None else "full" if decided.full else "not full"
        row = replace(row, symmetry=symmetry, blocks=len(decided.blocks))
        row = replace(row, counter_states=None if counters is None else writable(counters.state_count))
    row = replace(row, findings=_findings(checked.outcomes))
    if checked.stopped is not None:
        return replace(row, failure="limit", problem=checked.stopped)
    explored = checked.explored
    if explored is not None and explored.factors:
        row = replace(row, order=writable(explored.order), exact=explored.exact)
    return _explored(row, explored)


def _of_counters(text: ProgramText, row: Row, settings: Settings, budget: Budget) -> Row:
    """The row of a program as a counter model, which is not listed element by element where they are many."""
    values = dict(row.values)
    large = sized(text, values, (), budget)
    program = restricted(text.at(values, budget) if large is None else large.program, settings.properties)
    if not program.scalarsets:
        # A scalarset of one element is a constant: there is nothing to count.
        return _of_program(program, row, settings, budget)
    large = None if large is None else replace(large, program=program)
    checked = checked_as_counters(program, settings.engine, budget, Silence(), sized=large)
    row = _of_checked(checked, row, None if checked.reached is None else Explored.by("counter", checked.reached))
    counted = checked.counting
    if counted is None:
        return row
    return replace(row, processes=counted.size, local_states=len(counted.states), symmetry="full")


def _of_program(program: Program, row: Row, settings: Settings, budget: Budget) -> Row:
    strategy = AskedStrategy(settings.strategy)
    checked = checked_as_asked(program, settings.engine, settings.group, strategy, budget, Silence())
    reached = checked.reached
    return _of_checked(checked, row, None if reached is None else Explored.by("orbit", reached, checked.factors))


def _of_checked(checked: CheckedProgram, row: Row, explored: Explored | None) -> Row:
    """The row of a program with its verdicts and what was explored."""
    if checked.stopped == REASONS["keyboard"]:
        raise KeyboardInterrupt
    row = replace(row, findings=_findings(checked.outcomes), symmetry="full" if checked.scalarsets else None)
    if checked.scalarsets or checked.factors:
        exact = checked.exact if explored is None else explored.exact
        row = replace(row, order=writable(checked.order), exact=exact)
    if checked.stopped is not None:
        return replace(row, failure="limit", problem=checked.stopped)
    return _explored(row, explored)


def _size(model: Model) -> dict[str, Any]:
    return {
        "processes": model.size,
        "local_states": len(model.states),
        "concrete_states": concrete_states(model),
        "concrete_log10": round(model.size * math.log10(len(model.states)) + math.log10(shared_values(model)), 6),
    }


def _findings(outcomes: Sequence[Outcome | ProgramOutcome]) -> tuple[Finding, ...]:
    found = []
    for outcome in outcomes:
        verdict = outcome.verdict
        found.append(Finding(outcome.property.name, verdict.bounded, verdict.reason))
    return tuple(found)


def _explored(row: Row, explored: Explored | None) -> Row:
    """The row with the states that were explored; where nothing is asked, an incomplete exploration is its failure."""
    if explored is None:
        return row
    row = replace(row, strategy=explored.strategy)
    deadlock = True if explored.deadlocks else False if explored.complete else None
    row = replace(row, deadlock=deadlock)
    if explored.complete:
        return replace(row, reachable_states=writable(explored.states))
    if row.findings:
        return row
    return replace(row, failure="limit", problem=explored.reason or "the exploration was stopped")
