"""The order in which the variables of a system stand in decision diagrams, ours and those of other tools.

Variables that one event or one sum names should be near each other. Counters of several groups exclude each other where
one of them grows only if all are 0; such counters may come last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import fsum

from vsym.logic.formula import Comparison, Formula, atoms, conjuncts, subformulas
from vsym.logic.terms import Linear
from vsym.system.system import Event, System, atoms_of

ROUNDS = 60
"""The most rounds of FORCE, each of which moves every item to the mean of its supports' centres."""


def level_order(system: System) -> tuple[int, ...]:
    """The places of a system's vectors in the order that their levels should have.

    Variables with a constant sum stay together, as each level between them would have to remember a part of the sum;
    any other variable is a group of its own. Inside a group, events and sums that name its variables give the order. It
    starts from the order of declaration, in which processes often pass the local states; then the groups are ordered as
    wholes. Of that order and its reverse, vsym takes the one in which events begin lower: the lower, the earlier
    saturation fires them.

    Counters that exclude each other across groups make every event of theirs begin at the first of them. If the groups
    also look at each other in other ways, all such counters come last, followed by variables in no sum. Levels then
    remember little of them, and events begin in their own groups.
    """
    group_of = {place: total.places[0] for total in system.sums for place in total.places}
    for place in range(len(system.variables)):
        group_of.setdefault(place, place)
    supports = [*_supports(system)]
    last = _last(system, group_of, supports)
    places_of: dict[int, list[int]] = {}
    for place in range(len(system.variables)):
        if place not in last:
            places_of.setdefault(group_of[place], []).append(place)
    supports = [support.difference(last) for support in supports]
    groups = [frozenset(group_of[place] for place in support) for support in supports]
    order = _arranged([*places_of], groups)
    if _tops(order, groups) < _tops(order[::-1], groups):
        order = order[::-1]
    inside = {
        group: _arranged(places, [support.intersection(places) for support in supports]) if len(places) > 1 else places
        for group, places in places_of.items()
    }
    return (*(place for group in order for place in inside[group]), *last)


def _last(system: System, group_of: Mapping[int, int], supports: Iterable[frozenset[int]]) -> tuple[int, ...]:
    """The places that come after all groups: none where groups look at each other through exclusive counters alone."""
    apart = exclusive(system, group_of)
    coupled = any(len({group_of[place] for place in support - apart}) > 1 for support in supports)
    if not apart or not coupled:
        return ()
    sizes = Counter(group_of.values())
    alone = (place for place, group in sorted(group_of.items()) if sizes[group] == 1 and place not in apart)
    return (*sorted(apart), *alone)


def _arranged(items: Sequence[int], supports: Iterable[frozenset[int]]) -> list[int]:
    """The items in an order in which the supports have small spans.

    FORCE (Aloul, Markov, Sakallah: FORCE, a fast and easy-to-implement variable-ordering heuristic, 2003): every item
    moves again and again to the mean of the centres of its supports. The result is the order with the smallest total
    span among those seen.
    """
    wide = [support for support in supports if len(support) > 1]
    order = best = [*items]
    best_span = _span(order, wide)
    for _ in range(ROUNDS):
        place = {item: number for number, item in enumerate(order)}
        pulls: dict[int, list[float]] = {item: [] for item in order}
        for support in wide:
            centre = sum(place[item] for item in support) / len(support)
            for item in support:
                pulls[item].append(centre)
        means = {item: fsum(pull) / len(pull) if pull else float(place[item]) for item, pull in pulls.items()}
        moved = sorted(order, key=lambda item: (means[item], place[item]))
        if moved == order:
            break
        order = moved
        span = _span(order, wide)
        if span < best_span:
            best, best_span = order, span
    return best


def _tops(order: Sequence[int], supports: Iterable[frozenset[int]]) -> int:
    """The sum of the levels at which the supports begin."""
    place = {item: number for number, item in enumerate(order)}
    return sum(min(place[item] for item in support) for support in supports if support)


def _supports(system: System) -> Iterable[frozenset[int]]:
    """The places that each event, and each sum in a property, names."""
    for event in system.events:
        changed = {system.places[name] for name, _ in event.update}
        read = [*atoms(event.guard), *(atom for _, term in event.update for atom in atoms_of(term))]
        yield frozenset(changed.union(system.positions[atom] for atom in read))
    for prop in system.properties:
        for part in subformulas(prop.formula):
            if isinstance(part, Comparison):
                yield frozenset(system.positions[atom] for atom, _ in part.left.terms)


def _span(order: Sequence[int], supports: Iterable[frozenset[int]]) -> int:
    place = {level: number for number, level in enumerate(order)}
    return sum(max(map(place.__getitem__, one)) - min(map(place.__getitem__, one)) for one in supports)


def exclusive(system: System, group_of: Mapping[int, int]) -> frozenset[int]:
    """The variables that grow, by one, only where a sum of them and variables of another group is 0.

    So at most one of them is above 0, and then it is 1, if the system does not begin otherwise.
    """
    levels: set[int] = set()
    refuted: set[int] = set()
    for event in system.events:
        empty = frozenset(place for part in conjuncts(event.guard) for place in _emptied(system, group_of, part))
        for place in _raised(system, event):
            (levels if place in empty else refuted).add(place)
    return frozenset(levels - refuted)


def _raised(system: System, event: Event) -> Iterable[int]:
    """The variables that an event may make greater."""
    for name, term in event.update:
        place = system.places[name]
        atom = system.variables[place].atom
        lowered = isinstance(term, Linear) and term.terms == ((atom, 1),) and term.constant <= 0
        if not lowered:
            yield place


def _emptied(system: System, group_of: Mapping[int, int], part: Formula) -> Iterable[int]:
    """The variables that a conjunct requires to be 0, where they are of several groups."""
    if not isinstance(part, Comparison) or part.operator not in ("=", "<=") or part.bound != 0:
        return
    places = [system.positions[atom] for atom, coefficient in part.left.terms if coefficient > 0]
    if len(places) == len(part.left.terms) and len({group_of[place] for place in places}) > 1:
        yield from places
