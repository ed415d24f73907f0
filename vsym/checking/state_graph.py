"""The first states of a transition system and the steps between them, by its plain semantics, for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.logic.formula import Formula
from vsym.models.protocol import Semantics
from vsym.system import step
from vsym.system.starts import initial_states
from vsym.system.step import Vector
from vsym.system.system import System

StateT = TypeVar("StateT")
StepT = TypeVar("StepT")


@frozen
class StateGraph(Generic[StateT, StepT]):
    """States in the order in which they are reached, those that are starts, and steps by the places of the states.

    `complete` if these are all the reachable states.
    """

    states: tuple[StateT, ...]
    starts: frozenset[int]
    steps: tuple[tuple[int, StepT, int], ...]
    complete: bool


def state_graph(
    semantics: Semantics[StateT, StepT], room: int, budget: Budget = UNLIMITED
) -> StateGraph[StateT, StepT]:
    """At most `room` states, the nearest to the starts, with all steps between them.

    Raises LimitReachedError at a limit of the budget.
    """
    states = dict[StateT, None]()
    for state in semantics.initial():
        states[state] = None
        if len(states) > room:
            break
    starts = [*states]
    places: dict[StateT, int] = {state: place for place, state in enumerate(starts[:room])}
    complete = len(starts) <= room
    steps: list[tuple[int, StepT, int]] = []
    queue = [*places]
    for state in budget.paced(queue, every=1):
        for taken, then in semantics.steps(state):
            if then not in places:
                if len(places) == room:
                    complete = False
                    continue
                places[then] = len(places)
                queue.append(then)
            steps.append((places[state], taken, places[then]))
    return StateGraph(tuple(places), frozenset(range(min(len(starts), room))), tuple(steps), complete)


@frozen
class SystemSemantics:
    """The plain semantics of a system whose initial states can be listed; a step is the number of its event."""

    system: System

    def initial(self) -> Iterator[Vector]:
        """Every initial state."""
        return initial_states(self.system)

    def steps(self, state: Vector, /) -> Iterator[tuple[int, Vector]]:
        """Every event that is enabled in a state, with where it leads."""
        return iter(step.steps(self.system, state))

    def holds(self, predicate: Formula, state: Vector, /) -> bool:
        """True where a predicate holds in a state."""
        return step.holds(self.system, predicate, state)
