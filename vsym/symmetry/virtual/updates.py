"""The assignments of steps, in a normal form, and which of them could give the same values."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from vsym.basics.limits import Budget
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import GuardedUpdate
from vsym.models.counting.processes import Processes

Update = tuple[tuple[str, Linear], ...]
"""The assignments of a step, sorted by variable, without those that keep a value; Linear over pre-step values."""

Shape = frozenset[tuple[str, Linear]]
"""What an update assigns but for the constants: updates of one shape that are not the same never agree."""


def update_of(line: GuardedUpdate) -> Update:
    """A line's assignments in normal form."""
    kept = ((assignment.variable, assignment.value) for assignment in line.update)
    return tuple(sorted(item for item in kept if item[1] != linear([(Named(item[0]), 1)])))


def sets_of_update(update: Update) -> list[Processes]:
    """The sets that the assignments of a step count in."""
    return [variable.processes for _, term in update for variable, _ in term.terms if isinstance(variable, Count)]


def agreeing(updates: Iterable[Update], budget: Budget) -> dict[Update, Update]:
    """For each update one that stands for all that may agree with it in some state, directly or through others.

    Two never agree that give a variable values which differ by a constant. Raises UndecidedError.
    """
    leaders = {update: update for update in updates}
    shapes: dict[Shape, list[Update]] = {}
    for update in leaders:
        shapes.setdefault(frozenset((name, Linear(term.terms)) for name, term in update), []).append(update)
    classes = len(leaders)

    def leader(update: Update) -> Update:
        while leaders[update] != update:
            leaders[update] = update = leaders[leaders[update]]
        return update

    for (shape, members), (other, others) in itertools.combinations(shapes.items(), 2):
        if classes == 1:
            break
        budget.check()
        common = shape & other
        firsts: dict[Sequence[int], Update] = {}
        # An update joins those of the other shape with the same constants where both assign alike.
        both = {_constants(update, common) for update in members} & {_constants(update, common) for update in others}
        for update in (*members, *others):
            constants = _constants(update, common)
            if constants in both:
                one, another = leader(firsts.setdefault(constants, update)), leader(update)
                leaders[another] = one
                classes -= one != another
    return {update: leader(update) for update in leaders}


def _constants(update: Update, common: Shape) -> tuple[int, ...]:
    return tuple(term.constant for name, term in update if (name, Linear(term.terms)) in common)
