"""A model's states as a page can go through them: what is said of each, what is possible, and where it leads.

A state stands for its orbit. Where a step leads to a state that another one stands for, names have to be exchanged for
the path to go on: `renamed` says which.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.stepping.exploring import Move, quotient
from vsym.stepping.protocol import Choice, Disabled, StateT, Stepper, StepT


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
    """A state: the value of each lane, what else is said of it, what is possible and what is not."""

    cells: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    disabled: tuple[Disabled, ...]


@frozen
class Handout:
    """States, of which the first `starts` are initial, with their lanes, and names that can be exchanged in all that
    is said of them. `complete` if these are all."""

    title: str
    lanes: tuple[str, ...]
    names: tuple[str, ...]
    scenes: tuple[Scene, ...]
    starts: int
    complete: bool


@frozen
class Naming(Generic[StateT, StepT]):
    """How a kind of model tells of its elements: their names, which element of one state each of another one stands
    for where symmetry calls the two the same, who can take a choice, and which rows change with the names."""

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
        options = tuple(
            _option(move.choice, by, move.target, graph.states, naming)
            for move, by in zip(leaving.get(place, ()), naming.by(state), strict=True)
        )
        rows = tuple(row for row in view.rows if row[0] not in naming.passing)
        scenes.append(Scene(tuple(value for _, value in view.cells), rows, options, stepper.disabled(state)))
    return Handout(stepper.name, lanes, naming.names, tuple(scenes), graph.starts, graph.complete)


def _option(
    choice: Choice[StateT, StepT],
    by: str,
    place: int | None,
    states: tuple[StateT, ...],
    naming: Naming[StateT, StepT],
) -> Option:
    renamed: tuple[int, ...] = ()
    if place is not None and choice.target is not None and states[place] != choice.target:
        renamed = naming.between(states[place], choice.target)
    return Option(choice.label, by, choice.size, place, choice.fault, renamed)
