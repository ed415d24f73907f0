"""What lets properties hold by accident: what is never true, and initial states without a fair path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.engines.diagrams.limits import STOPS
from vsym.engines.diagrams.saturation import Saturated
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.explaining import Route
from vsym.logic.properties import Property
from vsym.system.result import Reached, Verdict
from vsym.system.step import Vector


def with_accidents(
    saturated: Saturated, valuation: Valuation, properties: Sequence[Property], verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """The verdicts with what makes them accidental; as they are where a limit or Ctrl-C comes before that is known."""
    if saturated.interrupted is not None:
        return list(verdicts)
    try:
        unfair = _unfair_start(saturated, valuation)
        found = zip(properties, verdicts, strict=True)
        return [replace(one, unfair=unfair, vacuous=_never_true(saturated, prop, one)) for prop, one in found]
    except STOPS:
        return list(verdicts)


def with_idle(saturated: Saturated, reached: Reached) -> Reached:
    """The figures with the events that no reachable state enables, as far as the limits allow to look for them."""
    if not reached.complete:
        return reached
    encoding = saturated.encoding
    regular = (number for number in range(len(encoding.system.events)) if number not in encoding.errors)
    try:
        rest, doubtful = saturated.states, list[int]()
        for number in regular:
            # Most events are met among the few states that those before have left, which is quickly seen.
            enabled = rest.enabling(encoding.enabling(number))
            rest -= enabled
            if not enabled:
                doubtful.append(number)
        idle = tuple(number for number in doubtful if not saturated.states.enabling(encoding.enabling(number)))
    except STOPS:
        return reached
    return replace(reached, idle=idle)


def _unfair_start(saturated: Saturated, valuation: Valuation) -> Vector | None:
    """An initial state from which no fair path starts, if there is one."""
    unfair = saturated.initial - valuation.fair
    if not unfair:
        return None
    start: Vector = valuation.path(Route((saturated.encoding.pick(unfair),)), "witness").states[0]
    return start


def _never_true(saturated: Saturated, prop: Property, verdict: Verdict) -> tuple[int, ...] | None:
    """The premises that no reachable state satisfies, where the property holds."""
    if verdict.outcome != "holds":
        return None
    premises = enumerate(prop.premises)
    return tuple(number for number, premise in premises if saturated.is_true_somewhere(premise.formula) is False)
