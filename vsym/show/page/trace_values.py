"""A path as swim lanes, as values: a column for each state, a lane for each process and for each counter."""

from __future__ import annotations

from vsym.basics.frozen import frozen


@frozen
class Column:
    """A state of a trace: its number, the step that leads to it and all of it as a sentence.

    A column without a number stands for the states that are left out there.
    """

    number: int | None
    mover: str = ""
    step: str = ""
    sentence: str = ""


@frozen
class Cell:
    """What a lane or a counter has in a state. `tone` tells local states apart, as the text does."""

    text: str
    changed: bool = False
    tone: int | None = None


@frozen
class Lane:
    """A process with its local states, or a counter with its values, state by state."""

    name: str
    group: str
    cells: tuple[Cell, ...]


@frozen
class Loop:
    """The part of a trace that repeats: from one column to another, and the numbers of their states."""

    first: int
    last: int
    first_state: int
    last_state: int


@frozen
class Trace:
    """A path as swim lanes; `width` is how many characters a column needs. `property` is empty for a way to a deadlock.

    The lanes of processes that never move are `folded` where they are many: each has one cell, for all states. The
    `headings` are those of the lanes and of the counters; `again` is what the last state of a loop is to its first.
    """

    property: str
    title: str
    notes: tuple[str, ...]
    columns: tuple[Column, ...] = ()
    lanes: tuple[Lane, ...] = ()
    folded: tuple[Lane, ...] = ()
    counters: tuple[Lane, ...] = ()
    loop: Loop | None = None
    width: int = 6
    headings: tuple[str, str] = ("Processes", "Counters")
    again: str = "has the counters of"
