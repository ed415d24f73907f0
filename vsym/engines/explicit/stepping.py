"""The steps of a system, taken by many packed states at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.columns import Columns, Vocabulary
from vsym.engines.explicit.moves import Move, moves
from vsym.engines.explicit.packing import Keys, Layout, Mask, all_in_row
from vsym.engines.explicit.vectorised import Program, compiled
from vsym.system.step import OutsideRangeError
from vsym.system.system import System


@frozen
class Successors:
    """The successors of states, those of one state side by side in the order of the events.

    `degrees` has their number for each state. A deadlocked state has one, itself; `deadlocked` tells which. `taken` are
    the events that lead to them. Events that are errors lead nowhere; `error` is the first row that enables one, with
    the number of that event.
    """

    keys: Keys
    degrees: NDArray[np.int64]
    deadlocked: Mask
    taken: tuple[int, ...]
    error: tuple[int, int] | None


@frozen
class Stepper:
    """A system made ready to step; `guards` decides the moves and then the errors, in this order."""

    system: System
    layout: Layout
    guards: Program
    moves: tuple[Move, ...]
    errors: tuple[int, ...]
    positions: tuple[int, ...]

    @staticmethod
    def of(system: System) -> Stepper:
        """Compile the events of a system.

        Raises ValueError on an entry whose range is wider than 62 bits, KeyError on an unknown variable.
        """
        layout = Layout.of(system.ranges)
        compiled_moves = moves(system, layout)
        errors = tuple(number for number, event in enumerate(system.events) if event.error is not None)
        numbers = (*(move.event for move in compiled_moves), *errors)
        guards = compiled(Vocabulary.of(system), [system.events[number].guard for number in numbers])
        assignments = [assignment for move in compiled_moves for assignment in move.assignments]
        read = {place for position, value in assignments for place in (position, *value.positions)}
        positions = tuple(sorted(read.union(guards.positions)))
        return Stepper(system, layout, guards, compiled_moves, errors, positions)

    def successors(self, keys: Keys) -> Successors:
        """The successors of packed states."""
        columns = self.layout.columns(keys, self.positions)
        masks = self.guards.run(columns, len(keys))
        hits = zip(self.errors, masks[len(self.moves) :], strict=True)
        error = min(((int(mask.argmax()), number) for number, mask in hits if mask.any()), default=None)
        masks = masks[: len(self.moves)]
        degrees = np.zeros(len(keys), dtype=np.int64)
        for mask in masks:
            degrees += mask
        deadlocked = degrees == 0
        degrees[deadlocked] = 1
        place = np.cumsum(degrees) - degrees
        successors = np.empty((int(degrees.sum()), self.layout.words), dtype=np.int64)
        successors[place[deadlocked]] = keys[deadlocked]
        taken: list[int] = []
        for move, mask in zip(self.moves, masks, strict=True):
            rows = np.flatnonzero(mask)
            if rows.size:
                taken.append(move.event)
                at = place[rows]
                place[rows] = at + 1
                successors[at] = self._moved(move, keys, columns, rows)
        return Successors(successors, degrees, deadlocked, tuple(taken), error)

    def labels(self, sources: Keys, targets: Keys) -> list[int | None]:
        """For each pair of a state and a successor of it, the first event between them, or None for a stutter."""
        columns = self.layout.columns(sources, self.positions)
        masks = self.guards.run(columns, len(sources))
        found = np.full(len(sources), -1, dtype=np.int64)
        for move, mask in zip(self.moves, masks, strict=False):
            rows = np.flatnonzero(mask & (found < 0))
            leads = all_in_row(self._moved(move, sources, columns, rows) == targets[rows])
            found[rows[leads]] = move.event
        return [number if number >= 0 else None for number in found.tolist()]

    def _moved(self, move: Move, keys: Keys, columns: Columns, rows: NDArray[np.int64]) -> Keys:
        moved = keys[rows] + move.difference
        for position, value in move.assignments:
            here = {place: columns[place][rows] for place in value.positions}
            values = value.of(here, len(rows))
            low, high = self.system.ranges[position]
            outside = values[(values < low) | (values > high)]
            if len(outside):
                event, name = self.system.events[move.event], self.system.variables[position].name
                raise OutsideRangeError(f"`{event.label}` sets `{name}` to {outside[0]}")
            field = self.layout.fields[position]
            moved[:, field.word] += (values.astype(np.int64) - columns[position][rows]) << field.shift
        return moved
