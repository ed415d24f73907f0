"""Which element of a group takes one vector to another."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.options import RefusedError
from vsym.diagrams.symmetry.action import Action, Vector, compose
from vsym.diagrams.symmetry.group import Group

MOST_IMAGES = 200_000
"""How many vectors of an orbit are looked at for one, where orbits have no standard vector."""


def standard(actions: Sequence[Action], vector: Vector) -> tuple[Vector, Action]:
    """What a vector is brought down to by some actions, as canonical sets are, and the action that takes it there."""
    taken = Action.identity(len(vector))
    order = list(actions)
    while True:
        before = vector
        for action in order:
            image = action.apply(vector)
            if image < vector:
                vector, taken = image, compose(action, taken)
        if vector == before:
            return vector, taken
        order.reverse()


def taking(group: Group, source: Vector, target: Vector) -> Action | None:
    """An element of the group that takes one vector to another, None where there is none.

    Raises RefusedError where it would have to be sought in too large an orbit.
    """
    if source == target:
        return Action.identity(len(source))
    monotonic = group.monotonic()
    least, down = standard(monotonic.actions, source)
    other, back = standard(monotonic.actions, target)
    if least == other:
        return compose(back.inverse, down)
    return None if monotonic.proved else _sought(group, source, target)


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
