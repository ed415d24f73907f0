"""The steps of an adaptive search in a model of any kind: of processes, or of a program.

A stepper makes a model ready for one search: its partitions, its first annotated states, and the successors of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.engines.adaptive.partitions import Partitions
from vsym.engines.adaptive.reached import Node, Part, Reached
from vsym.engines.adaptive.readings import Reading
from vsym.logic.formula import Formula
from vsym.logic.terms import Atom
from vsym.models.protocol import AnyModel
from vsym.system.result import Path, PathKind

Ending: TypeAlias = Literal["deadlocked", "faulty"]
"""The ends of paths that a search looks for in every state: deadlocks, and errors of a program."""


class Ends(NamedTuple):
    """Parts of a node of deadlocked states, and of states that end in an error; None where there is none."""

    deadlocked: Part | None
    faulty: Part | None = None


class Stepper(Protocol):
    """The steps of a model between annotated states, in one search."""

    @property
    def partitions(self) -> Partitions:
        """The partitions met so far."""

    @property
    def bytes(self) -> int:
        """The approximate bytes of the steps that are kept ready, and of the partitions."""

    @property
    def start_fault(self) -> bool:
        """True where a start ends in an error of the model."""

    @property
    def faults(self) -> frozenset[Atom]:
        """The atoms of properties that end in an error in some state met so far."""

    def initial(self) -> Iterator[Node]:
        """The initial states, annotated with a partition whose permutations take initial states to initial states."""

    def expanded(self, number: int, reached: Reached, /) -> Ends:
        """Add each state that a node leads to, annotated, to those reached; the ends of paths in the node.

        Raises OverflowingError where a step leaves a range, LimitReachedError at the search's deadline.
        """

    def reading(self, node: Node, target: Formula, /) -> Reading:
        """The reading of states like a node for a predicate over states."""

    def ending(self, target: Formula, /) -> Ending | None:
        """The ends of paths if a predicate is about these alone, so that no state need be read for it; else None."""

    def lifted(self, nodes: Sequence[Node], part: Part, kind: PathKind, /) -> Path[Any, Any]:
        """A path of the model, as short as the search found it, from an initial state to a state of `part`.

        Raises ReplayError where the model has no such path.
        """


class Subject(Protocol):
    """The input of an adaptive search: a model with its edges."""

    @property
    def model(self) -> AnyModel:
        """The model."""

    @property
    def fair(self) -> bool:
        """True where only fair paths count."""

    @property
    def has_several_starts(self) -> bool:
        """True where there is more than one initial state."""

    def stepper(self, deadline: float | None) -> Stepper:
        """The steps of the model, for one search."""


@frozen
class Explored:
    """The states found, the first `initial` of them initial.

    `deadlocked` and `faulty` have, for each node that represents states that end so, a part that is one. `depth` is the
    largest distance of a node from an initial one, and `interrupted` tells what stopped the search before it was
    complete.
    """

    model: Any
    stepper: Stepper
    reached: Reached
    initial: int
    deadlocked: tuple[Part, ...]
    faulty: tuple[Part, ...]
    depth: int
    all_initial: bool
    complete: bool
    interrupted: Interruption | None
    seconds: float

    def lifted(self, part: Part, kind: PathKind) -> Path[Any, Any]:
        """A path of the model to a state of `part`; raises ReplayError where there is none."""
        return self.stepper.lifted(self.reached.nodes, part, kind)


class OverflowingError(Exception):
    """The states of `part` enable an edge, given by its place, that would leave a shared variable's range."""

    def __init__(self, edge: int, part: Part) -> None:
        self.edge, self.part = edge, part
        super().__init__("an assignment leaves its variable's range")


class ErrorPart(Exception):  # noqa: N818 - a finding about the model, not a failure
    """An OverflowingError that ends a search, with the states explored until then."""

    def __init__(self, explored: Explored, edge: int, part: Part) -> None:
        self.explored, self.edge, self.part = explored, edge, part
        super().__init__("an assignment leaves its variable's range")
