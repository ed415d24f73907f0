"""A candidate for a symmetry on states drawn at random (design, section 6 c): what catches a bug of ours."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, count, cycle, islice
from random import Random

from vsym.logic.formula import And
from vsym.symmetry.detected.domains import Domains, narrowed
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.units import Labels
from vsym.system.step import OutsideRangeError, Vector, errors, holds, is_initial, steps
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

DRAWN = 16
"""How many states of each kind are drawn at most."""


def differing(
    system: System, domains: Sequence[Values], candidates: Sequence[Symmetry], labels: Labels, pairs: int
) -> tuple[Symmetry, Vector] | None:
    """A candidate with a state of which the image's successors are not the images of its successors, if one is drawn.

    About so many `pairs` of a state and a candidate are looked at, each candidate in its turn. The states satisfy what
    the system says of all states: some have any values of the domains, others are reachable.
    """
    if not candidates:
        return None
    drawing = Random(len(system.events))
    turn = cycle(candidates)
    states = max(1, min(DRAWN, pairs // 2))
    each = min(len(candidates), max(1, pairs // (2 * states)))
    drawn = islice(_any(domains, drawing), states), islice(_reachable(system, domains, drawing), states)
    for state in chain(*drawn):
        here = _around(system, state, labels)
        for candidate in islice(turn, each):
            image = candidate.state(state)
            if here is not None and _around(system, image, labels) not in (None, _image(candidate, here)):
                return candidate, state
    return None


def _any(domains: Sequence[Values], drawing: Random) -> Iterator[Vector]:
    columns = [sorted(domain) for domain in domains]
    return (tuple(map(drawing.choice, columns)) for _ in count())


def _reachable(system: System, domains: Sequence[Values], drawing: Random) -> Iterator[Vector]:
    """States on a path, where an initial state comes of drawing values that initial states can have."""
    everything: Domains = {one.atom: domain for one, domain in zip(system.variables, domains, strict=True)}
    inside = narrowed(And((system.domain, system.initial)), everything)
    around = ChainMap(inside or {}, everything)
    state = next(_any([around[one.atom] for one in system.variables], drawing))
    if not is_initial(system, state):
        return
    while True:
        yield state
        after = [then for _, then in steps(system, state)]
        if not after:
            return
        state = drawing.choice(after)


def _around(system: System, state: Vector, labels: Labels) -> frozenset[tuple[Hashable, ...]] | None:
    """Whether a state is initial, its successors with the labels of their events, and whether it has an error; None
    for what is no state of the system."""
    if not holds(system, system.domain, state):
        return None
    try:
        return frozenset(
            (
                ("initial", is_initial(system, state)),
                *(("step", labels[number], then) for number, then in steps(system, state)),
                *(("error", labels[number]) for number in errors(system, state)),
            )
        )
    except OutsideRangeError:
        # The domain of the system may hold in more states than can be reached.
        return None


def _image(candidate: Symmetry, around: frozenset[tuple[Hashable, ...]]) -> frozenset[tuple[Hashable, ...]]:
    return frozenset((*rest, candidate.state(then) if isinstance(then, tuple) else then) for *rest, then in around)
