"""Which engine decides the properties of a system."""

from __future__ import annotations

from typing import Literal

from vsym.abstraction.counters import CounterSystem

EngineName = Literal["explicit", "mdd", "nusmv"]

EXPLICIT_STATES = 50_000
"""Up to how many counter states, reachable or not, the explicit engine is the first choice: it tells the depth."""


def choose(asked: EngineName | Literal["auto"], system: CounterSystem) -> EngineName:
    """The engine asked for; for `auto`, the explicit one for small systems and decision diagrams for all others."""
    if asked != "auto":
        return asked
    return "explicit" if system.state_count <= EXPLICIT_STATES else "mdd"
