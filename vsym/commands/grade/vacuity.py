"""What lets a property hold whatever its author meant: no step, no fair path, or an implication without a case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import TRUE, Formula, Temporal, negate
from vsym.logic.properties import Property
from vsym.stepping.protocol import Stepper

UNFAIR = "no path from an initial state is fair"
IDLE = "no step changes anything"
NEVER_TRUE = "a left side of `->` in it is never true"


@frozen
class Doubt:
    """A question beside a property: where it holds (`outcome`), so does the property, for the `reason`."""

    of: str
    question: Property
    outcome: str
    reason: str


def doubts(prop: Property, premises: Sequence[Formula], *, fair: bool) -> Iterator[Doubt]:
    """The questions on a property with these premises, in a model in which not every path counts if it is `fair`."""
    for number, premise in enumerate(premises, 1):
        never = Property(f"{prop.name}: premise {number}", "invariant", negate(premise), "", prop.span)
        yield Doubt(prop.name, never, "holds", NEVER_TRUE)
    if fair:
        started = Property(f"{prop.name}: fair start", "ctl", Temporal("EG", (TRUE,)), "", prop.span)
        yield Doubt(prop.name, started, "violated", UNFAIR)


def reasons(doubts: Sequence[Doubt], outcomes: Mapping[str, str]) -> dict[str, str]:
    """Why properties hold vacuously, by the outcomes of the questions on them."""
    return {one.of: one.reason for one in reversed(doubts) if outcomes.get(one.question.name) == one.outcome}


def is_idle(stepper: Stepper[Any, Any], budget: Budget) -> bool:
    """Whether every step from every initial state leads back to it; raises LimitReachedError."""
    return all(
        choice.target == state for state in budget.paced(stepper.starts(), every=1) for choice in stepper.choices(state)
    )
