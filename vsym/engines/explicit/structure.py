"""What properties are decided on: a graph of numbered states, whoever has found them."""

from __future__ import annotations

from typing import Any, Protocol

from vsym.basics.limits import Interruption
from vsym.engines.explicit.graph import Graph
from vsym.engines.explicit.packing import Mask
from vsym.engines.explicit.table import Numbers
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula
from vsym.system.result import Path, PathKind


class Structure(Protocol):
    """States as a breadth-first search finds them, the `initial` ones first; those from `expanded` on have successors
    that are not known. `parents` leads back from each on a shortest path, -1 from the initial ones."""

    @property
    def graph(self) -> Graph:
        """The steps between them."""

    @property
    def parents(self) -> Numbers:
        """From where each was found first."""

    @property
    def initial(self) -> int:
        """How many are initial."""

    @property
    def all_initial(self) -> bool:
        """Whether all initial ones are known."""

    @property
    def states(self) -> int:
        """How many there are."""

    @property
    def expanded(self) -> int:
        """How many of them have their successors known."""

    @property
    def judged(self) -> int:
        """In how many of them, from the first on, predicates are decided."""

    @property
    def complete(self) -> bool:
        """Whether these are all the reachable ones."""

    @property
    def interrupted(self) -> Interruption | None:
        """What stopped the search before it was complete."""

    def where(self, predicate: Formula) -> Mask:
        """The states in which a predicate holds."""

    def justice(self) -> tuple[Mask, ...]:
        """The sets of states each of which a path has to visit infinitely often to count."""

    def path(self, route: Route[int], kind: PathKind) -> Path[Any, Any]:
        """A route of which every state is a successor of the one before, as a path of the input."""

    def vector(self, state: int) -> tuple[int, ...]:
        """A state as the input knows it."""
