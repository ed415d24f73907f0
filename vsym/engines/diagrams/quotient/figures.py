"""How much a strategy has explored, in figures."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.limits import Interruption
from vsym.basics.numbers import plural
from vsym.diagrams.symmetry.group import Group
from vsym.diagrams.symmetry.totals import orbit_total
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.limits import STOPS
from vsym.engines.diagrams.quotient.explored import Explored
from vsym.engines.diagrams.saturation import deadlocks
from vsym.system.result import Reached


def counted(
    encoding: Encoding, group: Group, explored: Explored, interrupted: Interruption | None, seconds: float
) -> Reached:
    """The states in the orbits of what is explored, and the orbits, as far as the limits allow to count them.

    Where each orbit has one representative, orbits are counted by these; where that is not known, it is the
    representatives that are, and the states that they stand for by the closure.
    """
    representatives = explored.states.count()
    orbits: int | None = None
    states: int | None = None
    try:
        if group.minimal:
            canonical = group.canonical(explored.states)
            orbits = canonical.count()
            states = orbit_total(canonical, group)
        else:
            states = group.closure(explored.states).states.count()
        stuck = deadlocks(encoding, explored.states).count()
    except STOPS:
        stuck = 0
    return Reached(
        states or representatives,
        None,
        stuck,
        explored.complete,
        None if explored.complete else interrupted,
        seconds,
        nodes=encoding.space.peak_node_count,
        levels=encoding.order,
        representatives=representatives,
        orbits=orbits,
        represented=states,
        set_nodes=explored.states.node_count,
    )


def extent(figures: Reached, explored: Explored, hints: Sequence[tuple[str, object]]) -> str:
    """How far an exploration came that is not complete, in words."""
    kept = plural(figures.representatives or 0, "state")
    of = "" if figures.orbits is None else f" of {plural(figures.orbits, 'orbit')}"
    under = "" if explored.hint is None else f" under hint {explored.hint + 1} of {len(hints) + 1}"
    return f"explored {kept}{of}{under}; nothing else violated there"
