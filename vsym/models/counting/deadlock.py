"""The atom `deadlock`, and what it means: that no process can take any local transition.

A model keeps the atom, since the predicate that it stands for names processes which the model as a whole need not tell
apart. Whatever reads the properties puts the meaning in its place: a reduction that over its own transitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vsym.basics.frozen import frozen
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import Comparison, Formula, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear
from vsym.models.counting.counts import somebody
from vsym.models.counting.model import Model


@frozen
class Deadlock(Atom):
    """1 in a state in which no process can take any local transition, else 0."""

    rank = 2

    @classmethod
    def normal(cls, weights: Mapping[Deadlock, int]) -> Iterable[tuple[Deadlock, int]]:
        """There is only one."""
        return weights.items()


DEADLOCK = Comparison(Linear(((Deadlock(), 1),)), "=", 1)
"""`deadlock` as a formula."""


def is_about_deadlock(comparison: Comparison) -> bool:
    """Whether a comparison is `deadlock` or `!deadlock`."""
    return comparison.left == DEADLOCK.left


def with_meaning(formula: Formula, meaning: Formula) -> Formula:
    """The formula with what `deadlock` means in its place."""

    def replaced(comparison: Comparison) -> Formula:
        if not is_about_deadlock(comparison):
            return comparison
        return meaning if comparison == DEADLOCK else negate(meaning)

    return replace_comparisons(formula, replaced)


def deadlocked(model: Model) -> Formula:
    """The predicate that no process can take any local transition; one that leaves a range can be taken."""
    return negate(
        disjunction(
            conjunction([somebody(transition, line), line.guard])
            for transition in model.transitions
            for line in transition.lines
        )
    )
