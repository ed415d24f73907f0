"""Which element of a group takes one vector to another."""

from __future__ import annotations

from vsym.basics.options import RefusedError
from vsym.diagrams import Action, Group, Standard, UnknownStandardError, Vector, compose

MOST_IMAGES = 200_000
"""How many vectors of an orbit are looked at for one, where orbits have no standard vector."""


class Transport:
    """Elements of a group that take one vector to another."""

    def __init__(self, group: Group) -> None:
        self._group, self._standard = group, Standard(group)

    def taking(self, source: Vector, target: Vector) -> Action | None:
        """An element of the group that takes one vector to another, None where there is none.

        Raises RefusedError where it would have to be sought in too large an orbit.
        """
        if source == target:
            return Action.identity(len(source))
        try:
            return self._standard.taking(source, target)
        except UnknownStandardError:
            return _sought(self._group, source, target)


def _sought(group: Group, source: Vector, target: Vector) -> Action | None:
    """The same, layer by layer through the orbit."""
    known = {source: Action.identity(len(source))}
    layer = [source]
    while layer:
        following = []
        for vector in layer:
            for action in group.generators:
                image = action.apply(vector)
                if image not in known:
                    known[image] = compose(action, known[vector])
                    if image == target:
                        return known[image]
                    following.append(image)
        if len(known) > MOST_IMAGES:
            raise RefusedError(f"a state has more than {MOST_IMAGES:,} images under the group, too many to find a path")
        layer = following
    return None
