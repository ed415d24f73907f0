"""The pictures of the page, as far as there is time and Graphviz for them: without any, the page is complete."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import islice
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.basics.options import RefusedError
from vsym.checking.answer import Checked, Outcome
from vsym.checking.views.quotient import Neighbourhood
from vsym.logic.progress import progress
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import concrete_states
from vsym.reductions.counters.reduced import Reduced
from vsym.show.page.values import Figure
from vsym.show.pictures.drawing import svg
from vsym.show.pictures.graphviz import DrawingError
from vsym.show.pictures.local_states import local_states, ranking
from vsym.show.pictures.picture import Picture
from vsym.show.pictures.quotient import quotient, room
from vsym.show.pictures.witness import witness
from vsym.symmetry.virtual.witness import Witness
from vsym.system.result import ProvedRank

COUNTER_STATES = 12
CONCRETE_STATES = 100
"""The most reachable counter states, and the most concrete states, of a model whose quotient is drawn."""

WITNESSES = 12
"""The most witnesses that the page draws."""

SECONDS = 10.0
"""The most seconds that one picture may take; a picture that a person can read takes less than one."""


@frozen
class BrokenTransition:
    """A witness that is shown: in the model, or `at` some sizes in an instance of it, for a local transition."""

    model: Model
    label: str
    witness: Witness
    at: str = ""


@frozen
class Pictures:
    """The pictures that could be drawn; `undrawn` says why Graphviz drew no more, and `interrupted` that Ctrl-C
    ended the drawing."""

    states: Figure | None = None
    quotient: Figure | None = None
    witnesses: Mapping[int, Figure] = field(default_factory=dict)
    ranks: Mapping[str, tuple[Figure, ...]] = field(default_factory=dict)
    undrawn: str = ""
    interrupted: bool = False


Place = Literal["states", "quotient"] | int | tuple[str, int]
"""The place of a picture in the page: a number is that of a local transition, whose witness it shows, a name that of a
property, with the number of one of its goals."""

PlannedPicture = tuple[Place, str, Callable[[], Picture]]
"""The place of a picture, its caption and how to make it."""


def pictures(plans: Sequence[PlannedPicture], deadline: float | None, say: Callable[[str], None]) -> Pictures:
    """Draw one picture after another."""
    figures: dict[Place, Figure] = {}
    undrawn, interrupted = "", False
    try:
        for place, figure in _drawn(plans, deadline, say):
            figures[place] = figure
    except DrawingError as error:
        undrawn = str(error)
    except KeyboardInterrupt:
        interrupted = True
    of_witnesses = {place: figure for place, figure in figures.items() if isinstance(place, int)}
    of_ranks: dict[str, tuple[Figure, ...]] = {}
    for place, figure in figures.items():
        if isinstance(place, tuple):
            of_ranks[place[0]] = (*of_ranks.get(place[0], ()), figure)
    return Pictures(figures.get("states"), figures.get("quotient"), of_witnesses, of_ranks, undrawn, interrupted)


def picture_of_states(model: Model, starts: Callable[[Model], frozenset[str]]) -> PlannedPicture:
    """The local states of a process; `starts` finds those in which it can start."""
    caption = "The local states of one process, with the guards of its steps."
    return "states", caption, lambda: local_states(model, starts(model))


def pictures_of_witnesses(transitions: Mapping[int, BrokenTransition]) -> list[PlannedPicture]:
    """The pictures of broken local transitions, as far as there are few of them: a picture takes longer than a
    table."""
    first = islice(transitions.items(), WITNESSES)
    caption = "The step that one state has, and a state with the same counters that lacks it."
    return [(place, caption, partial(witness, one.model, one.label, one.witness)) for place, one in first]


def picture_of_quotient(checked: Checked, near: Callable[[Reduced, int], Neighbourhood]) -> list[PlannedPicture]:
    """The concrete states beside the counter states, where a person can take them all in; `near` finds them."""
    reached, total = checked.reached, concrete_states(checked.model)
    if reached is None or not reached.complete or reached.states > COUNTER_STATES:
        return []
    if checked.decided is None or checked.counters is None:
        return []
    if total is None or total > CONCRETE_STATES:
        return []
    caption = "The concrete states in their orbits, and the counter states that stand for them."
    reduced = Reduced.to(checked.decided.model, checked.counters)
    return [("quotient", caption, lambda: quotient(reduced, near(reduced, room(reduced.model))))]


def pictures_of_ranks(
    checked: Checked,
    proving: Callable[[Reduced, Outcome], Sequence[ProvedRank]],
    starts: Callable[[Model], frozenset[str]],
) -> list[PlannedPicture]:
    """The pictures of the ranks that prove properties, one for each goal of each property; `proving` finds the
    ranks."""
    if checked.decided is None or checked.counters is None:
        return []
    reduced = Reduced.to(checked.decided.model, checked.counters)
    plans: list[PlannedPicture] = []
    for outcome in checked.outcomes:
        goals = progress(outcome.property) if outcome.verdict.outcome == "holds" else None
        name = outcome.property.name
        for number in range(0 if goals is None else len(goals.parts)):

            def made(outcome: Outcome = outcome, number: int = number) -> Picture:
                rank = proving(reduced, outcome)[number]
                return ranking(reduced.model, reduced.counters, outcome.property.name, rank, starts(reduced.model))

            plans.append(((name, number), f"Why {name} holds.", made))
    return plans


def _drawn(
    plans: Sequence[PlannedPicture], deadline: float | None, say: Callable[[str], None]
) -> Iterator[tuple[Place, Figure]]:
    for place, caption, make in plans:
        seconds = SECONDS if deadline is None else min(SECONDS, deadline - time.monotonic())
        if seconds <= 0:
            return
        say("drawing")
        try:
            yield place, Figure(svg(make(), seconds), caption)
        except DrawingError:
            raise
        except (RefusedError, UndecidedError):
            continue
