"""Models that a test gives as text or as a file, through the stages of the composer."""

from __future__ import annotations

from pathlib import Path

import vsym
from vsym.basics.limits import Budget
from vsym.composition import stages
from vsym.composition.results import Prepared
from vsym.composition.subject import Subject
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence


def identified(model: Model) -> Decided:
    """A model with the verdicts on its symmetry."""
    return stages.identified(Subject(model), Budget(), Silence())


def reduced(source: str | Path | Model, **parameters: int) -> Reduced:
    """A model with its counter system on the best exact blocks."""
    model = source if isinstance(source, Model) else vsym.load(source, **parameters)
    return stages.reduced(Subject(model), identified(model), Budget(), Silence())[1]


def prepared(model: Model) -> Prepared:
    """A model with its edges."""
    return stages.prepared(model, Budget(), Silence())
