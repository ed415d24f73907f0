"""Paths read back through layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vsym.diagrams import StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.quotient.lifting import LiftingError
from vsym.logic.explaining import Route
from vsym.system.step import Vector


def route_into(
    encoding: Encoding, layers: Sequence[StateSet], goal: StateSet, before: Callable[[StateSet], StateSet]
) -> Route[Vector]:
    """A path from the first layer into a goal that meets one of them, given what is `before` some states.

    Of each state of a layer, one in some layer before it must be among what is before it: raises LiftingError where
    permutations that are no symmetries have led there.
    """
    path, number = [], len(layers)
    while number:
        met = next(((place, layer & goal) for place, layer in enumerate(layers[:number]) if layer & goal), None)
        if met is None:
            raise LiftingError("no state of a layer leads to one of a later layer")
        number = met[0]
        path.append(encoding.pick(met[1]))
        goal = before(encoding.single(path[-1]))
    return Route(tuple(reversed(path)))
