"""What is known of a model, as JSON: its symmetry, its properties with their traces, what it was expected to be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.checking.asked_check import checked_as_asked
from vsym.checking.check import check
from vsym.checking.choice import AUTO
from vsym.checking.program_identification import detected_group
from vsym.checking.programs import CheckedProgram, ProgramOutcome
from vsym.checking.results import Checked, Outcome, RankOutcome
from vsym.checking.strategy import Strategy
from vsym.checking.subject import Subject
from vsym.exchange.expand import expanded
from vsym.lab import lessons
from vsym.lab.expectations import expectations, hidden
from vsym.lab.places import Places
from vsym.lab.protocol import Record
from vsym.lab.traces import of_path
from vsym.languages import registry
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.reductions.counters.reduced import Reduced
from vsym.show.text.fitting import as_text
from vsym.show.text.ranks import rank_reason, rank_text
from vsym.show.text.witnesses import witness_table
from vsym.stepping.processes import ProcessStepper
from vsym.stepping.programs import ProgramStepper
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence
from vsym.system.result import Reached

SEARCH = 1.0
"""How many seconds of processor the search for a program's group may take, for which all verdicts wait."""


_WIDTH = 90
"""How many characters wide a witness is told."""


def answer(source: Source, values: Record, budget: Budget) -> Record:
    """All verdicts; what a limit leaves undecided is `unknown`, with the reason. Expectations of a text and of a lesson
    are about the values of parameters that the text gives."""
    given = values.get("parameters", {})
    model = registry.parsed(source, budget).at(given, budget)
    places = Places(source.text)
    found = _of_processes(model, places, budget) if isinstance(model, Model) else _of_program(model, places, budget)
    lesson = values.get("lesson")
    return {
        **found,
        "expectations": [
            {"text": one.text, "met": None if given else one.met(found)} for one in expectations(source.text)
        ],
        "hidden": []
        if lesson is None or given
        else [one.met(model.name, found) for one in hidden(lessons.text(lesson))],
    }


def _of_processes(model: Model, places: Places, budget: Budget) -> Record:
    checked = check(Subject(model), AUTO, budget, Silence())
    explored = checked.explored
    return {
        "symmetry": _symmetry(checked.decided, places),
        "properties": [_outcome(one, places, _path(checked, one)) for one in checked.outcomes],
        "ranks": [_rank(one, places) for one in checked.ranks],
        **extent(explored),
        "what": "counter states",
        "stopped": checked.stopped,
    }


def extent(found: Reached | None, *, proved: bool = True) -> Record:
    """Whether a deadlock is reachable, and how many states are; None where not all of them are known."""
    if found is None:
        return {"deadlock": None, "reachable": None}
    whole = found.complete and proved
    deadlock = True if found.deadlocks else False if whole else None
    return {"deadlock": deadlock, "reachable": found.states if whole else None}


def _path(checked: Checked, outcome: Outcome) -> Record | None:
    if outcome.path is None or outcome.trace is None or checked.counters is None:
        return None
    _, path = expanded(checked.model, checked.counters, outcome.path, outcome.trace)
    return of_path(ProcessStepper(Reduced.to(checked.model, checked.counters)), path, None)


def _of_program(program: Program, places: Places, budget: Budget) -> Record:
    checked = checked_as_asked(program, AUTO, None, Strategy(), budget, Silence())
    reached = checked.reached
    return {
        "symmetry": {
            "full": None,
            "transitions": [],
            "blocks": [one.name for one in checked.scalarsets],
            "group": _group(program, budget),
        },
        "properties": [_outcome(one, places, _firings(checked, one)) for one in checked.outcomes],
        "ranks": [],
        **extent(reached, proved=checked.unproved is None),
        "what": f"{checked.kind.removeprefix('reachable ')}s",
        "stopped": checked.stopped,
    }


def _group(program: Program, budget: Budget) -> Record | None:
    """The symmetries that a program has, declared or not, and those that its properties keep; None where they are not
    known soon."""
    with suppress(UndecidedError, RefusedError):
        found = detected_group(program, budget.of_processor(SEARCH), Silence())
        kept = None if found.kept is None or found.kept.group is None else found.kept.group.text
        return {"name": found.group.text, "order": found.group.order, "kept": kept}
    return None


def _firings(checked: CheckedProgram, outcome: ProgramOutcome) -> Record | None:
    if outcome.path is None or not outcome.path.states:
        return None
    fault = None if outcome.fault is None else outcome.fault.message
    program = outcome.shown_at or checked.program
    return of_path(ProgramStepper(program, checked.scalarsets), outcome.path, fault)


def _symmetry(decided: Decided | None, places: Places) -> Record:
    """What is known of a model's symmetry: of each transition, and the blocks that are counted apart."""
    if decided is None:
        return {"full": None, "transitions": [], "blocks": [], "group": None}
    return {
        "full": decided.full,
        "group": None,
        "transitions": [*_transitions(decided, places)],
        "blocks": [
            ", ".join(group.name for group in decided.model.groups if group.processes and group.processes <= block)
            or str(block)
            for block in decided.blocks
        ],
    }


def _transitions(decided: Decided, places: Places) -> Iterator[Record]:
    model = decided.model
    for decision, witness in zip(decided.decisions, decided.witnesses, strict=True):
        first, label = model.transitions[decision.relation.origins[0]], model.label(decision.relation.origins)
        told = None if witness is None else as_text([witness_table(model, label, witness)], _WIDTH, color=False)
        yield {"label": label, "verdict": decision.verdict, "witness": told, **places.stretch(first.span)}


def _outcome(found: Outcome | ProgramOutcome, places: Places, path: Record | None) -> Record:
    """The verdict on a property, with the path that shows it."""
    verdict, prop = found.verdict, found.property
    said: dict[str, Any] = places.stretch(prop.span)
    return {
        "name": prop.name,
        **said,
        "logic": prop.logic,
        "formula": prop.text,
        "outcome": verdict.bounded,
        "engine": verdict.engine,
        "seconds": round(verdict.seconds, 4),
        "reason": verdict.reason,
        "path": path,
    }


def _rank(found: RankOutcome, places: Places) -> Record:
    """The verdict on a rank; why it proves its property is told in full."""
    verdict, proof = found.verdict, found.verdict.proof
    return {
        "name": found.rank.property,
        **places.stretch(found.rank.span),
        "weights": found.rank.text,
        "outcome": rank_text(verdict),
        "seconds": round(verdict.seconds, 4),
        "reason": rank_reason(found) if proof is None else proof.explanation,
    }
