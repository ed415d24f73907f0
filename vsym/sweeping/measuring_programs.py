"""A row of a sweep from the text of a program, which is run or counted."""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.limits import REASONS, Budget
from vsym.basics.numbers import writable
from vsym.checking.asked_check import checked_as_asked
from vsym.checking.counted_check import checked_as_counters
from vsym.checking.counted_size import sized
from vsym.checking.program_check import restricted
from vsym.checking.programs import CheckedProgram
from vsym.checking.results import Explored
from vsym.checking.strategy import Strategy
from vsym.models.program.program import Program
from vsym.models.text import ProgramText
from vsym.sweeping.finding import findings, with_explored
from vsym.sweeping.row import Row
from vsym.sweeping.settings import Settings
from vsym.system.report import Silence


def measured(text: ProgramText, row: Row, settings: Settings, budget: Budget) -> Row:
    """The row of a program, run or as a counter model as the settings say.

    As a counter model it is not listed element by element where they are many.
    """
    if not settings.counted:
        program = restricted(text.at(dict(row.values), budget), settings.properties)
        return _of_runs(program, row, settings, budget)
    values = dict(row.values)
    large = sized(text, values, (), budget)
    program = restricted(text.at(values, budget) if large is None else large.program, settings.properties)
    if not program.scalarsets:
        # A scalarset of one element is a constant: there is nothing to count.
        return _of_runs(program, row, settings, budget)
    large = None if large is None else replace(large, program=program)
    checked = checked_as_counters(program, settings.engine, budget, Silence(), sized=large)
    row = _of_checked(checked, row, None if checked.reached is None else Explored.by("counter", checked.reached))
    counted = checked.counting
    if counted is None:
        return row
    return replace(row, processes=counted.size, local_states=len(counted.states), symmetry="full")


def _of_runs(program: Program, row: Row, settings: Settings, budget: Budget) -> Row:
    strategy = Strategy(settings.strategy)
    checked = checked_as_asked(program, settings.engine, settings.group, strategy, budget, Silence())
    reached = checked.reached
    return _of_checked(checked, row, None if reached is None else Explored.by("orbit", reached, checked.factors))


def _of_checked(checked: CheckedProgram, row: Row, explored: Explored | None) -> Row:
    """The row of a program with its verdicts and what was explored."""
    if checked.stopped == REASONS["keyboard"]:
        raise KeyboardInterrupt
    compiled = None if checked.reached is None else checked.reached.compile_seconds
    row = replace(row, compile_seconds=None if compiled is None else round(compiled, 6))
    row = replace(row, findings=findings(checked.outcomes), symmetry="full" if checked.scalarsets else None)
    if checked.scalarsets or checked.factors:
        exact = checked.exact if explored is None else explored.exact
        row = replace(row, order=writable(checked.order), exact=exact)
    if checked.stopped is not None:
        return replace(row, failure="limit", problem=checked.stopped)
    return with_explored(row, explored)
