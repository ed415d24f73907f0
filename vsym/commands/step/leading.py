"""Where a condition is true: a path to there from a state, or else from a start, or that there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.commands.step.desk import Desk, Shown
from vsym.stepping.protocol import StateT, StepT
from vsym.stepping.walk import Walk

if TYPE_CHECKING:
    from vsym.models.text import Observation


@frozen
class Lead(Generic[StateT, StepT]):
    """What is to be said, and the path `on` from the state, or one `anew` from a start; neither where none is known."""

    said: str
    on: Walk[StateT, StepT] | None = None
    anew: Shown[StateT, StepT] | None = None


def lead(desk: Desk, state: StateT, observed: Observation) -> Lead[StateT, StepT]:
    """A shortest path from a state to one in which a condition is true; raises RefusedError for what is no condition,
    and what takes too long raises UndecidedError."""
    found = desk.way(state, observed)
    if found.taken is not None:
        steps, states = tuple(step for step, _ in found.taken), tuple(one for _, one in found.taken)
        told = f"{plural(len(steps), 'step')} to it" if steps else "it is so already"
        return Lead(told, on=Walk((state, *states), steps))
    here = "from here it is not possible" if found.certain else f"not found among {found.states:,} orbits from here"
    shown = desk.from_start(observed)
    if shown.walk is None:
        never = "it is never possible" if shown.verdict == "holds" else f"from a start: {shown.verdict}"
        return Lead(f"{here}; {never}")
    return Lead(f"{here}; this path from a start leads to it", anew=shown)
