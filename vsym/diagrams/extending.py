"""Sets in a space with more levels than their own."""

from __future__ import annotations

from vsym.diagrams.building import full_nodes
from vsym.diagrams.nodes import EMPTY, ONE
from vsym.diagrams.space import Space, StateSet


def extended(states: StateSet, space: Space) -> StateSet:
    """The vectors of a space that begin with one of a set's, whatever they hold at the further levels.

    The set may be on other nodes. Raises ValueError if the levels of the space do not begin with the set's.
    """
    known = states.space
    depth = len(known.sizes)
    if space.sizes[:depth] != known.sizes:
        raise ValueError("the levels of the space do not begin with those of the set")
    made = {EMPTY: EMPTY, ONE: full_nodes(space.nodes, space.sizes[depth:])[0]}
    for node in known.nodes.below([states.node]):
        gap, down, right = known.nodes.cells[node]
        space.nodes.work()
        made[node] = space.nodes.cell(gap, made[down], made[right])
    return space.wrap(made[states.node])
