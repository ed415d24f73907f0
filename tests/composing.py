"""The stages and the composer, for tests that have a model at hand."""

from __future__ import annotations

from pathlib import Path

import vsym
from vsym.basics.limits import Budget
from vsym.checking import check, stages
from vsym.checking.answer import Checked
from vsym.checking.question import Question, Subject, Wishes
from vsym.checking.stages import Prepared
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence


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


def checked(model: Model, engine: str = "auto", budget: Budget | None = None, *, warned: bool = False) -> Checked:
    """All that is known of a model; it is not looked for what is true by accident, unless `warned`."""
    return check.check(Question(Subject(model), Wishes(engine, warned=warned), budget or Budget()), Silence())


def explicitly(model: Model, name: str) -> str:
    """The verdict of one of a model's properties, by the explicit engine."""
    outcomes = checked(model, "explicit").outcomes
    return next(outcome.verdict.outcome for outcome in outcomes if outcome.property.name == name)
