"""A row of a sweep from the text of a model: the same as `vsym check`, of which it keeps the figures."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import REASONS, Budget, End, UndecidedError, watched
from vsym.basics.numbers import writable
from vsym.basics.source import DiagnosticError, visible
from vsym.checking.answer import Checked, Exploration
from vsym.checking.check import check, subject_of
from vsym.checking.question import Question, Strategy, Wishes
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import concrete_states, shared_values
from vsym.models.protocol import without_ranks
from vsym.sweeping.axes import Settings, Values
from vsym.sweeping.row import Finding, Row, Symmetry
from vsym.system.report import Silence

if TYPE_CHECKING:
    from vsym.models.text import AnyText

_ERRORS = 5


def measure(text: AnyText, values: Values, settings: Settings, end: End | None = None) -> Row:
    """The row for these values of the parameters; an error of the model and a limit are part of it.

    `end` ends the process where the work goes on beyond a limit. Raises RefusedError, UnknownSolverError and
    NuSMVMissing for settings with which no row can be measured, and any other exception for a bug of ours.
    """
    started = time.monotonic()
    row = Row(values, group=settings.group)
    try:
        deadline = None if settings.timeout is None else started + settings.timeout
        budget = Budget(settings.solver, deadline, settings.memory, spare=None, threads=1)
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
    """Errors in one line, without the lines of the model; of many the first ones."""
    lines = []
    for one in error.diagnostics[:_ERRORS]:
        place = visible(str(one.span) if one.span.source.text else one.span.source.name)
        lines.append(f"{place}: error[{one.code}]: {one.message}{f' ({one.hint})' if one.hint else ''}")
    if len(error.diagnostics) > _ERRORS:
        lines.append(f"{len(error.diagnostics) - _ERRORS} more errors")
    return " ".join("; ".join(lines).split())


def _measured(text: AnyText, row: Row, settings: Settings, budget: Budget) -> Row:
    wishes = Wishes(
        settings.engine, settings.counted, settings.group, strategy=Strategy(settings.strategy), warned=False
    )
    subject = subject_of(text, dict(row.values), (), wishes, budget).asking(settings.properties)
    model = without_ranks(subject.model)
    if settings.counted and not model.words.facts.get("scalarsets"):
        # A scalarset of one element is a constant: there is nothing to count.
        wishes = replace(wishes, counted=None)
    size = SIZES.get(model.kind)
    row = row if size is None else replace(row, **size(model))
    checked = check(Question(replace(subject, model=model), wishes, budget), Silence())
    if checked.stopped == REASONS["keyboard"]:
        raise KeyboardInterrupt
    findings = tuple(Finding(one.property.name, one.verdict.bounded, one.verdict.reason) for one in checked.outcomes)
    row = replace(_with_symmetry(row, checked), findings=findings)
    if checked.stopped is not None:
        return replace(row, failure="limit", problem=checked.stopped)
    return _with_states(row, checked.main)


def _with_symmetry(row: Row, checked: Checked) -> Row:
    decided, counters, counting, main = checked.decided, checked.counters, checked.counting, checked.main
    if decided is not None:
        symmetry: Symmetry = "undecided" if decided.full is None else "full" if decided.full else "not full"
        states = None if counters is None else writable(counters.state_count)
        row = replace(row, symmetry=symmetry, blocks=len(decided.blocks), counter_states=states)
    if counting is not None:
        row = replace(row, processes=counting.size, local_states=len(counting.states), symmetry="full")
    if main is not None and main.scalarsets:
        row = replace(row, symmetry="full")
    if main is not None and main.permuted:
        row = replace(row, order=writable(main.order), exact=_stored(main).exact)
    return row


def _with_states(row: Row, main: Exploration | None) -> Row:
    """The row with the explored states; without properties, an incomplete exploration is its failure."""
    reached = None if main is None else _stored(main).reached
    if main is None or reached is None or main.bounds:
        return row
    seconds = reached.compile_seconds
    deadlock = True if reached.deadlocks else False if reached.complete else None
    row = replace(row, strategy=reached.strategy, deadlock=deadlock)
    row = replace(row, compile_seconds=None if seconds is None else round(seconds, 6))
    if reached.complete:
        return replace(row, reachable_states=writable(reached.states))
    if row.findings:
        return row
    return replace(row, failure="limit", problem=main.reason or "the exploration was stopped")


def _stored(main: Exploration) -> Exploration:
    """The exploration with the states that are stored, where others are counted with them."""
    return main if main.reached is None else Exploration.kept(main.method, main.reached, main.factors)


def _of_processes(model: Model) -> dict[str, Any]:
    return {
        "processes": model.size,
        "local_states": len(model.states),
        "concrete_states": concrete_states(model),
        "concrete_log10": round(model.size * math.log10(len(model.states)) + math.log10(shared_values(model)), 6),
    }


SIZES: Mapping[str, Callable[[Any], dict[str, Any]]] = MappingProxyType({"processes": _of_processes})
"""The size of a model of a kind, by the names that rows have for it."""
