"""Which strategies are tried where the choice is left to us."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.options import StrategyName
from vsym.diagrams import Cyclic, Group, Product, Symmetric

GLANCE = 25
"""As what part of a turn a strategy works that promises less, before it is another one's turn."""


def chosen(group: Group, *, proved: bool) -> tuple[tuple[StrategyName, int], ...]:
    """Two strategies to be tried in turn, each with the part of a turn that it has: its n-th part.

    What decides is what a diagram of all states must remember. Where variables name members, that is who is named,
    which grows with the permutations of the members: then each layer is made canonical at once, after a glance at
    whether all states are few nodes still. Where no variable does, all states take a small diagram more often than not.
    With a ring, or where orbits do not have one representative each that is known, canonical states take the larger
    diagram: then the search is without symmetry, and beside it one that meets bugs early. `docs/canonical-sets.md` has
    what was measured.
    """
    if not proved or not group.minimal or any(isinstance(part, Cyclic) for part in _parts(group)):
        return ("full", 1), ("representatives", 2)
    named = any(isinstance(part, Symmetric) and _are_named(part) for part in _parts(group))
    return ("after", GLANCE if named else 1), ("within", 1)


def _are_named(group: Symmetric) -> bool:
    """Whether variables name members, more than two, as two have hardly any permutations."""
    return bool(group.members.references) and group.members.count > 2


def _parts(group: Group) -> Iterator[Group]:
    yield from group.factors if isinstance(group, Product) else (group,)
