"""The predicate that somebody is there to take a step: a mover and, where the step has one, another process with it."""

from __future__ import annotations

from vsym.logic.formula import Formula, compare, conjunction
from vsym.logic.terms import Linear, linear
from vsym.models.counting.counts import Count, at_least_one
from vsym.models.counting.model import GuardedUpdate, LocalTransition
from vsym.models.counting.moves import Arrow
from vsym.models.counting.processes import Processes


def somebody(transition: LocalTransition, line: GuardedUpdate) -> Formula:
    """That some processes of a line's can take its transition, as far as only they are concerned."""
    return present(transition.source, line.processes, transition.partner, line.partners)


def present(source: str, movers: Processes, partner: Arrow | None, partners: Processes | None) -> Formula:
    """That one of the movers is in the source and another process, one of the partners, in that of the partner.

    Where both sources are the same, two different processes are there iff each set has one and together they have two
    (Hall's theorem).
    """
    mover = at_least_one(source, movers)
    if partner is None or partners is None:
        return mover
    both = [mover, at_least_one(partner.source, partners)]
    if partner.source == source and movers & partners:
        both.append(compare(linear([(Count(source, movers | partners), 1)]), ">=", Linear((), 2)))
    return conjunction(both)
