"""The states nearest to the initial ones, in whole orbits, and the steps between them, beside the counter states."""

from __future__ import annotations

import itertools
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Generic, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import RangeError, State, Step, line_steps
from vsym.reductions.counters.abstraction import abstract, orbit_size
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.counters.starts import initial_orbit
from vsym.system.starts import initial_states as initial_vectors
from vsym.system.step import Vector
from vsym.system.step import steps as system_steps

IN_ORBIT = 12
"""The most states of an orbit that has all of them as members; a larger orbit has half this many members."""

# The states and steps after which the search for reachable states ends.
_KNOWN_STATES = 2_000
_KNOWN_STEPS = 20_000

S = TypeVar("S", covariant=True)

Arrow: TypeAlias = tuple[str, str]
"""The local states that a process leaves and enters."""


@frozen
class Move(Generic[S]):
    """A step from one state, or one vector, to another, and the arrow that a process takes."""

    source: S
    arrow: Arrow
    target: S


@frozen
class Orbit:
    """The reachable states with the counters and shared values of `vector`; `initial` if one of them is.

    `members` are those that have a place, `reachable` is how many are known to be reachable, `size` how many there are,
    reachable or not. In a `deadlocked` orbit no state has a step.
    """

    vector: Vector
    members: tuple[State, ...]
    reachable: int
    size: int
    initial: bool
    deadlocked: bool


@frozen
class Neighbourhood:
    """Orbits near the initial states, nearest first, and the steps between their members and between their vectors.

    `complete` if the search found all reachable states. `reachable` is the number of states found, `reachable_orbits`
    that of their orbits. `outside` if some step would leave a shared variable's range; such a step is not taken.
    """

    orbits: tuple[Orbit, ...]
    initial: frozenset[State]
    moves: tuple[Move[State], ...]
    abstract_moves: tuple[Move[Vector], ...]
    reachable: int
    reachable_orbits: int
    complete: bool
    outside: bool

    @property
    def whole(self) -> bool:
        """True where every reachable state is a member."""
        return self.complete and sum(len(orbit.members) for orbit in self.orbits) == self.reachable


def neighbourhood(reduced: Reduced, room: int, budget: Budget) -> Neighbourhood:
    """The orbits of a model under the blocks of its counters, as many as there is room for their members.

    Raises LimitReachedError.
    """
    model, counters = reduced.model, reduced.counters
    initial = list(budget.paced(itertools.islice(initial_states(reduced), _KNOWN_STATES)))
    seen = dict.fromkeys(initial)
    queue = deque(initial)
    taken = 0
    outside = False
    while queue and len(seen) < _KNOWN_STATES and taken < _KNOWN_STEPS:
        budget.check()
        state = queue.popleft()
        inside, leaving = steps_inside(model, state)
        outside |= leaving
        taken += len(inside)
        for step in inside:
            if step.target not in seen:
                seen[step.target] = None
                queue.append(step.target)
    members = defaultdict[Vector, list[State]](list)
    for state in seen:
        members[abstract(counters, state)].append(state)
    starts = frozenset(initial)
    # There is always room for the first two orbits.
    places = [*itertools.accumulate(len(_with_place(states)) for states in members.values())]
    fitting = [vector for number, vector in enumerate(members) if places[number] <= room or number < 2]
    orbits = tuple(_orbit(reduced, vector, members[vector], starts) for vector in fitting)
    complete = not queue and len(initial) < _KNOWN_STATES
    placed = dict.fromkeys(state for orbit in orbits for state in orbit.members)
    moves = (
        Move(state, (step.transition.source, step.transition.target), step.target)
        for state in placed
        for step in steps_inside(model, state)[0]
        if step.target in placed
    )
    vectors = dict.fromkeys(orbit.vector for orbit in orbits)
    abstract_moves = (
        Move(vector, (counters.transitions[number].source, counters.transitions[number].target), target)
        for vector in vectors
        for number, target in system_steps(reduced.system, vector)
        if target in vectors
    )
    return Neighbourhood(
        orbits, starts, tuple(moves), tuple(abstract_moves), len(seen), len(members), complete, outside
    )


def initial_states(reduced: Reduced) -> Iterator[State]:
    """The initial states, orbit by orbit; they may be very many."""
    for vector in initial_vectors(reduced.system):
        yield from initial_orbit(reduced.model, reduced.counters, vector)


def steps_inside(model: Model, state: State) -> tuple[list[Step], bool]:
    """The steps from a state, and whether another one would leave a shared variable's range."""
    inside: list[Step] = []
    outside = False
    for transition in model.transitions:
        for line in transition.lines:
            try:
                inside += line_steps(model, state, transition, line)
            except RangeError:
                outside = True
    return inside, outside


def _with_place(states: list[State]) -> list[State]:
    return states if len(states) <= IN_ORBIT else states[: IN_ORBIT // 2]


def _orbit(reduced: Reduced, vector: Vector, states: list[State], starts: frozenset[State]) -> Orbit:
    return Orbit(
        vector,
        tuple(_with_place(states)),
        reachable=len(states),
        size=orbit_size(reduced.counters, vector),
        initial=any(state in starts for state in states),
        # One of its states is deadlocked if and only if all are.
        deadlocked=steps_inside(reduced.model, states[0]) == ([], False),
    )
