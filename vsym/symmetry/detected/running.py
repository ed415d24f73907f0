"""A candidate for a symmetry on states drawn at random (design, section 6 c): what catches a bug of ours."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random

from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.symmetry import Symmetry
from vsym.symmetry.detected.units import Labels
from vsym.system.step import OutsideRangeError, Vector, errors, holds, is_initial, steps
from vsym.system.system import System

DRAWN = 4
"""How many states are drawn for each candidate."""


def differing(
    system: System, domains: Sequence[Values], candidates: Sequence[Symmetry], labels: Labels
) -> tuple[Symmetry, Vector] | None:
    """A candidate with a state of which the image's successors are not the images of its successors, if one is drawn.

    The states that are drawn have values of the domains, and satisfy what the system says of all states.
    """
    drawing = Random(len(system.events))
    columns = [sorted(domain) for domain in domains]
    for _ in range(DRAWN):
        state = tuple(drawing.choice(column) for column in columns)
        if not holds(system, system.domain, state):
            continue
        try:
            here = _around(system, state, labels)
        except OutsideRangeError:
            continue
        for candidate in candidates:
            image = candidate.state(state)
            if _around(system, image, labels) != _image(candidate, here):
                return candidate, state
    return None


def _around(system: System, state: Vector, labels: Labels) -> frozenset[tuple[Hashable, ...]]:
    """Whether a state is initial, its successors with the labels of their events, and whether it has an error."""
    return frozenset(
        (
            ("initial", is_initial(system, state)),
            *(("step", labels[number], then) for number, then in steps(system, state)),
            *(("error", labels[number]) for number in errors(system, state)),
        )
    )


def _image(candidate: Symmetry, around: frozenset[tuple[Hashable, ...]]) -> frozenset[tuple[Hashable, ...]]:
    return frozenset((*rest, candidate.state(then) if isinstance(then, tuple) else then) for *rest, then in around)
