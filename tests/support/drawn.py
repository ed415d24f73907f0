"""Drawing and loading of models for tests, and the number of examples that each test draws."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

from hypothesis import HealthCheck, Phase, assume, settings

from tests.support.generated import Generated
from tests.support.loading import load
from vsym.basics.source import DiagnosticError, Source
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import initial_states

TIMES = int(os.environ.get("VSYM_DRAWN", "1"))


def many(usual: int) -> int:
    """The number of examples that a test draws: its usual number times VSYM_DRAWN, for long runs.

    The first that Hypothesis draws is always the simplest: only the others are random.
    """
    return TIMES * usual


Example = TypeVar("Example")


def chosen(usual: Iterable[Example], every: Iterable[Example]) -> list[Example]:
    """The usual examples of a list, or every one where VSYM_DRAWN is more than one."""
    return [*(usual if TIMES == 1 else every)]


DRAWN = settings(
    max_examples=many(15),
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
"""Models are drawn anew each time and not made smaller: they are small, and most smaller ones are no models."""


def loaded(drawn: Generated) -> Model:
    """The drawn model as vsym reads it.

    A count over an empty group is a constant, and an assignment of one may be seen to leave its range: passed over, as
    is a model without an initial state, which is refused (`tests/symmetry/virtual/test_claims.py`).
    """
    try:
        model = load(Source("drawn.gsst", drawn.text))
    except DiagnosticError as refused:
        assume({found.code for found in refused.diagnostics} != {"VS311"})
        raise
    assume(next(initial_states(model), None) is not None)
    return model


def declared(model: Model) -> list[int]:
    """For each transition, by number, the number of the written `trans` that it is a case of."""
    return [
        sum(not one.case for one in model.transitions[: number + 1]) - 1 for number in range(len(model.transitions))
    ]
