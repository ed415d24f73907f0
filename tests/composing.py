"""The stages and the composer, for tests that have a model at hand."""

from __future__ import annotations

from vsym.basics.limits import Budget
from vsym.composition import check, stages
from vsym.composition.results import Checked
from vsym.composition.subject import Subject
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence


def decided(model: Model) -> Decided:
    """Identification of a model."""
    return stages.identified(Subject(model), Budget(), Silence())


def reduced(model: Model) -> Reduced:
    """A model on its best exact blocks."""
    return stages.reduced(Subject(model), decided(model), Budget(), Silence())[1]


def checked(model: Model, engine: str = "auto", budget: Budget | None = None) -> Checked:
    """All that is known of a model."""
    return check.check(Subject(model), engine, budget or Budget(), Silence())
