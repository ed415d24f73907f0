"""Whether actions are monotonic for a group, on all vectors of some sizes: a question for tests of small sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym.diagrams.space import Space
from vsym.diagrams.symmetry.action import Action
from vsym.diagrams.symmetry.group import Group


def is_monotonic(actions: Iterable[Action], group: Group, sizes: Sequence[int]) -> bool:
    """Whether each vector that an element of the group makes smaller is made smaller by one of the actions.

    Every element is taken one by one. Raises ValueError if an action or the group is not one on vectors of these sizes.
    """
    space = Space(sizes)
    least = space.full
    for action in actions:
        least -= least.reduced_by(action)
    group.check(least)
    return not any(least.reduced_by(element) for element in group.elements())
