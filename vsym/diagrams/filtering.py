"""The vectors of a set in which some event is enabled."""

from __future__ import annotations

from collections.abc import Iterable

from vsym.diagrams.combination import Algebra
from vsym.diagrams.events import Event
from vsym.diagrams.firing import Firing
from vsym.diagrams.nodes import ANY, EMPTY, Nodes
from vsym.diagrams.program import compile_event
from vsym.diagrams.reader import Readers


def enabled(nodes: Nodes, algebra: Algebra, readers: Readers, events: Iterable[Event], node: int) -> int:
    """The part of a node at the first level where the guard of some event holds and its new values are in range."""
    firing = Firing(nodes, algebra)
    found = EMPTY
    for event in events:
        program = compile_event(readers.sizes, event, "guard")
        if program is not None:
            found = algebra.union(found, firing.fire(readers.start(program, level=0), node, ANY))
    return found
