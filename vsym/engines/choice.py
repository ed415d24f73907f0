"""Which engine decides which property."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from vsym.abstraction.counters import CounterSystem
from vsym.engines import explicit, nusmv
from vsym.model import Property
from vsym.source import DiagnosticError

EngineName = Literal["explicit", "nusmv"]

EXPLICIT_STATES = 5_000_000
"""Up to how many counter states, reachable or not, the explicit engine is the first choice."""


def choose(asked: str, system: CounterSystem, properties: Sequence[Property]) -> dict[EngineName, list[Property]]:
    """The properties by the engine that is to decide them; `asked` is an engine's name or `auto`.

    Raises DiagnosticError with every property that no engine at hand accepts.
    """
    chosen: dict[EngineName, list[Property]] = {"explicit": [], "nusmv": []}
    refused = []
    has_nusmv = asked == "nusmv" or (asked == "auto" and nusmv.find() is not None)
    for prop in properties:
        refusal = explicit.accepts(system, prop)
        fits = refusal is None and (system.state_count <= EXPLICIT_STATES or not has_nusmv)
        if asked == "nusmv" or (has_nusmv and not fits):
            chosen["nusmv"].append(prop)
        elif refusal is None:
            chosen["explicit"].append(prop)
        else:
            refused.append(refusal)
    if refused:
        raise DiagnosticError(refused)
    return {engine: members for engine, members in chosen.items() if members}
