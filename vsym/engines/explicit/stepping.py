"""The steps of a counter system, taken by many packed states at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vsym.engines.explicit.columns import Columns, Term, Vocabulary
from vsym.engines.explicit.packing import Keys, Layout, Mask, all_in_row
from vsym.engines.explicit.vectorised import Program, compiled
from vsym.logic.formula import Formula, compare, conjunction
from vsym.logic.terms import linear
from vsym.models.counting.counts import Count
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem


@dataclass(frozen=True)
class Move:
    """The effect of one transition: what it adds to a packed state, and the entries it assigns."""

    transition: int
    difference: Keys
    assignments: tuple[tuple[int, Term], ...]


@dataclass(frozen=True)
class Successors:
    """The successors of states, those of one state side by side in the order of the transitions.

    `degrees` has their number for each state. A deadlocked state has one, itself; `deadlocked` tells which. Overflow
    transitions lead nowhere; `overflow` is the first row that enables one, with the index of that transition.
    """

    keys: Keys
    degrees: NDArray[np.int64]
    deadlocked: Mask
    overflow: tuple[int, int] | None


@dataclass(frozen=True)
class Stepper:
    """A counter system made ready to step; `guards` decides the moves and then the overflows, in this order."""

    layout: Layout
    ranges: tuple[tuple[int, int], ...]
    guards: Program
    moves: tuple[Move, ...]
    overflows: tuple[int, ...]
    positions: tuple[int, ...]

    @staticmethod
    def of(system: CounterSystem, layout: Layout) -> Stepper:
        """Compile the transitions of a system; raises KeyError on a count that is no sum of block counters."""
        vocabulary = Vocabulary.of(system)
        numbered = list(enumerate(system.transitions))
        regular = [(number, transition) for number, transition in numbered if not transition.overflow]
        overflows = [(number, transition) for number, transition in numbered if transition.overflow]
        guards = compiled(vocabulary, [_enabled(system, transition) for _, transition in (*regular, *overflows)])
        moves = tuple(_move(system, vocabulary, layout, number, transition) for number, transition in regular)
        assigned = {position for move in moves for position, _ in move.assignments}
        read = {position for move in moves for _, term in move.assignments for position, _ in term.terms}
        positions = tuple(sorted({*guards.positions, *assigned, *read}))
        return Stepper(layout, vocabulary.ranges, guards, moves, tuple(number for number, _ in overflows), positions)

    def successors(self, keys: Keys) -> Successors:
        """The successors of packed states."""
        columns = self.layout.columns(keys, self.positions)
        masks = self.guards.run(columns, len(keys))
        hits = zip(self.overflows, masks[len(self.moves) :], strict=True)
        overflow = min(((int(mask.argmax()), number) for number, mask in hits if mask.any()), default=None)
        masks = masks[: len(self.moves)]
        degrees = np.zeros(len(keys), dtype=np.int64)
        for mask in masks:
            degrees += mask
        deadlocked = degrees == 0
        degrees[deadlocked] = 1
        place = np.cumsum(degrees) - degrees
        successors = np.empty((int(degrees.sum()), self.layout.words), dtype=np.int64)
        successors[place[deadlocked]] = keys[deadlocked]
        for move, mask in zip(self.moves, masks, strict=True):
            rows = np.flatnonzero(mask)
            if rows.size:
                at = place[rows]
                place[rows] = at + 1
                successors[at] = self._moved(move, keys, columns, rows)
        return Successors(successors, degrees, deadlocked, overflow)

    def labels(self, sources: Keys, targets: Keys) -> list[int | None]:
        """For each pair of a state and a successor of it, the first transition between them, or None for a stutter."""
        columns = self.layout.columns(sources, self.positions)
        masks = self.guards.run(columns, len(sources))
        found = np.full(len(sources), -1, dtype=np.int64)
        for move, mask in zip(self.moves, masks, strict=False):
            rows = np.flatnonzero(mask & (found < 0))
            leads = all_in_row(self._moved(move, sources, columns, rows) == targets[rows])
            found[rows[leads]] = move.transition
        return [number if number >= 0 else None for number in found.tolist()]

    def _moved(self, move: Move, keys: Keys, columns: Columns, rows: NDArray[np.int64]) -> Keys:
        moved = keys[rows] + move.difference
        for position, term in move.assignments:
            values = term.of({number: columns[number][rows] for number in {position, *dict(term.terms)}})
            low, high = self.ranges[position]
            if len(values) and (values.min() < low or values.max() > high):
                raise ValueError(f"transition {move.transition} assigns a value outside {low}..{high}")
            field = self.layout.fields[position]
            moved[:, field.word] += (values.astype(np.int64) - columns[position][rows]) << field.shift
        return moved


def _enabled(system: CounterSystem, transition: AbstractTransition) -> Formula:
    """The guard, with a process there to move: a guard says so already, and packed counters must never fall below 0."""
    count = Count(transition.source, system.blocks[transition.block].processes)
    return conjunction((transition.guard, compare(linear([(count, 1)]), ">=", linear([], 1))))


def _move(
    system: CounterSystem, vocabulary: Vocabulary, layout: Layout, number: int, transition: AbstractTransition
) -> Move:
    width, offset = len(system.states), transition.block * len(system.states)
    source, target = (offset + system.states.index(state) for state in (transition.source, transition.target))
    shared = {variable.name: len(system.blocks) * width + i for i, variable in enumerate(system.shared)}
    values = {shared[assignment.variable]: vocabulary.term(assignment.value) for assignment in transition.update}
    return Move(number, layout.difference([(source, -1), (target, 1)]), tuple(values.items()))
