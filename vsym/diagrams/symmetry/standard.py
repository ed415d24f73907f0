"""The standard vector of each orbit, and an element that takes a vector there: canonical sets for a single vector.

Members are sorted by their key: their levels, and which other levels name them. Where members of one kind name those of
another, the named ones are sorted first, by the counters of the naming ones, and then the naming ones by their key.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from vsym.diagrams.symmetry.action import Action, Vector, compose
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.group import MOST_ELEMENTS, Group
from vsym.diagrams.symmetry.product import Product
from vsym.diagrams.symmetry.symmetric import Symmetric


class UnknownStandardError(Exception):
    """vsym knows no standard vectors for the orbits of a group."""


class Standard:
    """The standard vectors of the orbits of a group, with the elements found so far remembered.

    The methods raise UnknownStandardError.
    """

    def __init__(self, group: Group) -> None:
        self._group = group
        self._actions: dict[Vector, Action] = {}

    def taking(self, source: Vector, target: Vector) -> Action | None:
        """An element of the group that takes one vector to another, None where there is none."""
        if self._name(source) != self._name(target):
            return None
        return compose(self.action(target).inverse, self.action(source))

    def action(self, vector: Vector) -> Action:
        """The element of the group that takes a vector to the standard one of its orbit."""
        if vector not in self._actions:
            self._actions[vector] = self._action(vector)
        return self._actions[vector]

    def _name(self, vector: Vector) -> Vector:
        """A name that only the vector's orbit has; with counters, vsym need not find which member has which values."""
        if self._counted is None:
            return self.action(vector).apply(vector)
        counters, others = self._counted
        return others.standard(counters.vector(vector))[0]

    @cached_property
    def _counted(self) -> tuple[Counted, _OnCounters] | None:
        if not isinstance(self._group, Product) or self._group.counted is None:
            return None
        counters, others = self._group.counted
        own = [factor for factor in self._group.factors if factor.row != counters.members]
        if not isinstance(others, Product) or not others.independent or len(others.factors) != len(own):
            return None
        return counters, _OnCounters(counters, own, others.factors)

    @cached_property
    def _parts(self) -> tuple[Standard, ...] | None:
        """The standard vectors of the factors, where these are independent; else None."""
        group = self._group
        return tuple(map(Standard, group.factors)) if isinstance(group, Product) and group.independent else None

    def _action(self, vector: Vector) -> Action:
        if self._counted is not None:
            counters, others = self._counted
            named = others.standard(counters.vector(vector))[1]
            return compose(counters.members.sorting(named.apply(vector)), named)
        if self._parts is not None:
            taken = Action.identity(len(vector))
            for part in self._parts:
                taken = compose(part.action(taken.apply(vector)), taken)
            return taken
        if isinstance(self._group, Symmetric) and self._group.members.comparable:
            return self._group.members.sorting(vector)
        monotonic = self._group.monotonic
        if not monotonic.proved:
            raise UnknownStandardError
        return _brought_down(monotonic.actions, vector)


class _OnCounters:
    """Groups and their counterparts on vectors with counters, each independent of the others there."""

    def __init__(self, counters: Counted, own: Sequence[Group], others: Sequence[Group]) -> None:
        self._counters = counters
        self._pairs = [(one, other, Standard(other)) for one, other in zip(own, others, strict=True)]
        self._elements: dict[int, list[tuple[Action, Action]]] = {}
        self._known: dict[Vector, tuple[Vector, Action]] = {}

    def standard(self, counts: Vector) -> tuple[Vector, Action]:
        """The standard vector with counters, and an element that takes any vector with these there."""
        if counts not in self._known:
            image, taken = counts, Action.identity(len(self._counters.members.sizes))
            for number, (own, other, standard) in enumerate(self._pairs):
                if isinstance(own, Symmetric) and isinstance(other, Symmetric) and other.members.comparable:
                    action = standard.action(image)
                    images = other.members.images(action) if action else range(own.members.count)
                    assert images is not None
                    element = own.members.renamed(images)
                else:
                    element, action = min(self._both(number, own), key=lambda pair: pair[1].apply(image))
                image, taken = action.apply(image), compose(element, taken)
            self._known[counts] = image, taken
        return self._known[counts]

    def _both(self, number: int, own: Group) -> list[tuple[Action, Action]]:
        """The elements of a group, each with its action on counters."""
        if number not in self._elements:
            if own.order > MOST_ELEMENTS:
                raise UnknownStandardError
            self._elements[number] = [(one, self._counters.action(one)) for one in own.elements()]
        return self._elements[number]


def _brought_down(actions: Sequence[Action], vector: Vector) -> Action:
    """The action that takes a vector down by some others, one after the other, until none makes it smaller."""
    taken, smaller = Action.identity(len(vector)), True
    while smaller:
        smaller = False
        for action in actions:
            image = action.apply(vector)
            if image < vector:
                vector, taken, smaller = image, compose(action, taken), True
    return taken
