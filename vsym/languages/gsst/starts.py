"""Where the processes start."""

from __future__ import annotations

from typing import assert_never

from vsym.languages.gsst.counts import count_of
from vsym.languages.gsst.declarations import Initial, StartAnywhere, StartBlock, StartState, StartWhere
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.lines import placed
from vsym.languages.gsst.places import state
from vsym.languages.gsst.scope import Scope
from vsym.logic.folding import with_values
from vsym.logic.formula import TRUE, Formula, compare, conjunction
from vsym.models.counting.processes import Processes


def initial(declared: Initial, scope: Scope) -> Formula | None:
    """The initial states as a predicate over the counts; None where they have no meaning, which has been reported."""
    match declared:
        case StartAnywhere():
            return TRUE
        case StartState(reference):
            name = state(reference, scope)
            return None if name is None or scope.everyone is None else _all_in(name, scope.everyone, scope)
        case StartBlock():
            return _block(declared, scope)
        case StartWhere(expression):
            found = formula(expression, scope)
            starts = {name: variable.start for name, variable in scope.shared.items() if variable is not None}
            return None if found is None else with_values(found, starts)
    assert_never(declared)


def _all_in(name: str, among: Processes, scope: Scope) -> Formula:
    return compare(count_of([name], among), "=", scope.size_of(among))


def _block(block: StartBlock, scope: Scope) -> Formula | None:
    lines = placed(block.lines, scope)
    places = [(state(line.line.state, line.scope), line.processes) for line in lines]
    known = [(name, among) for name, among in places if name is not None and among is not None]
    if scope.everyone is None or len(known) < len(places):
        return None
    ranges: dict[str, list[tuple[int, int]]] = {}
    for name, among in known:
        ranges.setdefault(name, []).extend(among.ranges)
    missing = scope.everyone - Processes.of(piece for pieces in ranges.values() for piece in pieces)
    if missing:
        subject = f"process {missing} has" if missing.size == 1 else f"processes {missing} have"
        if scope.kept:
            subject = "a group has"
        scope.problems.add("VS314", block.span, f"{subject} no initial state", "`else: A` covers all others")
    return conjunction(_all_in(name, Processes.of(pieces), scope) for name, pieces in ranges.items())
