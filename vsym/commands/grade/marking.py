"""A solution held against demands: what it is seen to fulfil, and what is to be said of the rest.

A property that holds whatever its author meant has a doubt: no step, no fair path, or an implication without a case.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source, Span
from vsym.checking.asked_check import checked_as_asked
from vsym.checking.check import check
from vsym.checking.choice import AUTO
from vsym.checking.program_misuses import misused_scalarsets
from vsym.checking.programs import ProgramOutcome
from vsym.checking.results import Outcome
from vsym.checking.strategy import Strategy
from vsym.checking.subject import Subject
from vsym.commands.grade.demands import SYMMETRY, Allowance, Demand
from vsym.languages.registry import parsed
from vsym.logic.formula import TRUE, Formula, Temporal, negate
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.models.program.premises import premises
from vsym.models.program.program import Program
from vsym.models.protocol import AnyModel
from vsym.reductions.counters.reduced import Reduced
from vsym.stepping.processes import ProcessStepper
from vsym.stepping.programs import ProgramStepper
from vsym.stepping.protocol import Stepper
from vsym.system.report import Silence

LONGEST = 300
"""How many characters of feedback are kept."""


_UNFAIR = "no path from an initial state is fair"

_IDLE = "no step changes anything"

_NEVER_TRUE = "a left side of `->` in it is never true"


@frozen
class Mark:
    """What became of a demand: what was found in place of its value, and whether that is it. `feedback` says what to do
    where it is not."""

    found: str
    fulfilled: bool
    feedback: str = ""


def marks(
    solution: Source,
    against: Source,
    demanded: Sequence[Demand],
    allowed: Collection[Allowance],
    budget: Budget,
) -> tuple[Mark, ...]:
    """The mark for each demand. What is wrong with a solution is feedback, and so is a limit that it reaches."""
    try:
        text = parsed(solution, budget).beside(against, budget)
    except (DiagnosticError, UndecidedError) as error:
        return tuple(_none(error, solution) for _ in demanded)
    found: dict[Demand, Mark] = {}
    for parameters in dict.fromkeys(demand.parameters for demand in demanded):
        together = [demand for demand in demanded if demand.parameters == parameters]
        subjects = dict.fromkeys(demand.subject for demand in together)
        names = tuple(subject for subject in subjects if subject != SYMMETRY)
        try:
            given, left_out = _counted(text.at(dict(parameters), budget), against, allowed)
            values = (
                _of_program(given, names, budget) if isinstance(given, Program) else _of_processes(given, names, budget)
            )
        except (DiagnosticError, UndecidedError, RefusedError) as error:
            found |= dict.fromkeys(together, _none(error, solution))
            continue
        for demand in together:
            value = values[demand.subject]
            accepted = replace(value, vacuous="") if "vacuous" in allowed else value
            found[demand] = _mark(demand, replace(accepted, left_out=left_out))
    return tuple(found[demand] for demand in demanded)


@frozen
class _Value:
    """What a subject is, with a note; why it is so only vacuously, if it is; and the parts of the solution that did
    not count."""

    value: str
    note: str = ""
    vacuous: str = ""
    left_out: str = ""


def _mark(demand: Demand, found: _Value) -> Mark:
    if found.value == demand.value and found.vacuous:
        said = f"{demand.subject} is `{found.value}` only vacuously: {found.vacuous}"
        return Mark("vacuous", fulfilled=False, feedback=said)
    if found.value == demand.value:
        return Mark(found.value, fulfilled=True)
    if found.value == "undecided":
        return Mark(found.value, fulfilled=False, feedback=f"not decided: {found.note}"[:LONGEST])
    if found.value == "missing":
        return Mark(found.value, fulfilled=False, feedback=f"the model has no property `{demand.subject}`")
    said = demand.feedback or f"{demand.subject} should be `{demand.value}`, and is `{found.value}`"
    notes = "; ".join(note for note in (found.note, "" if demand.subject == SYMMETRY else found.left_out) if note)
    return Mark(found.value, fulfilled=False, feedback=f"{said} ({notes})" if notes else said)


def _counted(model: AnyModel, against: Source, allowed: Collection[Allowance]) -> tuple[AnyModel, str]:
    """The model without what hides paths or states from properties and is neither allowed nor in `against`, and a
    sentence on what that is."""
    own: list[tuple[Allowance, Span]] = [("fairness", one.span) for one in model.fairness]
    if isinstance(model, Program):
        own += (("fairness", rule.span) for rule in model.fair_rules)
        own += (("assume", condition.expression.span) for condition in model.assumptions)
    own = [(word, span) for word, span in own if word not in allowed and span.source != against]
    spans = {span for _, span in own}
    lines: dict[Allowance, dict[str, None]] = {}
    for word, span in own:
        lines.setdefault(word, {})[f"line {span.source.position(span.start)[0]}"] = None
    said = "; ".join(
        f"the solution's own `{word}` does not count ({', '.join(places)})" for word, places in lines.items()
    )
    fairness = tuple(one for one in model.fairness if one.span not in spans)
    if not isinstance(model, Program):
        return replace(model, fairness=fairness), said
    fair_rules = tuple(rule for rule in model.fair_rules if rule.span not in spans)
    assumptions = tuple(condition for condition in model.assumptions if condition.expression.span not in spans)
    return replace(model, fairness=fairness, fair_rules=fair_rules, assumptions=assumptions), said


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


def _of_processes(model: Model, names: tuple[str, ...], budget: Budget) -> dict[str, _Value]:
    known = [prop for prop in model.properties if prop.name in names]
    asked = [
        one for prop in known for one in _doubts(prop, [p.formula for p in prop.premises], fair=bool(model.fairness))
    ]
    bare = model.asking([prop.name for prop in known])
    bare = replace(bare, properties=(*bare.properties, *(one.question for one in asked)))
    checked = check(Subject(bare), AUTO, budget, Silence(), warned=False)
    stepper = None if checked.counters is None else ProcessStepper(Reduced.to(bare, checked.counters, budget))
    found = _found(names, checked.outcomes, asked, idle=stepper is not None and _is_idle(stepper, budget))
    decided = checked.decided
    relations = () if decided is None else (one.relation for one in decided.decisions if one.verdict == "broken")
    broken = ", ".join(dict.fromkeys(f"{one.source} -> {one.target}" for one in relations))
    full = None if decided is None else decided.full
    symmetry = "undecided" if full is None else "full" if full else "broken"
    return found | {SYMMETRY: replace(found[SYMMETRY], value=symmetry, note=f"broken by {broken}" if broken else "")}


def _of_program(program: Program, names: tuple[str, ...], budget: Budget) -> dict[str, _Value]:
    known = tuple(prop for prop in program.properties if prop.name in names)
    fair = bool(program.fairness or program.fair_rules)
    asked = [one for prop in known for one in _doubts(prop, premises(prop), fair=fair)]
    misused = misused_scalarsets(program, budget)
    outcomes: tuple[ProgramOutcome, ...] = ()
    if known:
        bare = replace(program, properties=(*known, *(one.question for one in asked)))
        group = "none" if misused else None
        outcomes = checked_as_asked(bare, AUTO, group, Strategy(), budget, Silence()).outcomes
    found = _found(names, outcomes, asked, idle=_is_idle(ProgramStepper(program, ()), budget))
    note = misused[0].diagnostic.message if misused else "" if program.scalarsets else "there is no scalarset"
    return found | {SYMMETRY: replace(found[SYMMETRY], value="broken" if note else "full", note=note)}


def _found(
    names: tuple[str, ...], outcomes: Sequence[Outcome | ProgramOutcome], asked: Sequence[_Doubt], *, idle: bool
) -> dict[str, _Value]:
    """What each subject is, by the outcomes of the properties and of the questions beside them."""
    by_accident = _reasons(asked, {one.property.name: one.verdict.outcome for one in outcomes})
    found = {SYMMETRY: _Value("", vacuous=_IDLE if idle else "")} | dict.fromkeys(names, _Value("missing"))
    for one in outcomes:
        name, verdict = one.property.name, one.verdict
        path = one.path if isinstance(one, ProgramOutcome) else one.trace
        if name not in names:
            continue
        if verdict.outcome == "holds":
            found[name] = _Value("holds", vacuous=_IDLE if idle else by_accident.get(name, ""))
        elif verdict.outcome == "violated":
            shown = f"a path of {plural(path.length, 'step')} shows it" if path is not None else ""
            found[name] = _Value("violated", shown)
        else:
            found[name] = _Value("undecided", verdict.reason or "")
    return found


@frozen
class _Doubt:
    """A question beside a property: where it holds (`outcome`), so does the property, for the `reason`."""

    of: str
    question: Property
    outcome: str
    reason: str


def _doubts(prop: Property, premises: Sequence[Formula], *, fair: bool) -> Iterator[_Doubt]:
    """The questions on a property with these premises, in a model in which not every path counts if it is `fair`."""
    for number, premise in enumerate(premises, 1):
        never = Property(f"{prop.name}: premise {number}", "invariant", negate(premise), "", prop.span)
        yield _Doubt(prop.name, never, "holds", _NEVER_TRUE)
    if fair:
        started = Property(f"{prop.name}: fair start", "ctl", Temporal("EG", (TRUE,)), "", prop.span)
        yield _Doubt(prop.name, started, "violated", _UNFAIR)


def _reasons(doubts: Sequence[_Doubt], outcomes: Mapping[str, str]) -> dict[str, str]:
    """Why properties hold vacuously, by the outcomes of the questions on them."""
    return {one.of: one.reason for one in reversed(doubts) if outcomes.get(one.question.name) == one.outcome}


def _is_idle(stepper: Stepper[Any, Any], budget: Budget) -> bool:
    """Whether every step from every initial state leads back to it; raises LimitReachedError."""
    return all(
        choice.target == state for state in budget.paced(stepper.starts(), every=1) for choice in stepper.choices(state)
    )
