"""The events of a system as they stand in the graph: small ones as their transitions, united, and the others as their
formulas and terms (design, section 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import FALSE
from vsym.logic.terms import Atom
from vsym.symmetry.detected.domains import Domains, support
from vsym.symmetry.detected.forms import Cell
from vsym.symmetry.detected.valuations import columns, count, grid, numbers, truths
from vsym.system.system import Event, System

SMALL = 256
"""Up to how many valuations of its variables an event is put in as its transitions."""

MOST = 20_000
"""How many transitions all small events may have together; where there are more, fewer events count as small."""

Row: TypeAlias = tuple[int, ...]

Pair: TypeAlias = tuple[Row, Row]
"""The values of some variables before and after."""

Labels: TypeAlias = Sequence[int]
"""For each event of a system a number: only events of the same number may be exchanged."""


@frozen
class Transitions:
    """Events of one label that depend on the same variables, as what they do together: for the values of the `cells`
    before, those after, or, where they are `errors`, nothing."""

    cells: tuple[Cell, ...]
    label: int
    errors: bool
    by_event: tuple[tuple[int, frozenset[Pair]], ...]

    @cached_property
    def pairs(self) -> frozenset[Pair]:
        """What the events do together."""
        return frozenset[Pair]().union(*(pairs for _, pairs in self.by_event))


@frozen
class Events:
    """The events of a system by how they stand in the graph; those that are never enabled stand in neither."""

    transitions: tuple[Transitions, ...]
    written_out: tuple[int, ...]


def divided(system: System, domains: Domains, labels: Labels, budget: Budget) -> Events:
    """The events as transitions, as far as they are small, and the others; raises LimitReachedError."""
    atoms = [variable.atom for variable in system.variables]
    sizes = [_size(system, domains, event) for event in system.events]
    small = _bound(sizes)
    united: dict[tuple[tuple[Cell, ...], int, bool], list[tuple[int, frozenset[Pair]]]] = defaultdict(list)
    rest: list[int] = []
    for number, event in budget.paced(enumerate(system.events)):
        if event.guard == FALSE:
            continue
        if sizes[number] > small:
            rest.append(number)
            continue
        cells, pairs = _reduced(*_transitions(system, domains, event), lambda cell: len(domains[atoms[cell]]))
        if pairs:
            united[cells, labels[number], event.error is not None].append((number, frozenset(pairs)))
    return Events(tuple(Transitions(*key, tuple(parts)) for key, parts in united.items()), tuple(rest))


def _bound(sizes: Sequence[int]) -> int:
    """Up to how many valuations an event is small, so that all small ones together are not too many."""
    small = SMALL
    while small > 1 and sum(size for size in sizes if size <= small) > MOST:
        small //= 2
    return small


def _concerned(system: System, event: Event) -> list[Atom]:
    """The variables that an event reads or writes, in their order."""
    written = (system.variables[system.places[name]].atom for name, _ in event.update)
    return sorted({*support(event), *written}, key=system.positions.__getitem__)


def _size(system: System, domains: Domains, event: Event) -> int:
    return count([domains[atom] for atom in _concerned(system, event)])


def _transitions(system: System, domains: Domains, event: Event) -> tuple[tuple[Cell, ...], set[Pair]]:
    """The variables of an event that have more than one value, with their values before and after."""
    concerned = _concerned(system, event)
    rows = grid([domains[atom] for atom in concerned])
    rows = rows[truths(event.guard, columns(concerned, rows), len(rows))]
    after = rows.copy()
    if event.error is None:
        values, inside = columns(concerned, rows), np.full(len(rows), True)
        for name, term in event.update:
            atom = system.variables[system.places[name]].atom
            place = concerned.index(atom)
            after[:, place] = numbers(term, values, len(rows))
            inside &= np.isin(after[:, place], list(domains[atom]))
        # No reachable state enables an event that would take a variable out of its domain.
        rows, after = rows[inside], after[inside]
    kept = [place for place, atom in enumerate(concerned) if len(domains[atom]) > 1]
    pairs = zip(map(tuple, rows[:, kept].tolist()), map(tuple, after[:, kept].tolist()), strict=True)
    return tuple(system.positions[concerned[place]] for place in kept), set(pairs)


def _reduced(
    cells: tuple[Cell, ...], pairs: set[Pair], sizes: Callable[[Cell], int]
) -> tuple[tuple[Cell, ...], set[Pair]]:
    """The transitions without the variables on which they do not depend, which keep their values."""
    place = 0
    while place < len(cells):
        rest = _without(pairs, place) if all(before[place] == after[place] for before, after in pairs) else {}
        if len(rest) == sizes(cells[place]) and len({frozenset(one) for one in rest.values()}) == 1:
            pairs = next(iter(rest.values()))
            cells = (*cells[:place], *cells[place + 1 :])
        else:
            place += 1
    return cells, pairs


def _without(pairs: set[Pair], place: int) -> dict[int, set[Pair]]:
    """The transitions of the other variables for each value of one that keeps its value."""
    rest: dict[int, set[Pair]] = defaultdict(set)
    for before, after in pairs:
        cut = slice(0, place), slice(place + 1, None)
        rest[before[place]].add((before[cut[0]] + before[cut[1]], after[cut[0]] + after[cut[1]]))
    return rest
