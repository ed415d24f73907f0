"""What events do to sets: images, preimages, and everything that is reachable forward or backward."""

from __future__ import annotations

from collections.abc import Iterable

from vsym.diagrams.events import Event
from vsym.diagrams.firing import Firing
from vsym.diagrams.nodes import ANY, EMPTY
from vsym.diagrams.program import Direction, compile_event
from vsym.diagrams.saturation import Saturation
from vsym.diagrams.space import Space, StateSet


class Relation:
    """The step relation of some events on one space: a step is a step of any of them.

    Results are remembered as long as the relation is in use, so ask the same one again where possible. Raises
    ValueError for an event that names a level that does not exist. Every method may raise OutOfNodes, and what the
    space's `check` raises.
    """

    def __init__(self, space: Space, events: Iterable[Event]) -> None:
        self._space = space
        self._events = tuple(events)
        self._forward = _Direction(space, self._events, "forward")
        self._backward = _Direction(space, self._events, "backward")
        space.remember(self)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events."""
        return self._events

    def forget(self) -> None:
        """Drop the remembered results."""
        self._forward.forget()
        self._backward.forget()

    def image(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        """Where one step leads from `states`, as far as that is in `within`."""
        return self._forward.step(states, within)

    def preimage(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        """From where one step leads into `states`, as far as that is in `within`."""
        return self._backward.step(states, within)

    def reachable(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        """Where any number of steps leads from what of `states` is in `within`, all the way inside it."""
        return self._forward.close(states, within)

    def reaching(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        """From where any number of steps leads to what of `states` is in `within`, all the way inside it.

        In CTL, this is E[within U (within & states)].
        """
        return self._backward.close(states, within)

    def enabled(self, states: StateSet) -> StateSet:
        """The part of `states` in which some event is enabled."""
        return states - self.deadlocks(states)

    def deadlocks(self, states: StateSet) -> StateSet:
        """The part of `states` in which no event is enabled."""
        stuck = states
        for event in self._events:
            stuck -= stuck.enabling([event])
        return stuck


class _Direction:
    """The events read one way."""

    def __init__(self, space: Space, events: tuple[Event, ...], direction: Direction) -> None:
        self._space = space
        compiled = (compile_event(space.sizes, event, direction) for event in events)
        self._programs = tuple(program for program in compiled if program is not None)
        self._firing = Firing(space.nodes, space.algebra)
        self._saturation = Saturation(space.nodes, space.algebra, self._firing, space.readers, self._programs)

    def forget(self) -> None:
        self._firing.forget()
        self._saturation.forget()

    def step(self, states: StateSet, within: StateSet | None) -> StateSet:
        space = self._space
        node, limit = space.unwrap(states), ANY if within is None else space.unwrap(within)
        found = EMPTY
        with space.deep():
            for program in self._programs:
                found = space.algebra.union(
                    found, self._firing.fire(space.readers.start(program, level=0), node, limit)
                )
        return space.wrap(found)

    def close(self, states: StateSet, within: StateSet | None) -> StateSet:
        space = self._space
        node, limit = space.unwrap(states), ANY if within is None else space.unwrap(within)
        with space.deep():
            return space.wrap(self._saturation.saturate(0, node, limit))
