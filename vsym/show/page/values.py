"""The contents of the page, as values without any markup but that of its pictures; a path is one of swim lanes."""

from __future__ import annotations

from typing import Literal

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
    """The entry of a lane or a counter in a state. `tone` tells local states apart, as the text does."""

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
    """A path as swim lanes, in columns of `width` characters. `property` is empty for a way to a deadlock.

    The lanes of processes that never move are `folded` where they are many: each has one cell, for all states. The
    `headings` are those of the lanes and of the counters; `again` is the phrase that relates the last state of a loop
    to its first.
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


Piece = tuple[str, str]
"""A stretch of text in the language, with the short name that Pygments has for its kind (`kd`, `c1`), or none."""

Code = tuple[Piece, ...]

Mood = Literal["good", "bad", "open"]
"""The mark of a verdict: a sign and a colour."""

Pair = tuple[str, str]


@frozen
class Listing:
    """A source text by lines; `left_out` counts the lines at its end that are too many to show."""

    name: str
    lines: tuple[Code, ...]
    left_out: int = 0


@frozen
class Linked:
    """A name and the line of the source where it is declared, None where that is not shown."""

    text: str
    line: int | None


@frozen
class Said:
    """A verdict in words and how it is marked."""

    text: str
    mood: Mood


@frozen
class Figure:
    """A picture as an `<svg>` element with a label for readers who cannot see it, and a caption."""

    svg: str
    caption: str


@frozen
class Decision:
    """A local transition with the verdict on its symmetry and the reason; `witness` is the number of its witness."""

    label: Linked
    verdict: Said
    reason: str
    seconds: str
    witness: int | None


@frozen
class WitnessRow:
    """A state of a witness: the local state of each process shown, in `mover` the place of the one that moves."""

    name: str
    places: tuple[str, ...]
    mover: int | None
    shared: str


@frozen
class Witness:
    """The reason that a local transition is broken, in the model or `at` some sizes: a table of processes.

    Where `processes` is empty, a row holds the counts per group.
    """

    label: str
    at: str
    sentence: str
    processes: tuple[Pair, ...]
    rows: tuple[WitnessRow, ...]
    shared: bool
    notes: tuple[str, ...]
    figure: Figure | None = None


@frozen
class Symmetry:
    """The verdict on the symmetry, in a sentence between `before` and `rest`, with the reasons for it.

    `left_out` counts broken transitions without a witness.
    """

    before: str
    verdict: Said
    rest: str
    decisions: tuple[Decision, ...]
    witnesses: tuple[Witness, ...]
    left_out: int = 0
    rows_left_out: int = 0


@frozen
class Edge:
    """An edge of adaptive exploration: a local transition, its processes, and the partition that it respects."""

    label: Linked
    processes: str
    respects: str


@frozen
class Edges:
    """The edges that adaptive exploration works on, in place of a verdict on the symmetry."""

    sentence: str
    edges: tuple[Edge, ...]
    rows_left_out: int = 0


@frozen
class Block:
    """Processes that are counted together, and their counters."""

    name: str
    processes: str
    counters: str


@frozen
class AbstractTransition:
    """A guard of the counter abstraction, with the block that it is for and its assignments."""

    label: Linked
    block: str
    guard: Code


@frozen
class Abstraction:
    """The counter abstraction: its blocks, its guards, and a sentence on its size."""

    blocks: tuple[Block, ...]
    transitions: tuple[AbstractTransition, ...]
    sentence: str
    explored: str | None
    figure: Figure | None = None
    rows_left_out: int = 0


@frozen
class Property:
    """A property with its verdict; `trace` is the number of its trace, and `figures` show why something happens."""

    name: Linked
    logic: str
    formula: Code
    verdict: Said
    engine: str
    seconds: str
    notes: tuple[str, ...]
    trace: int | None
    figures: tuple[Figure, ...] = ()


@frozen
class Rank:
    """A rank that the model states for a property, with its verdict and why."""

    property: Linked
    weights: Code
    verdict: Said
    seconds: str
    notes: tuple[str, ...]


@frozen
class Warned:
    """A warning, with the line that it is about if there is one."""

    message: str
    place: Linked | None


@frozen
class Times:
    """The stages with the time of each, and the sum."""

    stages: tuple[Pair, ...]
    total: str


@frozen
class Particulars:
    """The parts of the page for one kind of model: the `system` below the title, more for the summary, and the parts
    that it has by itself."""

    system: str
    summary: str = ""
    statistics: tuple[Pair, ...] = ()
    symmetry: Symmetry | None = None
    edges: Edges | None = None
    abstraction: Abstraction | None = None


@frozen
class Page:
    """The whole page; `undrawn` says why pictures are left out, where Graphviz failed."""

    title: str
    system: str
    summary: str
    mood: Mood
    properties: tuple[Property, ...]
    warnings: tuple[Warned, ...]
    listing: Listing
    states: Figure | None
    undrawn: str
    symmetry: Symmetry | None
    edges: Edges | None
    abstraction: Abstraction | None
    traces: tuple[Trace, ...]
    statistics: tuple[Pair, ...]
    times: Times
    ranks: tuple[Rank, ...] = ()
