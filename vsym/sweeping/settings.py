"""How every row of a sweep is measured."""

from __future__ import annotations

from vsym.basics.frozen import frozen


@frozen
class Settings:
    """Properties (all, if none is named), what decides them, and limits: seconds and MB, each for a single row."""

    properties: tuple[str, ...] = ()
    engine: str = "auto"
    solver: str = "z3"
    timeout: float | None = None
    memory: int | None = None
