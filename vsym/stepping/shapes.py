"""The shapes of a state that a page hands back."""

from __future__ import annotations

from typing import TypeAlias

from typing_extensions import TypedDict

from vsym.basics.shapes import Count


class LocatedState(TypedDict):
    """A state of processes, in ranges of those that are in one local state."""

    ends: list[Count]
    """The last process of each range."""
    states: list[str]
    """The local state of each range."""
    shared: dict[str, int]
    """The number that each shared variable has."""


class CodedState(TypedDict):
    """A state of any other model, as a number for each slot or variable."""

    codes: list[Count]


State: TypeAlias = LocatedState | CodedState
