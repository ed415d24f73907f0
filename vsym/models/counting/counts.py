"""The atoms of formulas about counted processes beside names; predicates on which a step is possible; and the split of
initial predicates into the local states in which whole sets start, and the rest.

A model keeps the atom `deadlock`, that no process can take any local transition: the predicate that it stands for names
processes which the model as a whole need not distinguish. Each reader of the properties substitutes the meaning; a
reduction substitutes the one over its own transitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vsym.basics.frozen import frozen
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import Comparison, Formula, atoms, compare, conjunction, conjuncts, disjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.locations import Arrow
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import Processes


@frozen
class Count(Atom):
    """`#state[processes]`: the number of `processes` in the local state `state` (a group counter).

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
    """The condition that some processes of a line can take its transition, as far as only they are concerned."""
    return present(transition.source, line.processes, transition.partner, line.partners)


def present(source: str, movers: Processes, partner: Arrow | None, partners: Processes | None) -> Formula:
    """The condition that a mover is in the source and another process, one of the partners, in its source.

    Where both sources are the same, two different processes exist iff each set has one and together they have two
    (Hall's theorem).
    """
    mover = at_least_one(source, movers)
    if partner is None or partners is None:
        return mover
    both = [mover, at_least_one(partner.source, partners)]
    if partner.source == source and movers & partners:
        both.append(compare(linear([(Count(source, movers | partners), 1)]), ">=", Linear((), 2)))
    return conjunction(both)


def home_counts(model: Model) -> tuple[tuple[Count, ...], Formula]:
    """The conjuncts of `init` that put every process of some disjoint sets into one local state, and all others."""
    whole: list[Count] = []
    rest: list[Formula] = []
    settled = Processes()
    for part in conjuncts(model.initial):
        match [atom for atom in atoms(part) if isinstance(atom, Count)]:
            case [home] if not home.processes & settled and part in _everyone(model, home):
                whole.append(home)
                settled |= home.processes
            case _:
                rest.append(part)
    return tuple(whole), conjunction(rest)


def _everyone(model: Model, home: Count) -> list[Formula]:
    """The comparisons that equate a count with the size of its set, or bound it from below by that size."""
    return [compare(linear([(home, 1)]), operator, model.size_of(home.processes)) for operator in ("=", ">=")]


@frozen
class Deadlock(Atom):
    """1 in a state in which no process can take any local transition, else 0."""

    rank = 2


DEADLOCK = Comparison(Linear(((Deadlock(), 1),)), "=", 1)
"""`deadlock` as a formula."""


def is_about_deadlock(comparison: Comparison) -> bool:
    """Tells if a comparison is `deadlock` or `!deadlock`."""
    return comparison.left == DEADLOCK.left


def with_meaning(formula: Formula, meaning: Formula) -> Formula:
    """The formula with the meaning of `deadlock` in its place."""

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
