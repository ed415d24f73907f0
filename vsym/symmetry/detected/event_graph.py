"""The events of a system as they stand in the graph: small ones as their transitions, united, and the others as their
formulas and terms (theory, section 8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeAlias

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import FALSE, Formula, atoms
from vsym.symmetry.detected.domains import Domains
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.valuations import columns, count, grid, numbers, truths
from vsym.system.event_classes import Order, Placed, ascending
from vsym.system.system import Event, System

SMALL = 256
"""The most valuations of the variables of an event that is represented by its transitions."""

MOST = 20_000
"""The most valuations of all small events together; where there are more, fewer events count as small."""

Row: TypeAlias = tuple[int, ...]

Pair: TypeAlias = tuple[Row, Row]
"""The values of some variables before and after."""

Labels: TypeAlias = Sequence[int]
"""For each event of a system a number: only events of the same number may be exchanged."""


_Together: TypeAlias = tuple[tuple[Cell, ...], int, bool]
"""The common traits of events that are united: the variables, the label, and if they are errors."""

_United: TypeAlias = dict[_Together, tuple[set[Pair], list[int]]]
"""The transitions of such events, and their numbers."""


@frozen
class Transitions:
    """The joint transitions of events of one label that depend on the same variables: pairs of the values of the
    `cells` before and after. Events that are `errors` leave the values as they are."""

    cells: tuple[Cell, ...]
    label: int
    errors: bool
    pairs: frozenset[Pair]
    events: tuple[int, ...]


@frozen
class Events:
    """The events of a system by how they stand in the graph; those that are never enabled stand in neither."""

    transitions: tuple[Transitions, ...]
    written_out: tuple[int, ...]


def divided(
    system: System, placed: Sequence[Placed], domains: Sequence[Values], labels: Labels, budget: Budget
) -> Events:
    """The events as transitions, as far as they are small, and the others; raises LimitReachedError.

    Variables at the same place of a shape have the same values.
    """
    small_events = SmallEvents(system, placed, domains)
    sizes = [count([domains[cell] for cell in at.cells]) for at in placed]
    small = SMALL
    while small > 1 and sum(size for size in sizes if size <= small) > MOST:
        small //= 2
    united: _United = defaultdict(lambda: (set(), []))
    rest: list[int] = []
    for number, event in budget.paced(enumerate(system.events)):
        if event.guard == FALSE:
            continue
        if sizes[number] > small:
            rest.append(number)
            continue
        cells, pairs = small_events.transitions(number)
        if pairs:
            together, origins = united[cells, labels[number], event.error is not None]
            together.update(pairs)
            origins.append(number)
    # Several events together may depend on less than each does, and thereby on what others do.
    while True:
        again: _United = defaultdict(lambda: (set(), []))
        for (cells, label, errors), (joined, events) in united.items():
            fewer, rows = _reduced(cells, joined, lambda cell: len(domains[cell]))
            together, origins = again[fewer, label, errors]
            together.update(rows)
            origins += events
        if again.keys() == united.keys():
            transitions = (Transitions(*key, frozenset(rows), tuple(sorted(of))) for key, (rows, of) in again.items())
            return Events(tuple(transitions), tuple(rest))
        united = again


class SmallEvents:
    """The transitions of small events, laid out once for each shape and order of its variables."""

    def __init__(self, system: System, placed: Sequence[Placed], domains: Sequence[Values]) -> None:
        self._system, self._placed, self._domains = system, placed, domains
        self._pairs: dict[tuple[int, Order], tuple[list[int], frozenset[Pair]]] = {}

    def transitions(self, number: int) -> tuple[tuple[Cell, ...], frozenset[Pair]]:
        """The variables of an event that have more than one value, with their values before and after."""
        placed = self._placed[number]
        order, cells = ascending(placed.cells)
        key = placed.shape, order
        if key not in self._pairs:
            self._pairs[key] = self._laid_out(self._system.events[number], cells)
        places, pairs = self._pairs[key]
        return tuple([cells[place] for place in places]), pairs

    def _laid_out(self, event: Event, cells: Sequence[Cell]) -> tuple[list[int], frozenset[Pair]]:
        """The places of variables with more than one value, and the pairs of their values before and after."""
        concerned = [self._system.variables[cell].atom for cell in cells]
        rows = grid([self._domains[cell] for cell in cells])
        rows = rows[truths(event.guard, columns(concerned, rows), len(rows))]
        after = rows.copy()
        if event.error is None:
            values, inside = columns(concerned, rows), np.full(len(rows), True)
            for name, term in event.update:
                place = cells.index(self._system.places[name])
                after[:, place] = numbers(term, values, len(rows))
                inside &= np.isin(after[:, place], list(self._domains[cells[place]]))
            # No reachable state enables an event that would take a variable out of its domain.
            rows, after = rows[inside], after[inside]
        places = [place for place, cell in enumerate(cells) if len(self._domains[cell]) > 1]
        pairs = zip(map(tuple, rows[:, places].tolist()), map(tuple, after[:, places].tolist()), strict=True)
        return places, frozenset(pairs)

    def with_any(self, unit: Transitions, pairs: frozenset[Pair]) -> Iterator[int]:
        """The events of some transitions that have one of the given pairs among theirs."""
        for number in unit.events:
            cells, own = self.transitions(number)
            places = [cells.index(cell) for cell in unit.cells]
            projected = {tuple(tuple(row[place] for place in places) for row in pair) for pair in own}
            if not pairs.isdisjoint(projected):
                yield number


def valuations(system: System, domains: Domains, formula: Formula) -> tuple[tuple[Cell, ...], frozenset[Row]] | None:
    """The variables on which a predicate depends, with their values where it holds; None where that is not small."""
    concerned = sorted(set(atoms(formula)), key=system.positions.__getitem__)
    sets = [domains[atom] for atom in concerned]
    if count(sets) > SMALL:
        return None
    rows = grid(sets)
    holding = map(tuple, rows[truths(formula, columns(concerned, rows), len(rows))].tolist())
    cells = tuple(system.positions[atom] for atom in concerned)
    sizes = dict(zip(cells, map(len, sets), strict=True))
    fewer, pairs = _reduced(cells, {(row, row) for row in holding}, sizes.__getitem__)
    return fewer, frozenset(row for row, _ in pairs)


def _reduced(
    cells: tuple[Cell, ...], pairs: Collection[Pair], sizes: Callable[[Cell], int]
) -> tuple[tuple[Cell, ...], Collection[Pair]]:
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


def _without(pairs: Collection[Pair], place: int) -> dict[int, set[Pair]]:
    """The transitions of the other variables for each value of one that keeps its value."""
    rest: dict[int, set[Pair]] = defaultdict(set)
    for before, after in pairs:
        rest[before[place]].add((before[:place] + before[place + 1 :], after[:place] + after[place + 1 :]))
    return rest
