"""Which engine decides the properties of a system."""

from __future__ import annotations

from typing import Literal

from vsym.reductions.counters.abstraction import CounterSystem

EngineName = Literal["explicit", "mdd", "smt", "nusmv"]

EXPLICIT_STATES = 50_000
"""Up to how many counter states, reachable or not, the explicit engine is the first choice: it tells the depth."""

SMT_SECONDS = 0.3
"""How long the SMT engine may try the properties that it accepts before another one explores a large system."""

CERTIFYING_SECONDS = 10.0
"""How long it may try them where a certificate is asked for, which no other engine leaves."""


def choose(asked: EngineName | Literal["auto"], system: CounterSystem) -> EngineName:
    """The engine asked for; for `auto`, the explicit one for small systems and decision diagrams for all others."""
    if asked != "auto":
        return asked
    return "explicit" if system.state_count <= EXPLICIT_STATES else "mdd"


def smt_first(asked: EngineName | Literal["auto"], system: CounterSystem) -> float:
    """How many seconds the SMT engine has before the chosen one: it needs none where exploring is as fast."""
    return SMT_SECONDS if asked == "auto" and choose(asked, system) != "explicit" else 0.0
