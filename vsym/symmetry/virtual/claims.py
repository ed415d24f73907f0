"""What a model claims beside its properties, checked before anything relies on it: that it can start, lemmas, and what
guards respect."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.models.counting.model import Model
from vsym.symmetry.virtual.lemmas import failures
from vsym.symmetry.virtual.starting import start_diagnostic
from vsym.symmetry.virtual.stated import disrespected


def check_claims(environment: Environment, model: Model, budget: Budget) -> None:
    """Raises DiagnosticError for every claim that does not hold, and UndecidedError."""
    refused = list(_refused(environment, model, budget))
    if refused:
        raise DiagnosticError(refused)


def _refused(environment: Environment, model: Model, budget: Budget) -> Iterator[Diagnostic]:
    unable = start_diagnostic(environment, model, budget)
    if unable is not None:
        yield unable
    for failure in failures(environment, model, budget):
        from vsym.symmetry.virtual.report import lemma_diagnostic

        yield lemma_diagnostic(model, failure)
    yield from disrespected(environment, model, budget)
