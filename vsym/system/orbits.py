"""The orbits of a small system, state by state: who represents each, and when it was met."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.system.step import Vector


@frozen
class Representative:
    """A state that a search has kept, in which layer, from 0, and under the hint of which number, from 0; None where
    the search has no layers or hints, and under the last hint, that all steps may be taken."""

    state: Vector
    layer: int | None
    hint: int | None


@frozen
class Orbit:
    """What a group makes of one state, and the representatives among it, the first met first."""

    representatives: tuple[Representative, ...]
    states: tuple[Vector, ...]


@frozen
class Met:
    """The orbits that a search has met, in this order, and how many states are in them. Where these are more than there
    is room for, no orbit is listed; they are all that can be reached if the search was `complete`."""

    orbits: tuple[Orbit, ...]
    represented: int
    complete: bool
