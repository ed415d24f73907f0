"""The stages and the composer, for tests that have a model at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import vsym
from vsym.basics.limits import Budget
from vsym.checking import check, stages
from vsym.checking.answer import Checked, Outcome
from vsym.checking.attempt import Attempted, attempted, on_systems
from vsym.checking.groups.instances import PlannedRun
from vsym.checking.question import Question, Subject, Wishes
from vsym.checking.runs import check_by_runs, checked_by
from vsym.checking.stages import Prepared
from vsym.checking.ways import Way, way
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.process_counters.model import counted
from vsym.reductions.process_counters.reduced import ProcessCounters
from vsym.reductions.protocol import Reduced as AnyReduced
from vsym.reductions.protocol import Run
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Report, Silence


def decided(model: Model) -> Decided:
    """Identification of a model."""
    return stages.identified(Subject(model), Budget(), Silence())


def reduced(source: str | Path | Model, **parameters: int) -> Reduced:
    """A model, which a text or file may give, on its best exact blocks."""
    model = source if isinstance(source, Model) else vsym.load(source, **parameters)
    return stages.reduced(Subject(model), decided(model), Budget(), Silence())[1]


def prepared(model: Model) -> Prepared:
    """A model with its edges."""
    return stages.prepared(model, Budget(), Silence())


def verified(
    reduced: AnyReduced,
    engine: str = "explicit",
    budget: Budget | None = None,
    report: Report | None = None,
    quotient: Quotient | None = None,
) -> Attempted:
    """The properties of a reduced model, decided on its systems by an engine, up to a quotient if there is one."""
    return attempted(reduced, on_systems(engine, quotient=quotient), budget or Budget(), report or Silence())


def verified_as_counters(program: Program, scalarset: Scalarset, engine: str) -> Attempted:
    """The properties of a program, decided on the counters of the elements of a scalarset."""
    return verified(ProcessCounters.of(counted(program, scalarset, Budget()), program), engine)


def run_by(program: Program, by: str | Way, quotient: Quotient = PLAIN_STATES, budget: Budget | None = None) -> Checked:
    """The properties of a program, no others, decided in one run, up to a quotient."""
    return checked_by(program, way(by, quotient) if isinstance(by, str) else by, budget or Budget(), Silence())


def checked_by_runs(
    program: Program,
    runs: Sequence[PlannedRun],
    by: Callable[[Quotient], Way],
    budget: Budget | None = None,
    report: Report | None = None,
) -> Checked:
    """The properties of a program, no others, decided in some runs."""

    def checking(asked: Program, way: Way) -> Checked:
        return checked_by(asked, way, budget or Budget(), report or Silence())

    return check_by_runs(program, runs, by, checking)


def checked(
    subject: Model | Program | Subject[Any],
    engine: str = "auto",
    budget: Budget | None = None,
    report: Report | None = None,
    **wishes: Any,
) -> Checked:
    """All results on a model; vsym looks for vacuous results only where `warned`."""
    return check.check(_question(subject, engine, budget, wishes), report or Silence())


def explored(
    subject: Model | Program | Subject[Any],
    engine: str = "auto",
    budget: Budget | None = None,
    report: Report | None = None,
    **wishes: Any,
) -> Checked:
    """The reachable states of a model."""
    return check.explore(_question(subject, engine, budget, wishes), report or Silence())


def _question(
    subject: Model | Program | Subject[Any], engine: str, budget: Budget | None, wishes: dict[str, Any]
) -> Question[Any]:
    whole = subject if isinstance(subject, Subject) else Subject(subject)
    return Question(whole, Wishes(engine, **{"warned": False, **wishes}), budget or Budget())


def verdicts(found: Checked | Attempted) -> dict[str, str]:
    """The verdict on each property."""
    return {one.property.name: one.verdict.outcome for one in found.outcomes}


def shown(outcome: Outcome) -> Run:
    """The run that shows a verdict, which is there."""
    assert outcome.run is not None
    return outcome.run


def explicitly(model: Model, name: str) -> str:
    """The verdict of one of a model's properties, by the explicit engine."""
    return verdicts(checked(model, "explicit"))[name]
