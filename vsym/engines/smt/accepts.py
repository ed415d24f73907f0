"""Which properties are questions about reachable states alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vsym.basics.source import Diagnostic
from vsym.logic.formula import Formula, Temporal, is_predicate, negate
from vsym.logic.properties import Property
from vsym.reductions.counters.abstraction import CounterSystem


@dataclass(frozen=True)
class Safety:
    """An `AG` with the predicate that it wants everywhere, or an `EF` with the negation of the one that it wants to
    reach."""

    operator: Literal["AG", "EF"]
    predicate: Formula


def safety(prop: Property) -> Safety | None:
    """What a property asks of reachable states, None where it asks for more than that."""
    if prop.logic == "invariant":
        return Safety("AG", prop.formula)
    match prop.formula:
        case Temporal("AG", (operand,)) if is_predicate(operand):
            return Safety("AG", operand)
        case Temporal("EF", (operand,)) if is_predicate(operand):
            return Safety("EF", negate(operand))
    return None


def accepts(system: CounterSystem, prop: Property) -> Diagnostic | None:
    """Why the SMT engine cannot decide a property, None if it can.

    VS421 if it is neither `invariant` nor `AG F` nor `EF F` with a predicate F, VS422 if the model has fairness
    constraints.
    """
    if safety(prop) is None:
        message = f"`{prop.name}` is no question about reachable states alone, which is all that the SMT engine decides"
        hint = "it takes `invariant F`, `AG F` and `EF F` where F has no temporal operator; `--engine auto` decides all"
        return Diagnostic("VS421", prop.span, message, hint)
    if system.fairness:
        message = (
            f"`{prop.name}` counts fair paths only, as there is a fairness constraint; the SMT engine takes all paths"
        )
        return Diagnostic("VS422", prop.span, message, "`--engine auto` decides it")
    return None
