"""A check of a model, as JSON: its symmetry, its properties with their traces, and its expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.platform import BROWSER
from vsym.basics.source import Source
from vsym.checking.answer import Checked, Exploration, Outcome, RankOutcome
from vsym.checking.check import check
from vsym.checking.question import Question, Subject
from vsym.lab import lessons
from vsym.lab.linting import expectations, hidden
from vsym.lab.protocol import Places, Record
from vsym.lab.states import of_path
from vsym.languages import registry
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.models.protocol import AnyModel
from vsym.show.text.fitting import as_text
from vsym.show.text.ranks import rank_reason, rank_text
from vsym.show.text.witnesses import witness_table
from vsym.stepping.registry import guide
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.checking.findings.program import DetectedGroup
    from vsym.checking.groups.counters import SystemGroup
    from vsym.lab import shapes
    from vsym.lab.step_shapes import Path

SEARCH = 3.0 if BROWSER else 1.0
"""Seconds of processor time for the search for a program's group, for which all verdicts wait; in a browser they are
those of the wall, and its Python is slower."""


_OF_SYSTEMS = ("vsym.checking.groups.counters", "system_group")
_DETECTION = MappingProxyType({"program": ("vsym.checking.findings.program", "detected_group")})
"""The module and the function that detect the group of a model, by its kind."""

_WIDTH = 90
"""The width of a witness in characters."""


def answer(source: Source, values: Record, budget: Budget) -> shapes.Check:
    """All verdicts; a property that a limit leaves undecided is `unknown`, with the reason. The expectations of a text
    and of a lesson are judged only at the values of parameters that the text gives."""
    given = values.get("parameters", {})
    model = registry.parsed(source, budget).at(given, budget)
    places = Places(source.text)
    checked = check(Question(Subject(model), budget=budget), Silence())
    main, what = checked.main, "states" if checked.decided is None else "counter states"
    facts: shapes.Facts = {
        "symmetry": _SYMMETRY.get(model.kind, _of_system)(model, checked, places, budget),
        "properties": [_outcome(one, places, _path(checked, one)) for one in checked.outcomes],
        "ranks": [_rank(one, places) for one in checked.ranks],
        **extent(checked.reached, proved=main is None or main.unproved is None),
        "what": what if main is None else f"{main.kind.removeprefix('reachable ')}s",
        "stopped": checked.stopped,
    }
    lesson = values.get("lesson")
    declared: shapes.Facts = {**facts, "reachable": _declared(main, facts["reachable"])}
    return {
        **facts,
        "expectations": [
            {"text": one.text, "met": None if given else one.met(declared)} for one in expectations(source.text)
        ],
        "hidden": []
        if lesson is None or given
        else [one.met(model.name, facts) for one in hidden(lessons.text(lesson))],
    }


def extent(reached: Reached | None, *, proved: bool = True) -> shapes.Extent:
    """The reachability of a deadlock and the number of reachable states; None where not all of them are known."""
    if reached is None:
        return {"deadlock": None, "reachable": None}
    whole = reached.complete and proved
    deadlock = True if reached.deadlocks else False if whole else None
    return {"deadlock": deadlock, "reachable": reached.states if whole else None}


def _declared(main: Exploration | None, reachable: int | None) -> int | None:
    """The number of states up to the symmetry that the model itself declares, to which expectations in a text refer.
    None where it is unknown, for example because vsym stores fewer states by symmetries that it has detected."""
    if reachable is None or main is None or not main.factors:
        return reachable
    return None if main.reached is None or main.scalarsets else main.reached.represented


def _path(checked: Checked, outcome: Outcome) -> Path | None:
    run = outcome.run
    if run is None or not run.path.states:
        return None
    stepper, path = guide(run.model.kind).showing(run, checked.main)
    return of_path(stepper, path, None if run.ending is None else run.ending.fault.message)


def _of_program(program: Program, checked: Checked, _: Places, budget: Budget) -> shapes.Symmetry:
    main = checked.main
    blocks = [] if main is None else [one.name for one in main.scalarsets]
    return {**_NOTHING, "blocks": blocks, "group": _group(program, budget)}


def _of_system(model: AnyModel, _: Checked, __: Places, budget: Budget) -> shapes.Symmetry:
    return {**_NOTHING, "group": _group(model, budget)}


def _group(model: Any, budget: Budget) -> shapes.Group | None:
    """The symmetries that a model has, declared or not, and those that its properties keep, if soon known."""
    module, function = _DETECTION.get(model.kind, _OF_SYSTEMS)
    try:
        detect: Callable[..., DetectedGroup | SystemGroup] = getattr(import_module(module), function)
        detected = detect(model, budget.of_processor(SEARCH), Silence())
    except (UndecidedError, RefusedError):
        return None
    subgroup = None if detected.subgroup is None or detected.subgroup.group is None else detected.subgroup.group.text
    return {"name": detected.group.text, "order": detected.group.order, "kept": subgroup}


def _of_processes(_: Model, checked: Checked, places: Places, __: Budget) -> shapes.Symmetry:
    """The verdict on each transition, and the blocks that are counted apart."""
    decided = checked.decided
    if decided is None:
        return _NOTHING
    return {
        **_NOTHING,
        "full": decided.full,
        "transitions": [*_transitions(decided, places)],
        "blocks": [
            ", ".join(group.name for group in decided.model.groups if group.processes and group.processes <= block)
            or f"{{{block}}}"
            for block in decided.blocks
        ],
    }


_NOTHING: shapes.Symmetry = {"full": None, "transitions": [], "blocks": [], "group": None}
"""The record of a symmetry of which nothing is known."""


_SYMMETRY: Mapping[str, Callable[[Any, Checked, Places, Budget], shapes.Symmetry]] = MappingProxyType(
    {"processes": _of_processes, "program": _of_program}
)
"""The record of the symmetry of a kind of model; of any other, the detected group of its system."""


def _transitions(decided: Decided, places: Places) -> Iterator[shapes.Transition]:
    model = decided.model
    for decision, witness in zip(decided.decisions, decided.witnesses, strict=True):
        first, label = model.transitions[decision.relation.origins[0]], model.label(decision.relation.origins)
        text = None if witness is None else as_text([witness_table(model, label, witness)], _WIDTH, color=False)
        yield {"label": label, "verdict": decision.verdict, "witness": text, **places.stretch(first.span)}


def _outcome(outcome: Outcome, places: Places, path: Path | None) -> shapes.Property:
    verdict, prop = outcome.verdict, outcome.property
    return {
        "name": prop.name,
        **places.stretch(prop.span),
        "logic": prop.logic,
        "formula": prop.text,
        "outcome": verdict.bounded,
        "engine": verdict.engine,
        "seconds": round(verdict.seconds, 4),
        "reason": verdict.reason,
        "path": path,
    }


def _rank(judged: RankOutcome, places: Places) -> shapes.Rank:
    """The verdict on a rank, with the whole explanation where it proves its property, else with the reason."""
    verdict, proof = judged.verdict, judged.verdict.proof
    return {
        "name": judged.rank.property,
        **places.stretch(judged.rank.span),
        "weights": judged.rank.text,
        "outcome": rank_text(verdict),
        "seconds": round(verdict.seconds, 4),
        "reason": rank_reason(judged) if proof is None else proof.explanation,
    }
