"""The order of the levels in a decision diagram: levels that one event or one sum names should be near each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from vsym.logic.formula import Comparison, Formula, atoms, subformulas
from vsym.logic.terms import Atom, Named
from vsym.reductions.counters.abstraction import CounterSystem

ROUNDS = 60
"""How many times the levels are moved to the centres of what they belong to, at most."""


def level_order(system: CounterSystem) -> tuple[int, ...]:
    """Positions of `CounterSystem` vectors in the order that their levels should have.

    The counters of a block stay together: they have a constant sum, of which each level between them would have to
    remember a part. Inside a block the order is by what events and sums name there, from the order of declaration, in
    which processes often pass the local states; then the blocks and the shared variables are ordered as wholes. Of that
    order and its reverse the one is taken in which events begin lower: the lower, the earlier saturation fires them.
    """
    m = len(system.states)
    counters = m * len(system.blocks)
    block_of = [level // m if level < counters else level for level in range(len(system.ranges))]
    levels_of: dict[int, list[int]] = {}
    for level, block in enumerate(block_of):
        levels_of.setdefault(block, []).append(level)
    supports = [*_supports(system)]
    blocks = [frozenset(block_of[level] for level in support) for support in supports]
    order = _arranged([*levels_of], blocks)
    if _tops(order, blocks) < _tops(order[::-1], blocks):
        order = order[::-1]
    inside = {
        block: _arranged(levels, [s.intersection(levels) for s in supports]) for block, levels in levels_of.items()
    }
    return tuple(level for block in order for level in inside[block])


def _arranged(items: Sequence[int], supports: Iterable[frozenset[int]]) -> list[int]:
    """The items in an order in which the supports have small spans.

    FORCE (Aloul, Markov, Sakallah: FORCE, a fast and easy-to-implement variable-ordering heuristic, 2003): every item
    moves to the mean of the centres of the supports it belongs to, again and again, and of all orders seen the one with
    the smallest total span is kept.
    """
    wide = [support for support in supports if len(support) > 1]
    order = best = [*items]
    best_span = _span(order, wide)
    for _ in range(ROUNDS):
        place = {item: number for number, item in enumerate(order)}
        pulls: dict[int, list[float]] = {item: [] for item in order}
        for support in wide:
            centre = fmean(place[item] for item in support)
            for item in support:
                pulls[item].append(centre)
        wanted = {item: fmean(found) if found else float(place[item]) for item, found in pulls.items()}
        moved = sorted(order, key=lambda item: (wanted[item], place[item]))
        if moved == order:
            break
        order = moved
        span = _span(order, wide)
        if span < best_span:
            best, best_span = order, span
    return best


def _tops(order: Sequence[int], supports: Iterable[frozenset[int]]) -> int:
    """How far down the supports begin, in all."""
    place = {item: number for number, item in enumerate(order)}
    return sum(min(place[item] for item in support) for support in supports if support)


def _supports(system: CounterSystem) -> Iterable[frozenset[int]]:
    """The levels that each event, and each sum in a property, names."""
    m = len(system.states)
    for transition in system.transitions:
        levels = {
            transition.block * m + system.states.index(transition.source),
            transition.block * m + system.states.index(transition.target),
            *(entry for variable in atoms(transition.guard) for entry in system.entries(variable)),
        }
        for assignment in transition.update:
            named: list[Atom] = [Named(assignment.variable), *(v for v, _ in assignment.value.terms)]
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
