"""Steps from orbit to orbit, each orbit by its canonical states, and runs of a system from paths of its quotient.

A run collects permutations on the way. Which element of the group takes one vector to another is sought image by image.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from vsym.basics.options import RefusedError
from vsym.diagrams import Action, Group, Relation, Rows, Standard, StateSet, UnknownStandardError, compose
from vsym.engines.diagrams.encoding import Encoding
from vsym.logic.explaining import Route
from vsym.system.result import Path, PathKind, SystemPath
from vsym.system.step import Vector, errors, steps

_MOST_IMAGES = 200_000
"""The most vectors of an orbit that are computed to choose one, where orbits have no standard vector."""


class OrbitSteps:
    """The steps of a system on canonical sets of a group, without an automaton's own steps in deadlocks.

    Where all permutations of members in a row are symmetries, the steps are taken on counters in their place: there is
    one event where there was one for each member, and no set distinguishes the members. It makes no difference to the
    canonical sets. So it is up to `virtual` symmetry: an image of a step leads from orbit to orbit as one does.
    """

    def __init__(self, encoding: Encoding, group: Group, *, proved: bool, virtual: bool = False) -> None:
        self.encoding, self.group, self.virtual, self._proved = encoding, group, virtual, proved

    @cached_property
    def _counters(self) -> tuple[Rows, Relation] | None:
        """Counters, with the relation on them; None where there are none, or they would have more events."""
        rows = Rows.of(self.group) if self._proved and not self.encoding.relation.chains else None
        events = None if rows is None else rows.events(self.encoding.relation.events)
        if rows is None or events is None:
            return None
        return rows, Relation(self.encoding.space.beside(rows.rest.sizes), events)

    @property
    def on_counters(self) -> bool:
        """Tells if steps are taken on counters, and no set ever has the states of the system."""
        return self._counters is not None

    def canonical(self, states: StateSet) -> StateSet:
        """The canonical set of some states."""
        return self.group.canonical(states)

    def after(self, states: StateSet) -> StateSet:
        """The canonical set of the successors of states."""
        if self._counters is None:
            return self.canonical(self.encoding.relation.image(states))
        rows, relation = self._counters
        return rows.back(relation.image(rows.forward(states)))

    def before(self, states: StateSet) -> StateSet:
        """The canonical set of the predecessors of states; with counters, of all states in their orbits. Only
        these are the predecessors up to virtual symmetry, so that a `virtual` group must have counters here."""
        if self._counters is None:
            return self.canonical(self.encoding.relation.preimage(states))
        rows, relation = self._counters
        into = rows.forward(states)
        # Up to virtual symmetry, not every state of an orbit need have predecessors in the orbits before.
        return rows.back(relation.preimage(rows.rest.closure(into) if self.virtual else into))

    def reachable(self) -> StateSet:
        """The canonical set of all reachable states, those included that an automaton reaches in deadlocks."""
        encoding, stutter = self.encoding, self.encoding.stutter
        if self._counters is None:
            return self.canonical(encoding.reachable())
        rows, relation = self._counters
        states = rows.back(relation.reachable(rows.forward(encoding.initial)))
        return states if stutter is None else states | stutter.reachable(encoding.deadlocked(states))


class LiftingError(RuntimeError):
    """A path of the quotient is no path of the system: a permutation that was taken for a symmetry is none."""


def lifted(steps: OrbitSteps, initial: StateSet, route: Route[Vector], kind: PathKind) -> SystemPath:
    """A run whose states are in the orbits of a route's, the first of them one of `initial`.

    A lasso goes round until it is closed: each round permutes the state that comes back by the same symmetry once more.
    Up to virtual symmetry, it comes back to another state of the same orbit. Every step is one by the plain semantics
    of the system. Raises LiftingError where there is no such run.
    """
    lifting = _Lifting(steps, initial, route.path[0])
    lifting.follow(route.path)
    if route.loop is None:
        return lifting.path(kind, None)
    heads = {lifting.states[route.loop]: route.loop}
    while (head := lifting.states[-1]) not in heads:
        heads[head] = len(lifting.states) - 1
        lifting.follow(route.path[route.loop :])
    return lifting.path(kind, heads[head])


class _Lifting:
    """A run so far, and the action that makes its last state of the representative that it is at."""

    def __init__(self, steps: OrbitSteps, initial: StateSet, first: Vector) -> None:
        encoding, group = steps.encoding, steps.group
        self._encoding, self._transport, self._virtual = encoding, Transport(group), steps.virtual
        values = encoding.values(first)
        starts = encoding.single(first) & initial or group.closure(encoding.single(first)) & initial
        if not starts:
            raise LiftingError("no initial state is in the orbit of the first representative")
        start = starts.pick()
        here = self._transport.taking(values, start)
        if here is None:
            raise LiftingError("a state is not in the orbit that it was met in")
        self._here = here
        self.states, self._taken = [start], list[int | None]()

    def path(self, kind: PathKind, loop: int | None) -> SystemPath:
        """The run as a path of the system."""
        vectors = (self._encoding.system_part(self._encoding.vector(state)) for state in self.states)
        return Path(kind, tuple(vectors), tuple(self._taken), loop)

    def follow(self, route: Sequence[Vector]) -> None:
        """Go on from the first of some representatives, at which the run is, to the last one."""
        for before, after in pairwise(route):
            self._step(before, after)

    def _step(self, before: Vector, after: Vector) -> None:
        target = self._encoding.values(after)
        origin = self._encoding.vector(self.states[-1]) if self._virtual else before
        for reached in self._successors(origin, after):
            there = self._transport.taking(target, reached)
            if there is not None:
                self._here = compose(self._here, there)
                state = reached if self._virtual else self._here.apply(target)
                self._taken.append(self._event(self.states[-1], state))
                self.states.append(state)
                return
        raise LiftingError("there is no step from one orbit to the next")

    def _successors(self, before: Vector, after: Vector) -> Iterator[Vector]:
        """The values of the levels after each step from a state, with the next state of the automaton."""
        system, here = self._encoding.system, self._encoding.system_part(before)
        beside = after[len(here) :]
        stuck = True
        for _, reached in steps(system, here):
            stuck = False
            yield self._encoding.values((*reached, *beside))
        if stuck and next(errors(system, here), None) is None:
            yield self._encoding.values((*here, *beside))

    def _event(self, before: Vector, after: Vector) -> int | None:
        """The event of a step of the run."""
        try:
            return self._encoding.step(self._encoding.vector(before), self._encoding.vector(after))
        except ValueError as error:
            raise LiftingError("the image of a step under a permutation is none") from error


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
    elements = {source: Action.identity(len(source))}
    layer = [source]
    while layer:
        following = []
        for vector in layer:
            for action in group.generators:
                image = action.apply(vector)
                if image not in elements:
                    elements[image] = compose(action, elements[vector])
                    if image == target:
                        return elements[image]
                    following.append(image)
        if len(elements) > _MOST_IMAGES:
            most = f"{_MOST_IMAGES:,}"
            raise RefusedError(f"a state has more than {most} images under the group, too many to find a path")
        layer = following
    return None
