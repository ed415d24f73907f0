"""Which properties are questions about reachable states alone."""

from __future__ import annotations

from vsym.basics.source import Diagnostic
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability
from vsym.system.system import System


def accepts(system: System, prop: Property) -> Diagnostic | None:
    """Why the SMT engine cannot decide a property, None if it can.

    VS421 if it is neither `invariant` nor `AG F` nor `EF F` with a predicate F, however it is spelled, VS422 if there
    are fairness constraints.
    """
    question = reachability(prop)
    if question is None or question.kind == "initially never":
        message = (
            f"`{prop.name}` is not a question about reachable states alone, which is all that the SMT engine decides"
        )
        hint = "it takes `invariant F`, `AG F` and `EF F` where F has no temporal operator; `--engine auto` decides all"
        return Diagnostic("VS421", prop.span, message, hint)
    if system.fairness:
        message = (
            f"`{prop.name}` counts fair paths only, as there is a fairness constraint; the SMT engine takes all paths"
        )
        return Diagnostic("VS422", prop.span, message, "`--engine auto` decides it")
    return None
