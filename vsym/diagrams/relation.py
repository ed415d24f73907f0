"""Relations of events on sets: images, preimages, and everything that is reachable forward or backward."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from vsym.diagrams.events import Event, check_levels
from vsym.diagrams.firing import Firing, Together
from vsym.diagrams.nodes import ANY
from vsym.diagrams.reader import Program, compile_event
from vsym.diagrams.saturation import Saturation
from vsym.diagrams.space import Space, StateSet
from vsym.diagrams.transfers import Chain, ChainFiring


class Relation:
    """The step relation of some events, and of some chains of events, on one space: a step is a step of any of them.

    It consists of `events` and `chains`. It remembers results as long as it is in use, so use the same relation again
    where possible. Raises ValueError for an event or chain that names a level that does not exist. Every method may
    raise OutOfNodes, and what the space's `check` raises.
    """

    def __init__(self, space: Space, steps: Iterable[Event | Chain]) -> None:
        self._space = space
        steps = tuple(steps)
        self.events = tuple(step for step in steps if isinstance(step, Event))
        self.chains = tuple(step for step in steps if isinstance(step, Chain))
        for event in self.events:
            check_levels(space.sizes, event)
        for chain in self.chains:
            chain.check(space.sizes)
        self._forward = _Direction(space, self.events, self.chains, "forward")
        self._backward = _Direction(space, self.events, self.chains, "backward")
        space.remember(self)

    def forget(self) -> None:
        """Drop the remembered results."""
        self._forward.forget()
        self._backward.forget()

    def image(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        """The successors of `states` that are in `within`."""
        return self._forward.step(states, within)

    def preimage(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        """The states in `within` from which one step leads into `states`."""
        return self._backward.step(states, within)

    def leads(self, states: StateSet, within: StateSet | None = None) -> bool:
        """Tells if some step leads from `states` into `within`: much less work than their image."""
        return self._forward.leads(states, within)

    def reachable(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        """The states reached from `states` by any number of steps; with `within`, from those and by steps inside it."""
        return self._forward.close(states, within)

    def reaching(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        """The states from which any number of steps inside `within` leads to a state of `states` in `within`.

        In CTL, this is E[within U (within & states)].
        """
        return self._backward.close(states, within)


class _Direction:
    """The events and the chains read one way."""

    def __init__(
        self,
        space: Space,
        events: tuple[Event, ...],
        chains: tuple[Chain, ...],
        direction: Literal["forward", "backward"],
    ) -> None:
        self._space, self._events, self._direction = space, events, direction
        firing = self._firing = Firing(space.nodes, space.algebra)
        made = (
            ChainFiring(space.nodes, space.algebra, firing, space.readers, space.joints, one, direction)
            for one in chains
        )
        self._chains = tuple(one for one in made if one.possible)

    @cached_property
    def _programs(self) -> tuple[Program, ...]:
        compiled = (compile_event(self._space.sizes, event, self._direction) for event in self._events)
        return tuple(program for program in compiled if program is not None)

    @cached_property
    def _saturation(self) -> Saturation:
        space = self._space
        return Saturation(space.nodes, space.algebra, self._firing, space.readers, self._programs, self._chains)

    @cached_property
    def _together(self) -> Together:
        space = self._space
        return Together(space.algebra, self._firing, space.readers, space.joints, self._programs)

    def forget(self) -> None:
        self._firing.forget()
        for chain in self._chains:
            chain.forget()
        if "_saturation" in self.__dict__:
            self._saturation.forget()

    def step(self, states: StateSet, within: StateSet | None) -> StateSet:
        space = self._space
        node, limit = space.unwrap(states), ANY if within is None else space.unwrap(within)
        with space.deep():
            result = self._together.image(node, 0, limit)
            for chain in self._chains:
                result = space.algebra.union(result, chain.image(node, 0, limit))
        return space.wrap(result)

    def leads(self, states: StateSet, within: StateSet | None) -> bool:
        space = self._space
        node, limit = space.unwrap(states), ANY if within is None else space.unwrap(within)
        with space.deep():
            starts = (space.readers.start(program, level=0) for program in self._programs)
            return any(self._firing.leads(start, node, limit) for start in starts) or any(
                chain.image(node, 0, limit) for chain in self._chains
            )

    def close(self, states: StateSet, within: StateSet | None) -> StateSet:
        space = self._space
        node, limit = space.unwrap(states), ANY if within is None else space.unwrap(within)
        if node == limit:
            return states
        with space.deep():
            return space.wrap(self._saturation.saturate(0, node, limit))
