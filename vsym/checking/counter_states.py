"""The first states of a program's counters and the steps between them: what a picture shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.system.step import Vector, steps

if TYPE_CHECKING:
    from vsym.reductions.process_counters.model import CounterModel


@frozen
class CounterGraph:
    """Counter states in the order in which they are reached, those that are starts, and steps by the places of the
    states, each with the number of its event. `complete` if these are all the reachable states."""

    states: tuple[Vector, ...]
    starts: frozenset[int]
    steps: tuple[tuple[int, int, int], ...]
    complete: bool


def counter_graph(model: CounterModel, room: int, budget: Budget) -> CounterGraph:
    """At most `room` states, the nearest to the starts, with all steps between them.

    Raises LimitReachedError at a limit of the budget.
    """
    from vsym.engines.explicit.initial import initial_vectors

    starts = [tuple(map(int, vector)) for vectors in initial_vectors(model.system) for vector in vectors]
    places = {state: place for place, state in enumerate(starts[:room])}
    complete = len(starts) <= room
    found: list[tuple[int, int, int]] = []
    queue = [*places]
    for state in budget.paced(queue, every=1):
        for number, then in steps(model.system, state):
            if then not in places:
                if len(places) == room:
                    complete = False
                    continue
                places[then] = len(places)
                queue.append(then)
            found.append((places[state], number, places[then]))
    return CounterGraph(tuple(places), frozenset(range(min(len(starts), room))), tuple(found), complete)
