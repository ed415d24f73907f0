"""Which engine decides the properties of a system."""

from __future__ import annotations

from vsym.system.system import System

AUTO = "auto"
"""What users call leaving it to us."""

EXPLICIT_STATES = 50_000
"""Up to how many states, reachable or not, the explicit engine is the first choice: it tells the depth."""

SMT_SECONDS = 0.3
"""How long the SMT engine may try the properties that it accepts before another one explores a large system."""

CERTIFYING_SECONDS = 10.0
"""How long it may try them where a certificate is asked for, which no other engine leaves."""


def choose(asked: str, system: System) -> str:
    """The engine asked for; for `auto`, the explicit one for small systems and decision diagrams for all others.

    A system with parameters is for the SMT engine.
    """
    if asked != AUTO:
        return asked
    if system.parameters:
        return "smt"
    return "explicit" if system.state_count <= EXPLICIT_STATES else "mdd"


def smt_first(asked: str, system: System) -> float:
    """How many seconds the SMT engine has before the chosen one: it needs none where exploring is as fast."""
    return SMT_SECONDS if asked == AUTO and choose(asked, system) == "mdd" else 0.0
