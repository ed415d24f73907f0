"""What lets properties hold by accident: premises that are never true, initial states without a fair path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vsym.basics.limits import LimitReachedError
from vsym.engines.explicit.valuation import Valuation
from vsym.logic.properties import Property
from vsym.system.result import Verdict
from vsym.system.step import Vector


def with_accidents(
    valuation: Valuation, properties: Sequence[Property], verdicts: Sequence[Verdict]
) -> tuple[Verdict, ...]:
    """The verdicts with what makes them accidental; as they are where a limit or Ctrl-C comes before that is known."""
    try:
        unfair = _unfair_start(valuation)
        found = zip(properties, verdicts, strict=True)
        return tuple(replace(one, unfair=unfair, vacuous=_never_true(valuation, prop, one)) for prop, one in found)
    except (LimitReachedError, MemoryError, KeyboardInterrupt):
        return tuple(verdicts)


def _unfair_start(valuation: Valuation) -> Vector | None:
    """An initial state from which no fair path starts, if there is one for sure."""
    if not valuation.justice:
        return None
    exploration = valuation.exploration
    unfair = np.flatnonzero(~valuation.fair.possible[: exploration.initial])
    return exploration.vector(int(unfair[0])) if unfair.size else None


def _never_true(valuation: Valuation, prop: Property, verdict: Verdict) -> tuple[int, ...] | None:
    """The premises that no reachable state satisfies, where all these states are known and the property holds."""
    if verdict.outcome != "holds" or not valuation.exploration.complete:
        return None
    return tuple(n for n, premise in enumerate(prop.premises) if not valuation.where(premise.formula).any())
