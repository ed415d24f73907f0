"""How much a strategy has explored, in figures."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.limits import Interruption
from vsym.basics.numbers import plural
from vsym.diagrams import Group, Product, StateSet, orbit_total
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.limits import STOPS
from vsym.engines.diagrams.quotient.explored import Explored, Hint, Strategy
from vsym.engines.diagrams.quotient.strategies.full import Full
from vsym.engines.diagrams.saturation import deadlocks
from vsym.system.result import Reached

MOST_SPLIT = 5_000_000
"""Up to which order of a group orbits are told apart by their sizes: all permutations of ten."""


def counted(
    encoding: Encoding,
    group: Group | None,
    strategy: Strategy,
    interrupted: Interruption | None,
    seconds: float,
    *,
    by_size: bool = False,
    whole: bool = True,
) -> Reached:
    """The states in the orbits of what is explored, and the orbits, as far as the limits allow to count them; if
    `by_size`, also how many orbits of each size there are, where that is little work.

    Where each orbit has one representative, orbits are counted by these; where that is not known, it is the
    representatives that are, and the states that they stand for by the closure. Without a group that is proved, it is
    the states that are kept. Unless orbits are reached as a `whole` if they are met, as those are of which initial
    states are kept, neither the states in them nor the distance of the last of these are known.
    """
    explored = strategy.explored
    representatives = explored.states.count()
    orbits: int | None = None
    states: int | None = None
    sizes: tuple[tuple[int, int], ...] | None = None
    try:
        if group is not None and group.minimal:
            canonical = group.canonical(explored.states) if explored.real else explored.states
            orbits = canonical.count()
            states = orbit_total(canonical, group) if whole else None
            sizes = _sizes(canonical, group) if by_size and whole else None
        elif group is not None and whole:
            states = group.closure(explored.states).states.count()
        if not whole and isinstance(strategy, Full):
            states = representatives
        stuck = deadlocks(encoding, explored.states).count()
    except STOPS:
        stuck = 0
    return Reached(
        states or representatives,
        len(explored.layers) - 1 if explored.by_distance and group is not None and whole else None,
        stuck,
        explored.complete and group is not None,
        None if explored.complete else interrupted,
        seconds,
        nodes=encoding.space.peak_node_count,
        levels=encoding.order,
        representatives=representatives,
        orbits=orbits,
        represented=states,
        set_nodes=explored.states.node_count,
        strategy=strategy.name,
        orbit_sizes=sizes,
    )


def _sizes(canonical: StateSet, group: Group) -> tuple[tuple[int, int], ...] | None:
    """How many orbits of each size a canonical set has, None where that would be too much work."""
    factors = group.factors if isinstance(group, Product) else (group,)
    # The order of a product whose factors meet takes long, and one large factor tells enough.
    if any(factor.order > MOST_SPLIT for factor in factors) or group.order > MOST_SPLIT:
        return None
    parts = [(1, canonical)]
    for factor in factors if isinstance(group, Product) and group.independent else (group,):
        refined = list[tuple[int, StateSet]]()
        for weight, part in parts:
            split = factor.by_orbit_size(part)
            if split is None:
                return None
            refined += ((weight * size, piece) for size, piece in split.items())
        parts = refined
    found: dict[int, int] = {}
    for size, part in parts:
        found[size] = found.get(size, 0) + part.count()
    return tuple(sorted(found.items()))


def idle_hints(explored: Explored, hints: Sequence[Hint]) -> tuple[tuple[int, bool], ...]:
    """The hints that the search has done with and that have added nothing, each with whether it is true of any state
    that is kept, the first one of an initial state."""
    done = len(hints) if explored.hint is None else explored.hint
    return tuple(
        (number, bool((explored.states if number else explored.layers[0]).select(hints[number].constraint)))
        for number in explored.idle
        if number < done
    )


def extent(figures: Reached, explored: Explored, hints: int) -> str:
    """How far an exploration came that is not complete, in words."""
    kept = plural(figures.representatives or 0, "state")
    of = "" if figures.orbits is None else f" of {plural(figures.orbits, 'orbit')}"
    under = "" if explored.hint is None else f" under hint {explored.hint + 1} of {hints + 1}"
    return f"{kept}{of}{under}"
