"""A trace as another tool tells it, before anything in it is believed."""

from __future__ import annotations

from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.models.counting.semantics import State
from vsym.system.result import PathKind


@frozen
class ToldStates:
    """States with every process; `places` says for messages where each state stands."""

    states: tuple[State, ...]
    places: tuple[str, ...]
    loop: int | None
    kind: PathKind = "counterexample"


@frozen
class ToldCounters:
    """Vectors of a counter system, by their places; `steps[i]`, where it is told, is the transition to state i+1."""

    vectors: tuple[tuple[int, ...], ...]
    places: tuple[str, ...]
    loop: int | None
    steps: tuple[int | None, ...]
    kind: PathKind = "counterexample"


Told: TypeAlias = ToldStates | ToldCounters
