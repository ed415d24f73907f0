"""The shapes of states, steps and paths, as the page of `vsym lab` is answered."""

from __future__ import annotations

from typing import TypeAlias

from typing_extensions import TypedDict

from vsym.basics.shapes import Count
from vsym.stepping.shapes import State

Pairs: TypeAlias = list[tuple[str, str]]
"""Names with values."""


class Column(TypedDict):
    """A state of a path, or one that random steps lead to."""

    told: str | None
    """The step that leads to it."""
    state: State
    lanes: Pairs
    """The lanes of the page with their values."""


class Path(TypedDict):
    """A path."""

    columns: list[Column]
    loop: Count | None
    """The number of the state to which the last one returns."""
    cut: Count
    """The number of states that are left out at the end."""
    fault: str | None
    """The error in which it ends."""


class Choice(TypedDict):
    """A step that is possible."""

    label: str
    by: str
    """The mover."""
    size: Count
    """The number of steps that look like it."""
    fault: str | None
    told: str | None
    state: State | None
    """The state after it; null: it ends in the fault."""


class Hindrance(TypedDict):
    """A condition that is false, with the values in it."""

    condition: str
    values: Pairs


class Disabled(TypedDict):
    """A step that is not possible, and why."""

    label: str
    by: str
    hindrances: list[Hindrance]


class Scene(TypedDict):
    """A state with the steps from it."""

    state: State
    lanes: Pairs
    rows: Pairs
    choices: list[Choice]
    disabled: list[Disabled]
    more: tuple[Count, Count]
    """The number of choices and of disabled steps that are not listed."""


class Starts(TypedDict):
    """The start states, with notes on them."""

    notes: list[str]
    starts: list[Scene]


class Stood(TypedDict):
    """The answer on one state."""

    scene: Scene


class Taken(TypedDict):
    """The answer on random steps."""

    taken: list[Column]


class Lead(TypedDict):
    """A path to a goal."""

    told: str | None
    path: Path | None
    anew: bool
    """True if it begins in a start state."""
    problem: str | None
    """The error in the goal."""


class Led(TypedDict):
    """The answer on a goal."""

    led: Lead


class Value(TypedDict):
    """The values of an expression in some states."""

    written: str
    values: list[str] | None
    problem: str | None
    """The error in the expression."""


class Watched(TypedDict):
    """The answer on expressions."""

    watched: list[Value]
