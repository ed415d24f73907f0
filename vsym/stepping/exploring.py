"""The states that steps lead to, one of each orbit: as a graph, or until one is found that is looked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import islice
from typing import Generic

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.stepping.protocol import Choice, StateT, Stepper, StepT


@frozen
class Move(Generic[StateT, StepT]):
    """A choice in the state at a place, and the place of the state that stands for the orbit it leads to; None where it
    ends in an error, or the orbit has no place."""

    source: int
    choice: Choice[StateT, StepT]
    target: int | None


@frozen
class Quotient(Generic[StateT, StepT]):
    """States in the order in which they are reached, one of each orbit, the number of `starts` among them, and their
    moves. `complete` if these are all that can be reached."""

    states: tuple[StateT, ...]
    starts: int
    moves: tuple[Move[StateT, StepT], ...]
    complete: bool


def quotient(stepper: Stepper[StateT, StepT], room: int, budget: Budget) -> Quotient[StateT, StepT]:
    """At most `room` states, the nearest to the starts, with the moves between them; raises LimitReachedError."""
    starts = [*islice(stepper.starts(), room + 1)]
    places: dict[Hashable, int] = {}
    queue: list[StateT] = []
    for state in starts[:room]:
        if places.setdefault(stepper.orbit(state), len(queue)) == len(queue):
            queue.append(state)
    begun, complete = len(queue), len(starts) <= room
    moves: list[Move[StateT, StepT]] = []
    for source, state in enumerate(budget.paced(queue, every=1)):
        for choice in stepper.choices(state):
            place: int | None = None
            if choice.target is not None:
                orbit = stepper.orbit(choice.target)
                if orbit not in places and len(queue) < room:
                    places[orbit] = len(queue)
                    queue.append(choice.target)
                place = places.get(orbit)
                complete &= place is not None
            moves.append(Move(source, choice, place))
    return Quotient(tuple(queue), begun, tuple(moves), complete)


@frozen
class Way(Generic[StateT, StepT]):
    """The steps to a state that was looked for and the states that they lead to, None where none was found; then it is
    `certain` whether there is none."""

    taken: tuple[tuple[StepT, StateT], ...] | None
    certain: bool
    states: int


def way(
    stepper: Stepper[StateT, StepT],
    origins: Iterable[StateT],
    wanted: Callable[[StateT], bool],
    room: int,
    budget: Budget,
) -> Way[StateT, StepT]:
    """A shortest way from some state to one that is wanted, among at most `room` orbits; raises LimitReachedError.

    Where symmetry calls two states the same, either both or none must be wanted.
    """
    before: list[tuple[StateT, int, StepT | None]] = [(state, -1, None) for state in origins]
    seen = {stepper.orbit(state) for state, _, _ in before}
    for place, (state, _, _) in enumerate(budget.paced(before, every=1)):
        if wanted(state):
            return Way(_back(before, place), certain=True, states=len(before))
        for choice in stepper.choices(state):
            if choice.target is None or (orbit := stepper.orbit(choice.target)) in seen:
                continue
            if len(before) == room:
                return Way(None, certain=False, states=len(before))
            seen.add(orbit)
            before.append((choice.target, place, choice.step))
    return Way(None, certain=True, states=len(before))


def _back(before: list[tuple[StateT, int, StepT | None]], place: int) -> tuple[tuple[StepT, StateT], ...]:
    """The steps that lead to a place, from the first on."""
    taken: list[tuple[StepT, StateT]] = []
    state, source, step = before[place]
    while step is not None:
        taken.append((step, state))
        state, source, step = before[source]
    return tuple(reversed(taken))
