"""The order of the levels in a decision diagram: levels that one event or one sum names should be near each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym.abstraction.counters import CounterSystem
from vsym.formula import Comparison, Formula, Shared, Variable, subformulas, variables

ROUNDS = 60
"""How many times the levels are moved to the centres of what they belong to, at most."""


def level_order(system: CounterSystem) -> tuple[int, ...]:
    """Positions of `CounterSystem` vectors in the order that their levels should have.

    FORCE (Aloul, Markov, Sakallah: FORCE, a fast and easy-to-implement variable-ordering heuristic, 2003), from the
    order of declaration: every level moves to the mean of the centres of the events it belongs to, again and again, and
    of all orders seen the one with the smallest total span is kept.
    """
    supports = [support for support in _supports(system) if len(support) > 1]
    order = list(range(len(system.ranges)))
    best, best_span = order, _span(order, supports)
    for _ in range(ROUNDS):
        place = {level: number for number, level in enumerate(order)}
        pulls: dict[int, list[float]] = {level: [] for level in order}
        for support in supports:
            centre = sum(place[level] for level in support) / len(support)
            for level in support:
                pulls[level].append(centre)
        wanted = {level: sum(found) / len(found) if found else float(place[level]) for level, found in pulls.items()}
        moved = sorted(order, key=lambda level: (wanted[level], place[level]))
        if moved == order:
            break
        order = moved
        span = _span(order, supports)
        if span < best_span:
            best, best_span = order, span
    return tuple(best)


def _supports(system: CounterSystem) -> Iterable[frozenset[int]]:
    """The levels that each event, and each sum in a property, names."""
    m = len(system.states)
    for transition in system.transitions:
        levels = {
            transition.block * m + system.states.index(transition.source),
            transition.block * m + system.states.index(transition.target),
            *(entry for variable in variables(transition.guard) for entry in system.entries(variable)),
        }
        for assignment in transition.update:
            named: list[Variable] = [Shared(assignment.variable), *(v for v, _ in assignment.value.terms)]
            levels.update(entry for variable in named for entry in system.entries(variable))
        yield frozenset(levels)
    for formula in (prop.formula for prop in system.properties):
        for part in _comparisons(formula):
            yield frozenset(entry for variable, _ in part.left.terms for entry in system.entries(variable))


def _comparisons(formula: Formula) -> Iterable[Comparison]:
    return (part for part in subformulas(formula) if isinstance(part, Comparison))


def _span(order: Sequence[int], supports: Iterable[frozenset[int]]) -> int:
    place = {level: number for number, level in enumerate(order)}
    total = 0
    for support in supports:
        places = [place[level] for level in support]
        total += max(places) - min(places)
    return total
