"""Initial predicates, told apart into who starts where and the rest."""

from __future__ import annotations

from vsym.logic.formula import Comparison, Formula, conjunction, conjuncts
from vsym.logic.terms import Linear
from vsym.models.counting.counts import Count
from vsym.models.counting.processes import Processes


def told(initial: Formula) -> tuple[tuple[Count, ...], Formula]:
    """The conjuncts that put every process of some disjoint sets into one local state, and all other conjuncts."""
    homes: list[Count] = []
    rest: list[Formula] = []
    settled = Processes()
    for part in conjuncts(initial):
        home = _home(part)
        if home is None or home.processes & settled:
            rest.append(part)
        else:
            homes.append(home)
            settled |= home.processes
    return tuple(homes), conjunction(rest)


def _home(part: Formula) -> Count | None:
    match part:
        case Comparison(Linear(((Count() as count, 1),)), "=" | ">=", bound) if bound == count.processes.size:
            return count
    return None
