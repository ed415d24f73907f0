"""The shapes of states and of paths."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypeAlias

from typing_extensions import TypedDict

from vsym.basics.shapes import Count, Keywords, Positive
from vsym.models.program.faults import FaultKind
from vsym.system.result import PathKind

Counts: TypeAlias = dict[str, Count]
"""The number of processes in each local state."""

Locations: TypeAlias = Annotated[list[str], Keywords(maxItems=1000)]
"""The local state of every process, process 1 first."""

Ranges: TypeAlias = list[tuple[Positive, Positive]]
"""Processes, as the first and the last of each range."""


class Processes(TypedDict):
    """A state of a model of processes: `processes`, or `groups` where there are more than 1000."""

    processes: NotRequired[Locations]
    """The local state of every process, process 1 first."""
    groups: NotRequired[dict[str, Counts]]
    """The number of processes of each group in each local state."""
    shared: dict[str, bool | int | str]
    """The shared variables."""


ONE_OF = Keywords(oneOf=[{"required": ["processes"]}, {"required": ["groups"]}])
"""The rule of `Processes`."""


class Partner(TypedDict):
    """The process that moves at once with another one, where a transition has a partner."""

    process: Positive
    source: str
    target: str


class Step(TypedDict):
    """A step of a process."""

    process: Positive
    source: str
    target: str
    rule: NotRequired[str]
    """The transition, where the text numbers them, as that of a threshold automaton does."""
    partner: NotRequired[Partner]
    others: NotRequired[Ranges]
    """The processes that the step moves beside these."""
    times: NotRequired[Positive]
    """On a long path: how many processes take it one by one, the one named and those next to it."""


class ProcessState(Processes):
    """A state on a path of processes."""

    counters: dict[str, Count] | dict[str, Counts]
    """The number of processes in each local state; with several blocks, of each block."""
    step: Step | None
    """The step that leads to this state; null: in the first state, and where nothing can move."""


Firing = TypedDict("Firing", {"name": str, "number": Positive, "with": dict[str, str]})
"""A firing of a rule: its `name`, its place (`number`) in the text, and the values of its parameters and choices."""


class ProgramState(TypedDict):
    """A state on a path of a program."""

    values: dict[str, str]
    """Each scalar and each multiset by its name."""
    rule: Firing | None
    """The firing that leads to this state; null: in the first state, and where no rule can fire."""


class SystemState(TypedDict):
    """A state on a path of a system."""

    values: dict[str, str]
    """Each variable by its name."""
    step: str | None
    """The event that leads to this state; null: in the first state, and where nothing can happen."""


class Trace(TypedDict):
    """A path, which vsym has replayed on the model."""

    kind: PathKind
    """A counterexample of a property, or a witness that something is possible."""
    loop: Count | None
    """The number of the state that equals the last one (for processes, by its counters): the states between repeat."""
    states: list[Annotated[ProcessState, ONE_OF]] | list[ProgramState] | list[SystemState]


class Error(TypedDict):
    """The error of a program in which a path ends."""

    kind: FaultKind
    message: str
    line: Positive
    column: Positive
    rule: Firing | None
    """The firing that ends in it; null: a guard or a property does."""
