"""The properties that the SMT engine can decide: questions about reachable states, and of progress."""

from __future__ import annotations

from vsym.basics.source import Diagnostic
from vsym.engines.smt.phases.asked import left_to_others
from vsym.logic.progress import progress
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability
from vsym.system.system import System

DECIDED = "`F`, `AG F`, `EF F`, `AF F`, `AG (F -> AF F)` and `AG (F -> EF F)`, F without temporal operators"
"""The list of them, for users."""


def accepts(system: System, prop: Property) -> Diagnostic | None:
    """The reason why the SMT engine cannot decide a property of a system, or None. VS421 is for a property that,
    however spelled, is neither reachability nor progress as in the list above, nor one for paths in phases."""
    if is_decided(prop) or left_to_others(system, prop) is None:
        return None
    message = f"the SMT engine decides reachability and progress, and `{prop.name}` is neither"
    return Diagnostic("VS421", prop.span, message, f"it takes {DECIDED}; `--engine auto` takes all")


def is_decided(prop: Property) -> bool:
    """True of a property that the engine decides in any system without enumerating states, and so also for all sizes at
    once."""
    return reachability(prop) is not None or progress(prop) is not None
