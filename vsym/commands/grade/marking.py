"""A solution against the demands: its points, and the feedback on each demand that it does not meet.

A property that holds vacuously has a doubt: no step, no fair path, or an implication whose left side is never true.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source, Span
from vsym.checking.answer import Checked, Outcome
from vsym.checking.check import check
from vsym.checking.groups.choosing import misused_scalarsets
from vsym.checking.question import Question, Subject, Wishes
from vsym.commands.grade.demands import SYMMETRY, Allowance, Demand
from vsym.languages.registry import parsed
from vsym.logic.formula import TRUE, Formula, Temporal, negate
from vsym.logic.properties import Fairness, Property
from vsym.models.counting.model import Model
from vsym.models.program.premises import premises
from vsym.models.program.program import Program
from vsym.models.protocol import AnyModel
from vsym.reductions.counters.reduced import Reduced
from vsym.stepping.plain import PlainStepper
from vsym.stepping.processes import ProcessStepper
from vsym.stepping.programs import ProgramStepper
from vsym.stepping.protocol import Stepper
from vsym.system.report import Silence

LONGEST = 300
"""The most characters of feedback."""


_UNFAIR = "no path from an initial state is fair"

_IDLE = "no step changes anything"

_NEVER_TRUE = "a left side of `->` in it is never true"


@frozen
class Mark:
    """The outcome of a demand: the value of its subject; `fulfilled` if it is the demanded one, and else `feedback`
    says what to do."""

    value: str
    fulfilled: bool
    feedback: str = ""


def marks(
    solution: Source,
    against: Source,
    demanded: Sequence[Demand],
    allowed: Collection[Allowance],
    budget: Budget,
) -> tuple[Mark, ...]:
    """The mark for each demand. The errors of a solution are feedback, and so is a limit that it reaches."""
    try:
        text = parsed(solution, budget).beside(against, budget)
    except (DiagnosticError, UndecidedError) as error:
        return tuple(_none(error, solution) for _ in demanded)
    marks_of: dict[Demand, Mark] = {}
    for parameters in dict.fromkeys(demand.parameters for demand in demanded):
        together = [demand for demand in demanded if demand.parameters == parameters]
        subjects = dict.fromkeys(demand.subject for demand in together)
        names = tuple(subject for subject in subjects if subject != SYMMETRY)
        try:
            given, left_out = _counted(text.at(dict(parameters), budget), against, allowed)
            values = _values(given, names, budget)
        except (DiagnosticError, UndecidedError, RefusedError) as error:
            marks_of |= dict.fromkeys(together, _none(error, solution))
            continue
        for demand in together:
            value = values[demand.subject]
            accepted = replace(value, vacuous="") if "vacuous" in allowed else value
            marks_of[demand] = _mark(demand, replace(accepted, left_out=left_out))
    return tuple(marks_of[demand] for demand in demanded)


@frozen
class _Value:
    """The value of a subject, with a note; why it is so only vacuously, if it is; and the parts of the solution that
    did not count."""

    value: str
    note: str = ""
    vacuous: str = ""
    left_out: str = ""


def _mark(demand: Demand, answer: _Value) -> Mark:
    if answer.value == demand.value and answer.vacuous:
        said = f"{demand.subject} is `{answer.value}` only vacuously: {answer.vacuous}"
        return Mark("vacuous", fulfilled=False, feedback=said)
    if answer.value == demand.value:
        return Mark(answer.value, fulfilled=True)
    if answer.value == "undecided":
        return Mark(answer.value, fulfilled=False, feedback=f"not decided: {answer.note}"[:LONGEST])
    if answer.value == "missing":
        return Mark(answer.value, fulfilled=False, feedback=f"the model has no property `{demand.subject}`")
    said = demand.feedback or f"{demand.subject} should be `{demand.value}`, but is `{answer.value}`"
    notes = "; ".join(note for note in (answer.note, "" if demand.subject == SYMMETRY else answer.left_out) if note)
    return Mark(answer.value, fulfilled=False, feedback=f"{said} ({notes})" if notes else said)


def _counted(model: AnyModel, against: Source, allowed: Collection[Allowance]) -> tuple[AnyModel, str]:
    """The model without its parts that hide paths or states from properties and are neither allowed nor in `against`,
    and a sentence on these parts."""
    own: list[tuple[Allowance, Span]] = [("fairness", one.span) for one in model.fairness]
    own += KINDS.get(model.kind, OTHERS).hiding(model)
    own = [(word, span) for word, span in own if word not in allowed and span.source != against]
    spans = {span for _, span in own}
    lines: dict[Allowance, dict[str, None]] = {}
    for word, span in own:
        lines.setdefault(word, {})[f"line {span.source.position(span.start)[0]}"] = None
    said = "; ".join(
        f"the solution's own `{word}` does not count ({', '.join(places)})" for word, places in lines.items()
    )
    fairness = tuple(one for one in model.fairness if one.span not in spans)
    return KINDS.get(model.kind, OTHERS).without(model, fairness, spans), said


def _none(error: Exception, solution: Source) -> Mark:
    """A mark without a value, and the reason. Where the solution does not fit the hidden properties, their text stays
    hidden."""
    if not isinstance(error, DiagnosticError):
        kind = "undecided" if isinstance(error, UndecidedError) else "error"
        return Mark(kind, fulfilled=False, feedback=str(error)[:LONGEST])
    first = error.diagnostics[0]
    place = ""
    if first.span.source == solution and solution.text:
        place = f"line {solution.position(first.span.start)[0]}: "
    hint = f"; {first.hint}" if first.hint else ""
    return Mark("error", fulfilled=False, feedback=f"{place}{first.message}{hint}"[:LONGEST])


def _values(model: AnyModel, names: tuple[str, ...], budget: Budget) -> dict[str, _Value]:
    """The value of each subject: of the properties of these names, and of the symmetry."""
    kind = KINDS.get(model.kind, OTHERS)
    stated = tuple(prop for prop in model.properties if prop.name in names)
    fair = bool(model.fairness) or kind.fair(model)
    doubts = [one for prop in stated for one in _doubts(prop, kind.premises(prop), fair=fair)]
    broken = kind.misuse(model, budget)
    checked = Checked(model, ())
    if stated or kind.decides:
        questioned = kind.stating(model, stated, tuple(one.question for one in doubts))
        wishes = Wishes(group="none" if broken else None, warned=False)
        checked = check(Question(Subject(questioned), wishes, budget), Silence())
    nevers = tuple(one for one in model.nevers if one.name in names)
    outcomes = checked.outcomes
    if nevers:
        beside: Any = replace(kind.stating(model, (), ()), nevers=nevers)
        outcomes += check(Question(Subject(beside), Wishes(warned=False), budget), Silence()).outcomes
    values = _judged(names, outcomes, doubts, idle=kind.idle(model, checked, budget))
    symmetry = kind.symmetry(checked, broken)
    return values | {SYMMETRY: replace(values[SYMMETRY], value=symmetry.value, note=symmetry.note)}


def _of_processes(checked: Checked, _: str) -> _Value:
    decided = checked.decided
    relations = () if decided is None else (one.relation for one in decided.decisions if one.verdict == "broken")
    broken = ", ".join(dict.fromkeys(f"{one.source} -> {one.target}" for one in relations))
    full = None if decided is None else decided.full
    value = "undecided" if full is None else "full" if full else "broken"
    return _Value(value, f"broken by {broken}" if broken else "")


def _of_program(checked: Checked, misuse: str) -> _Value:
    note = misuse or ("" if checked.model.scalarsets else "there is no scalarset")
    return _Value("broken" if note else "full", note)


def _among_processes(model: Model, properties: tuple[Property, ...], questions: tuple[Property, ...]) -> Model:
    """The model with the properties and the questions on them; its other invariants stand `beside` them."""
    alone = model.asking([prop.name for prop in properties])
    return replace(alone, properties=(*alone.properties, *questions))


def _misuse(program: Program, budget: Budget) -> str:
    """The message on the first misuse that tells elements of a scalarset apart; empty where there is none."""
    misused = misused_scalarsets(program, budget)
    return misused[0].diagnostic.message if misused else ""


def _processes_idle(model: Model, checked: Checked, budget: Budget) -> bool:
    if checked.counters is None:
        return False
    return _is_idle(ProcessStepper(Reduced.to(model, checked.counters, budget)), budget)


def _without(program: Program, fairness: tuple[Fairness, ...], spans: Collection[Span]) -> Program:
    fair_rules = tuple(rule for rule in program.fair_rules if rule.span not in spans)
    assumptions = tuple(condition for condition in program.assumptions if condition.expression.span not in spans)
    return replace(program, fairness=fairness, fair_rules=fair_rules, assumptions=assumptions)


def _hiding(program: Program) -> Iterator[tuple[Allowance, Span]]:
    yield from (("fairness", rule.span) for rule in program.fair_rules)
    yield from (("assume", condition.expression.span) for condition in program.assumptions)


@frozen
class Kind:
    """The parts of grading that depend on the kind of a model. `symmetry` gives the value of its symmetry. `hiding`
    gives the places of parts besides fairness that hide paths and states, and `without` the model without some of them.
    `fair` tells if paths are fair in another way. `stating` gives the model with some properties and questions beside
    them, `premises` those of a property, and `misuse` the message on a misuse that breaks the symmetry before anything
    is checked. `idle` tells if no step changes anything. With `decides`, vsym checks the model even without
    properties."""

    symmetry: Callable[[Checked, str], _Value]
    hiding: Callable[[Any], Iterable[tuple[Allowance, Span]]] = lambda _: ()
    without: Callable[[Any, tuple[Fairness, ...], Collection[Span]], Any] = lambda model, fairness, _: model.stating(
        model.properties, fairness
    )
    fair: Callable[[Any], bool] = lambda _: False
    stating: Callable[[Any, tuple[Property, ...], tuple[Property, ...]], Any] = lambda model, properties, questions: (
        model.stating((*properties, *questions))
    )
    premises: Callable[[Property], Sequence[Formula]] = lambda prop: [one.formula for one in prop.premises]
    misuse: Callable[[Any, Budget], str] = lambda _, __: ""
    idle: Callable[[Any, Checked, Budget], bool] = lambda model, _, budget: _is_idle(PlainStepper(model), budget)
    decides: bool = False


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "processes": Kind(
            _of_processes,
            without=lambda model, fairness, _: replace(model, fairness=fairness),
            stating=_among_processes,
            idle=_processes_idle,
            decides=True,
        ),
        "program": Kind(
            _of_program,
            _hiding,
            _without,
            lambda program: bool(program.fair_rules),
            premises=premises,
            misuse=_misuse,
            idle=lambda program, _, budget: _is_idle(ProgramStepper(program, ()), budget),
        ),
    }
)

OTHERS = Kind(lambda _, __: _Value("undecided", "its symmetry is unknown"))
"""The grading of all other kinds."""


def _judged(
    names: tuple[str, ...], outcomes: Sequence[Outcome], doubts: Sequence[_Doubt], *, idle: bool
) -> dict[str, _Value]:
    """The value of each subject, by the outcomes of the properties and of the questions beside them."""
    by_accident = _reasons(doubts, {one.property.name: one.verdict.outcome for one in outcomes})
    values = {SYMMETRY: _Value("", vacuous=_IDLE if idle else "")} | dict.fromkeys(names, _Value("missing"))
    for one in outcomes:
        name, verdict = one.property.name, one.verdict
        if name not in names:
            continue
        if verdict.outcome == "holds":
            values[name] = _Value("holds", vacuous=_IDLE if idle else by_accident.get(name, ""))
        elif verdict.outcome == "violated":
            note = "" if one.run is None else f"a path of {plural(one.run.path.length, 'step')} shows it"
            values[name] = _Value("violated", note)
        else:
            values[name] = _Value("undecided", verdict.reason or "")
    return values


@frozen
class _Doubt:
    """A question beside a property: where its verdict is `outcome`, a property that holds does so vacuously, for the
    `reason`."""

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
    """The reasons why properties hold vacuously, by the outcomes of the questions on them."""
    return {one.of: one.reason for one in reversed(doubts) if outcomes.get(one.question.name) == one.outcome}


def _is_idle(stepper: Stepper[Any, Any], budget: Budget) -> bool:
    """True where every step from every initial state leads back to it; raises LimitReachedError."""
    return all(
        choice.target == state for state in budget.paced(stepper.starts(), every=1) for choice in stepper.choices(state)
    )
