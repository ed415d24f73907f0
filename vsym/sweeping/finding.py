"""What verdicts and explorations add to a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.numbers import writable
from vsym.sweeping.row import Finding, Row

if TYPE_CHECKING:
    from vsym.checking.programs import ProgramOutcome
    from vsym.checking.results import Explored, Outcome


def findings(outcomes: Sequence[Outcome | ProgramOutcome]) -> tuple[Finding, ...]:
    """The verdict on each property."""
    found = []
    for outcome in outcomes:
        verdict = outcome.verdict
        found.append(Finding(outcome.property.name, verdict.bounded, verdict.reason))
    return tuple(found)


def with_explored(row: Row, explored: Explored | None) -> Row:
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
