"""How every row of a sweep is measured."""

from __future__ import annotations

from typing import Literal

from vsym.basics.frozen import frozen
from vsym.basics.options import StrategyName


@frozen
class Settings:
    """Properties (all, if none is named), what decides them, and limits: seconds and MB, each for a single row. States
    are one up to a `group`: a name of one, or None for what is usual; and decision diagrams explore programs by a
    `strategy`, or None for what is usual. With `counted`, programs are explored as counter models."""

    properties: tuple[str, ...] = ()
    engine: str = "auto"
    solver: str = "z3"
    timeout: float | None = None
    memory: int | None = None
    group: str | None = None
    strategy: StrategyName | None = None
    counted: Literal["counters"] | None = None
