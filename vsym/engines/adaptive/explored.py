"""What a search over annotated states has found."""

from __future__ import annotations

from typing import NamedTuple

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.engines.adaptive.partitions import Counts
from vsym.engines.adaptive.reached import Reached
from vsym.models.counting.model import Model
from vsym.symmetry.virtual.edges import Edge


class Part(NamedTuple):
    """The part of a node's orbit with these counts under a finer partition."""

    node: int
    partition: int
    counts: Counts


@frozen
class Explored:
    """The states found, the first `initial` of them initial.

    `deadlocked` has, for each node that represents deadlocked states, a part that is one. `depth` is the largest
    distance of a node from an initial one, and `interrupted` tells what stopped the search before it was complete.
    """

    model: Model
    edges: tuple[Edge, ...]
    reached: Reached
    initial: int
    deadlocked: tuple[Part, ...]
    depth: int
    all_initial: bool
    complete: bool
    interrupted: Interruption | None
    seconds: float


class ErrorPart(Exception):  # noqa: N818 - a finding about the model, not a failure
    """The states of `part` enable an edge, given by its place, that would leave a shared variable's range."""

    def __init__(self, explored: Explored, edge: int, part: Part) -> None:
        self.explored, self.edge, self.part = explored, edge, part
        super().__init__("an assignment leaves its variable's range")
