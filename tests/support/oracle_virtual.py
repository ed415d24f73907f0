"""Virtual symmetry straight from its definition: a graph by its successors, a group by generators, orbits by closure.

A group G of maps of states is virtual on a set V that it does not leave if for all s in V, steps s → t and σ in G some
σ' in G has σs → σ't: if all members of an orbit lead to the same orbits. ERROR is the target of every firing that ends
in an error, and every map keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

State = TypeVar("State", bound=Hashable)
ERROR: Final = None
_ERRORS: Final = -1
Successors: TypeAlias = Callable[[State], Iterable["State | None"]]
Map: TypeAlias = Callable[[State], State]
"""A map of states, one to one."""


class TooManyError(Exception):
    """More states than were to be closed."""


class Unanswered(NamedTuple, Generic[State]):
    """A step that some state of the orbit of its source has no answer to."""

    source: State
    target: State | None
    without: State


class Closed(Generic[State]):
    """The least set of states with the start states that neither the generators nor the steps leave.

    No steps go on from states for which `assumed` is false, and none of these is to be answered.
    """

    def __init__(
        self,
        starts: Iterable[State],
        successors: Successors[State],
        generators: Sequence[Map[State]],
        *,
        assumed: Callable[[State], bool] = lambda _: True,
        most: int = 100_000,
    ) -> None:
        self._generators = generators
        self._assumed = assumed
        self._orbits: list[list[State]] = []
        self._number: dict[State, int] = {}
        self.starts = tuple(dict.fromkeys(starts))
        self.after: dict[State, frozenset[State | None]] = {}
        waiting = list(dict.fromkeys(map(self.orbit, self.starts)))
        known = set(waiting)
        for number in waiting:
            for state in self._orbits[number]:
                self.after[state] = frozenset(successors(state))
                if len(self.after) > most:
                    raise TooManyError
                fresh = {self.orbit(target) for target in self.after[state] if assumed(state)} - known - {_ERRORS}
                known |= fresh
                waiting += sorted(fresh)
        self.members = [self._orbits[number] for number in waiting]

    def orbit(self, state: State | None) -> int:
        """The number of a state's orbit, one of its own for ERROR. A state outside the set has an orbit as well."""
        if state is ERROR:
            return _ERRORS
        if state not in self._number:
            orbit = [state]
            self._number[state] = len(self._orbits)
            for member in orbit:
                for generator in self._generators:
                    if (image := generator(member)) not in self._number:
                        self._number[image] = len(self._orbits)
                        orbit.append(image)
            self._orbits.append(orbit)
        return self._number[state]

    def signature(self, state: State) -> frozenset[int]:
        """The orbits that a state leads to."""
        return frozenset(map(self.orbit, self.after[state]))

    def unanswered(self) -> Iterator[Unanswered[State]]:
        """The steps against the definition: there are none if and only if the group is virtual."""
        for orbit in self.members:
            for source in filter(self._assumed, orbit):
                for target in self.after[source]:
                    for other in orbit:
                        if self.orbit(target) not in self.signature(other):
                            yield Unanswered(source, target, other)

    @property
    def virtual(self) -> bool:
        """True if the group is virtual on these states."""
        return next(self.unanswered(), None) is None

    def keeps(self, atom: Callable[[State], object]) -> bool:
        """True if an atom has one value on each orbit."""
        return all(len({atom(state) for state in orbit}) == 1 for orbit in self.members)

    def reachable(self) -> list[State]:
        """The states that can be reached from a start state."""
        level = list(self.starts)
        known = set(level)
        for state in filter(self._assumed, level):
            fresh = [one for one in self.after[state] if one is not ERROR and one not in known]
            known.update(fresh)
            level += fresh
        return level

    def reached(self) -> int:
        """The number of orbits that have a reachable state."""
        return len(set(map(self.orbit, self.reachable())))
