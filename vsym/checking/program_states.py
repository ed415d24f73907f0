"""The first states of a program and the steps between them, by the plain semantics: what a picture shows."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing, Semantics, State


@frozen
class StateGraph:
    """States in the order in which they are reached, those that are starts, and steps by the places of the states.

    `complete` if these are all the reachable states.
    """

    states: tuple[State, ...]
    starts: frozenset[int]
    steps: tuple[tuple[int, Firing, int], ...]
    complete: bool


def state_graph(program: Program, room: int, budget: Budget = UNLIMITED) -> StateGraph:
    """At most `room` states, the nearest to the starts, with all steps between them.

    Raises LimitReachedError at a limit of the budget.
    """
    semantics = Semantics(program)
    starts = dict.fromkeys(fired.state for fired in semantics.starts() if fired.state is not None)
    places = {state: place for place, state in enumerate([*starts][:room])}
    complete = len(starts) <= room
    steps: list[tuple[int, Firing, int]] = []
    queue = [*places]
    for state in budget.paced(queue, every=1):
        for fired in semantics.fire(state):
            if fired.state is None:
                continue
            if fired.state not in places:
                if len(places) == room:
                    complete = False
                    continue
                places[fired.state] = len(places)
                queue.append(fired.state)
            steps.append((places[state], fired.firing, places[fired.state]))
    return StateGraph(tuple(places), frozenset(range(min(len(starts), room))), tuple(steps), complete)
