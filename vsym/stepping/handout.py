"""A model's states as a page can go through them: the texts about each, its possible steps, and where they lead. The
states are explored as a graph of one state of each orbit, or until a goal is found.

Where a step leads to a state that another one stands for, the page has to exchange names for the path to go on:
`renamed` says which.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import islice
from typing import Generic

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.stepping.protocol import Choice, Disabled, StateT, Stepper, StepT


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
    """The steps to a goal and the states that they lead to. They are None where no goal was found; then `certain` tells
    if none is reachable."""

    taken: tuple[tuple[StepT, StateT], ...] | None
    certain: bool
    states: int


def way(
    stepper: Stepper[StateT, StepT],
    origins: Iterable[StateT],
    is_goal: Callable[[StateT], bool],
    room: int,
    budget: Budget,
) -> Way[StateT, StepT]:
    """A shortest way from one of some states to a goal, among at most `room` orbits; raises LimitReachedError.

    `is_goal` must have one value on each orbit.
    """
    before: list[tuple[StateT, int, StepT | None]] = [(state, -1, None) for state in origins]
    seen = {stepper.orbit(state) for state, _, _ in before}
    for place, (state, _, _) in enumerate(budget.paced(before, every=1)):
        if is_goal(state):
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


@frozen
class Option:
    """A choice: the place of the state that stands for where it leads, None where there is none on the page, and for
    each name in that state the one that it goes by, by their places; nothing where all keep theirs."""

    label: str
    by: str
    size: int
    target: int | None
    fault: str | None
    renamed: tuple[int, ...]


@frozen
class Scene:
    """A state: the value of each lane, the other rows about it, the possible choices, and the disabled steps."""

    cells: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    disabled: tuple[Disabled, ...]


@frozen
class Handout:
    """States, of which the first `starts` are initial, with their lanes, and the names that the page can exchange in
    all texts about them. `complete` if these are all."""

    title: str
    lanes: tuple[str, ...]
    names: tuple[str, ...]
    scenes: tuple[Scene, ...]
    starts: int
    complete: bool


@frozen
class Naming(Generic[StateT, StepT]):
    """The names of the elements of a model. For two states of one orbit, `between` gives the element of the second for
    which each of the first stands. `by` names those who can take each choice; `passing` are the rows that change with
    the names."""

    names: tuple[str, ...]
    between: Callable[[StateT, StateT], tuple[int, ...]]
    by: Callable[[StateT], tuple[str, ...]]
    passing: frozenset[str]


def handout(stepper: Stepper[StateT, StepT], naming: Naming[StateT, StepT], room: int, budget: Budget) -> Handout:
    """At most `room` states of a model, the nearest to the starts; raises LimitReachedError."""
    graph = quotient(stepper, room, budget)
    leaving: dict[int, list[Move[StateT, StepT]]] = {}
    for move in graph.moves:
        leaving.setdefault(move.source, []).append(move)
    scenes: list[Scene] = []
    lanes: tuple[str, ...] = ()
    for place, state in enumerate(budget.paced(graph.states, every=1)):
        view = stepper.view(state)
        lanes = tuple(name for name, _ in view.cells)
        options = []
        for move, by in zip(leaving.get(place, ()), naming.by(state), strict=True):
            choice, target = move.choice, move.target
            renamed: tuple[int, ...] = ()
            if target is not None and choice.target is not None and graph.states[target] != choice.target:
                renamed = naming.between(graph.states[target], choice.target)
            options.append(Option(choice.label, by, choice.size, target, choice.fault, renamed))
        rows = tuple(row for row in view.rows if row[0] not in naming.passing)
        cells = tuple(value for _, value in view.cells)
        scenes.append(Scene(cells, rows, tuple(options), stepper.disabled(state)))
    return Handout(stepper.name, lanes, naming.names, tuple(scenes), graph.starts, graph.complete)
