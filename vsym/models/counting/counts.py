"""How many processes are where: the atoms that formulas about counted processes have beside names, and the predicate
that somebody is there to take a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, compare, conjunction
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.model import GuardedUpdate, LocalTransition
from vsym.models.counting.moves import Arrow
from vsym.models.counting.processes import Processes


@frozen
class Count(Atom):
    """`#state[processes]`: how many of `processes` are in the local state `state` (a group counter).

    In a normal form, counts of one state have disjoint process sets and different coefficients.
    """

    rank = 0
    state: str
    processes: Processes

    @classmethod
    def normal(cls, weights: Mapping[Count, int]) -> Iterable[tuple[Count, int]]:
        """By local state, then by the first process; counts of the empty set are 0."""
        by_state: dict[str, dict[Processes, int]] = {}
        for count, weight in weights.items():
            if count.processes:
                by_state.setdefault(count.state, {})[count.processes] = weight
        for state in sorted(by_state):
            pieces = by_state[state] if len(by_state[state]) == 1 else _disjoint(by_state[state])
            yield from ((Count(state, processes), weight) for processes, weight in pieces.items())


def counted(atom: Atom) -> Count:
    """An atom that can only be a count; raises TypeError for any other."""
    if not isinstance(atom, Count):
        raise TypeError(f"{atom} counts nothing")
    return atom


def name_of(atom: Atom) -> str:
    """The name of an atom that can only be a shared variable or a parameter; raises TypeError for any other."""
    if not isinstance(atom, Named):
        raise TypeError(f"{atom} has no name")
    return atom.name


def at_least_one(state: str, processes: Processes) -> Formula:
    """`#state[processes] >= 1`."""
    return compare(linear([(Count(state, processes), 1)]), ">=", Linear((), 1))


def _disjoint(weights: Mapping[Processes, int]) -> dict[Processes, int]:
    """The same weight for every process, with one set per different weight, in the order of their first process."""
    changes: dict[int, int] = {}
    for processes, weight in weights.items():
        for low, high in processes.ranges:
            changes[low] = changes.get(low, 0) + weight
            changes[high + 1] = changes.get(high + 1, 0) - weight
    stretches: dict[int, list[tuple[int, int]]] = {}
    total, previous = 0, 0
    for end in sorted(changes):
        if total:
            stretches.setdefault(total, []).append((previous, end - 1))
        total += changes[end]
        previous = end
    pieces = [(Processes.of(ranges), weight) for weight, ranges in stretches.items()]
    return dict(sorted(pieces, key=lambda piece: piece[0].first))


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
