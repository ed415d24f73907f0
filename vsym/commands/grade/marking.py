"""A solution held against demands: what it is seen to fulfil, and what is to be said of the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.commands.grade.demands import SYMMETRY, Demand
from vsym.composition.asked_check import checked_as_asked
from vsym.composition.asked_strategy import AskedStrategy
from vsym.composition.check import check
from vsym.composition.choice import AUTO
from vsym.composition.program_check import restricted
from vsym.composition.program_misuses import misused_scalarsets
from vsym.composition.subject import Subject
from vsym.languages.registry import parsed
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.models.text import AnyText, ProgramText
from vsym.system.report import Silence
from vsym.system.result import Path

LONGEST = 300
"""How many characters of feedback are kept."""


@frozen
class Mark:
    """What became of a demand: what was found in place of its value, and whether that is it. `feedback` says what to do
    where it is not."""

    found: str
    fulfilled: bool
    feedback: str = ""


def marks(solution: Source, against: Source, demanded: Sequence[Demand], budget: Budget) -> tuple[Mark, ...]:
    """The mark for each demand. What is wrong with a solution is feedback, and so is a limit that it reaches."""
    try:
        text = parsed(solution, budget).beside(against, budget)
    except (DiagnosticError, UndecidedError) as error:
        return tuple(_none(error, solution) for _ in demanded)
    found: dict[Demand, Mark] = {}
    for parameters in dict.fromkeys(demand.parameters for demand in demanded):
        together = [demand for demand in demanded if demand.parameters == parameters]
        try:
            values = _values(text, dict(parameters), [demand.subject for demand in together], budget)
        except (DiagnosticError, UndecidedError, RefusedError) as error:
            found |= dict.fromkeys(together, _none(error, solution))
            continue
        found |= {demand: _mark(demand, *values[demand.subject]) for demand in together}
    return tuple(found[demand] for demand in demanded)


def _mark(demand: Demand, value: str, note: str) -> Mark:
    if value == demand.value:
        return Mark(value, fulfilled=True)
    if value == "undecided":
        return Mark(value, fulfilled=False, feedback=f"not decided: {note}"[:LONGEST])
    if value == "missing":
        return Mark(value, fulfilled=False, feedback=f"the model has no property `{demand.subject}`")
    said = demand.feedback or f"{demand.subject} should be `{demand.value}`, and is `{value}`"
    return Mark(value, fulfilled=False, feedback=f"{said} ({note})" if note else said)


def _none(error: Exception, solution: Source) -> Mark:
    """No value, for a reason. Of what does not fit the hidden properties, their text is not told."""
    if not isinstance(error, DiagnosticError):
        kind = "undecided" if isinstance(error, UndecidedError) else "error"
        return Mark(kind, fulfilled=False, feedback=str(error)[:LONGEST])
    first = error.diagnostics[0]
    place = ""
    if first.span.source == solution and solution.text:
        place = f"line {solution.position(first.span.start)[0]}: "
    hint = f"; {first.hint}" if first.hint else ""
    return Mark("error", fulfilled=False, feedback=f"{place}{first.message}{hint}"[:LONGEST])


def _values(
    text: AnyText, parameters: Mapping[str, int], subjects: Sequence[str], budget: Budget
) -> dict[str, tuple[str, str]]:
    """What each subject is, with a note: raises as the check does."""
    names = tuple(subject for subject in dict.fromkeys(subjects) if subject != SYMMETRY)
    if isinstance(text, ProgramText):
        return _of_program(text.at(parameters, budget), names, budget)
    return _of_processes(text.at(parameters, budget), names, budget)


def _of_processes(model: Model, names: tuple[str, ...], budget: Budget) -> dict[str, tuple[str, str]]:
    known = {prop.name for prop in model.properties}
    subject = Subject(model).restricted([name for name in names if name in known])
    checked = check(subject, AUTO, budget, Silence(), warned=False)
    found = dict.fromkeys(names, ("missing", ""))
    for one in checked.outcomes:
        found[one.property.name] = _told(one.verdict.outcome, one.verdict.reason, one.trace)
    decided = checked.decided
    relations = () if decided is None else (one.relation for one in decided.decisions if one.verdict == "broken")
    broken = ", ".join(dict.fromkeys(f"{one.source} -> {one.target}" for one in relations))
    full = None if decided is None else decided.full
    symmetry = "undecided" if full is None else "full" if full else "broken"
    found[SYMMETRY] = (symmetry, f"broken by {broken}" if broken else "")
    return found


def _of_program(program: Program, names: tuple[str, ...], budget: Budget) -> dict[str, tuple[str, str]]:
    known = {prop.name for prop in program.properties}
    misused = misused_scalarsets(program, budget)
    found = dict.fromkeys(names, ("missing", ""))
    note = misused[0].diagnostic.message if misused else "" if program.scalarsets else "there is no scalarset"
    found[SYMMETRY] = ("broken" if note else "full", note)
    asked = tuple(name for name in names if name in known)
    if asked:
        group = "none" if misused else None
        checked = checked_as_asked(restricted(program, asked), AUTO, group, AskedStrategy(), budget, Silence())
        for one in checked.outcomes:
            found[one.property.name] = _told(one.verdict.outcome, one.verdict.reason, one.path)
    return found


def _told(outcome: str, reason: str | None, path: Path[Any, Any] | None) -> tuple[str, str]:
    if outcome not in ("holds", "violated"):
        return "undecided", reason or ""
    return outcome, f"a path of {plural(path.length, 'step')} shows it" if path and outcome == "violated" else ""
