"""What the adaptive engine works on: a model with its edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.edges import Edge
from vsym.system.system import System


@frozen
class Annotated:
    """A model, its edges, and its initial condition.

    `respected` gives the partition that a predicate respects. `cells` are the processes that the initial condition does
    not tell apart, and `starts` the initial states as vectors of their counts, as a system without events.
    """

    model: Model
    edges: tuple[Edge, ...]
    respected: Callable[[Formula], Sequence[Processes]]
    cells: tuple[Processes, ...]
    starts: System
