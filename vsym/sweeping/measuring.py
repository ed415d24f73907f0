"""A row of a sweep from the text of a model: the same stages as `vsym check`."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import REASONS, Budget, End, UndecidedError, watched
from vsym.basics.numbers import writable
from vsym.basics.source import DiagnosticError, visible
from vsym.checking.check import check
from vsym.checking.subject import Subject
from vsym.models.counting.extent import concrete_states, shared_values
from vsym.models.counting.model import Model
from vsym.models.text import ProgramText
from vsym.sweeping.axes import Values
from vsym.sweeping.finding import findings, with_explored
from vsym.sweeping.row import Row, Symmetry
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
        budget = Budget(settings.solver, deadline, settings.memory, spare=None)
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
        place = visible(str(diagnostic.span) if diagnostic.span.source.text else diagnostic.span.source.name)
        hint = f" ({diagnostic.hint})" if diagnostic.hint else ""
        told.append(f"{place}: error[{diagnostic.code}]: {diagnostic.message}{hint}")
    if len(error.diagnostics) > _ERRORS:
        told.append(f"{len(error.diagnostics) - _ERRORS} more errors")
    return " ".join("; ".join(told).split())


def _measured(text: AnyText, row: Row, settings: Settings, budget: Budget) -> Row:
    if isinstance(text, ProgramText):
        from vsym.sweeping.measuring_programs import measured

        return measured(text, row, settings, budget)
    model = replace(text.at(dict(row.values), budget), ranks=())
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
    row = replace(row, findings=findings(checked.outcomes))
    if checked.stopped is not None:
        return replace(row, failure="limit", problem=checked.stopped)
    explored = checked.explored
    if explored is not None and explored.factors:
        row = replace(row, order=writable(explored.order), exact=explored.exact)
    return with_explored(row, explored)


def _size(model: Model) -> dict[str, Any]:
    return {
        "processes": model.size,
        "local_states": len(model.states),
        "concrete_states": concrete_states(model),
        "concrete_log10": round(model.size * math.log10(len(model.states)) + math.log10(shared_values(model)), 6),
    }
