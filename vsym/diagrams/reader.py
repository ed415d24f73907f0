"""Readers: what of a program is still to do, part of the way through a vector.

A vector is read level by level, and a value of a level as steps to the right in a list of cells. At each place the
reader knows which values of this level are still allowed and within which bounds the rest of each sum must stay. The
bounds are opened as soon as the rest cannot miss them, so that few readers are different. A reader is the key under
which results are remembered: a guard on a sum costs as much as the sum has partial sums.
"""

from __future__ import annotations

from math import inf
from typing import Literal

from vsym.diagrams.constraints import EVERY_VALUE
from vsym.diagrams.program import Program

Bounds = tuple[tuple[float, float], ...]
_Later = Literal["unknown"]


class Readers:
    """The readers of one program; each exists once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.depth = len(program.sizes)
        self._local_bottom = program.local_bottom
        self._coefficients = [dict(linear.coefficients) for linear in program.sums]
        self._rests = [self._rest_ranges(coefficients) for coefficients in self._coefficients]
        self._open: Bounds = ((-inf, inf),) * len(program.sums)
        self._readers: dict[tuple[int, int, Bounds], Reader] = {}

    def _rest_ranges(self, coefficients: dict[int, int]) -> list[tuple[int, int]]:
        """For each level, and the end, the least and the greatest that the sum may get from there on."""
        low = high = 0
        ranges = [(0, 0)]
        for level in range(self.depth - 1, -1, -1):
            most = coefficients.get(level, 0) * (self.program.sizes[level] - 1)
            low, high = low + min(most, 0), high + max(most, 0)
            ranges.append((low, high))
        return ranges[::-1]

    def forget(self) -> None:
        """Drop the results that the readers remember."""
        for reader in self._readers.values():
            reader.forget()

    def start(self, level: int | None = None) -> Reader | None:
        """The reader at a level not below the program's top, by default there; None if nothing is let through."""
        bounds = tuple(
            (-inf if linear.low is None else linear.low, inf if linear.high is None else linear.high)
            for linear in self.program.sums
        )
        return self.at(self.program.top if level is None else level, bounds)

    def at(self, level: int, bounds: Bounds) -> Reader | None:
        """The reader at the beginning of a level; None if the bounds are missed."""
        return self.within(level, self.program.masks.get(level, EVERY_VALUE), bounds)

    def within(self, level: int, mask: int, bounds: Bounds) -> Reader | None:
        """The reader at a level with what is left of its allowed values; None if the bounds are missed."""
        clipped: list[tuple[float, float]] = []
        for (low, high), ranges in zip(bounds, self._rests, strict=True):
            least, most = ranges[level]
            if low > most or high < least:
                return None
            clipped.append((-inf if low <= least else low, inf if high >= most else high))
        settled = tuple(clipped)
        key = (level, mask, settled)
        reader = self._readers.get(key)
        if reader is None:
            reader = self._readers[key] = Reader(self, *key)
        return reader

    def read(self, level: int, bounds: Bounds) -> Bounds:
        """The bounds for the rest of each sum after one unit of a level's value."""
        return tuple(
            (low - coefficients.get(level, 0), high - coefficients.get(level, 0))
            for (low, high), coefficients in zip(bounds, self._coefficients, strict=True)
        )

    def finished(self, level: int, mask: int, bounds: Bounds) -> bool:
        """Whether everything from this place on is let through unchanged."""
        return level > self._local_bottom and mask == EVERY_VALUE and bounds == self._open

    def reads(self, level: int, bounds: Bounds) -> bool:
        """Whether some sum that is not settled depends on the level."""
        return any(
            bound != (-inf, inf) and level in coefficients
            for bound, coefficients in zip(bounds, self._coefficients, strict=True)
        )

    def most(self, level: int, mask: int, bounds: Bounds) -> float:
        """The greatest value of a level, counted from here, with which all bounds can still be met."""
        greatest: float = inf if mask < 0 else mask.bit_length() - 1
        for (low, high), coefficients, ranges in zip(bounds, self._coefficients, self._rests, strict=True):
            coefficient = coefficients.get(level, 0)
            least, most = ranges[level + 1]
            if coefficient > 0 and high < inf:
                greatest = min(greatest, (high - least) // coefficient)
            elif coefficient < 0 and low > -inf:
                greatest = min(greatest, (most - low) // -coefficient)
        return greatest


class Reader:
    """A program part of the way through a vector.

    `fired` and `mapped` remember its results by (node, limit). `done`: all that follows is let through unchanged.
    `stationary`: a further value at this level makes no difference. The other attributes are the level's part of the
    program.
    """

    __slots__ = (
        "_bounds",
        "_down",
        "_mask",
        "_readers",
        "_right",
        "assigned",
        "done",
        "fired",
        "length",
        "level",
        "mapped",
        "move",
        "released",
        "size",
        "stationary",
    )

    def __init__(self, readers: Readers, level: int, mask: int, bounds: Bounds) -> None:
        program = readers.program
        self._readers = readers
        self.level = level
        self.move = program.moves.get(level, 0)
        self.assigned = program.assigned.get(level)
        self.released = program.released.get(level)
        self.size = program.sizes[level] if level < readers.depth else 0
        self.length = program.rooms.get(level)
        self.fired: dict[tuple[int, int], int] = {}
        self.mapped: dict[tuple[int, int], int] = {}
        self.stationary = mask == EVERY_VALUE and not readers.reads(level, bounds)
        self.done = readers.finished(level, mask, bounds)
        self._mask = mask
        self._bounds = bounds
        self._right: Reader | _Later | None = "unknown"
        self._down: Reader | _Later | None = "unknown"

    def forget(self) -> None:
        """Drop the remembered results."""
        self.fired.clear()
        self.mapped.clear()

    def right(self) -> Reader | None:
        """The reader one value further at this level; None if no value from there on is let through."""
        if self.stationary:
            return self
        if self._right == "unknown":
            mask = self._mask >> 1
            bounds = self._readers.read(self.level, self._bounds)
            self._right = self._readers.within(self.level, mask, bounds) if mask else None
        return self._right

    def down(self) -> Reader | None:
        """The reader one level below, having settled for this value; None if it is not let through."""
        if self._down == "unknown":
            self._down = self._readers.at(self.level + 1, self._bounds) if self._mask & 1 else None
        return self._down

    def advance(self, by: int) -> Reader | None:
        """The reader `by` values further at this level."""
        reader: Reader | None = self
        while by and reader is not None and not reader.stationary:
            reader = reader.right()
            by -= 1
        return reader

    def most(self) -> float:
        """The greatest value of this level, counted from here, that can be let through."""
        return self._readers.most(self.level, self._mask, self._bounds)
