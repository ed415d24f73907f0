"""Counts of the cells of a partition as one number, whose digits they are.

A step of a process adds a constant to the number, and a sum over cells is a remainder. Each digit has one more bit than
its largest value needs. A constant that is added to all digits at once shows in these bits which of them are not zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import TypeAlias

Cell: TypeAlias = tuple[int, ...]
"""The numbers of a cell's processes in each local state, in the model's order."""

Counts: TypeAlias = int
"""The counts of all cells of a partition, in its order, as digits: the orbit of a state under the group that the
partition generates (Adaptive Symmetry Reduction, definition 2)."""

Support: TypeAlias = int
"""The digits of counts that are not zero, by the top bit of each: which local states a cell has processes in."""


class Digits:
    """The digits of counts of so many `processes` in so many local `states`.

    A digit has `bits` bits, and `digit` is the largest one. The counts of a cell have `stride` bits, and `cell` is the
    largest of them; the lowest digits belong to the first cell and its first local state.
    """

    def __init__(self, processes: int, states: int) -> None:
        self.states = states
        self.bits = processes.bit_length() + 1
        self.stride = self.bits * states
        self.digit = (1 << self.bits) - 1
        self.cell = (1 << self.stride) - 1
        self.tops = cache(self._tops)

    def unit(self, cell: int, state: int) -> Counts:
        """One process of a cell in a local state."""
        return 1 << cell * self.stride + state * self.bits

    def column(self, cells: Iterable[int], state: int) -> Counts:
        """The digits of a local state in some cells, all of them the largest."""
        return sum(self.digit * self.unit(cell, state) for cell in cells)

    def packed(self, cells: Iterable[Sequence[int]]) -> Counts:
        """The counts with these digits, which are given by cell and local state."""
        counts, shift = 0, 0
        for count in chain.from_iterable(cells):
            counts |= count << shift
            shift += self.bits
        return counts

    def unpacked(self, counts: Counts, cells: int) -> tuple[Cell, ...]:
        """The digits of counts of so many cells."""
        return tuple(self.of_cell(counts, cell) for cell in range(cells))

    def of_cell(self, counts: Counts, cell: int) -> Cell:
        """The digits of one cell."""
        own = counts >> cell * self.stride & self.cell
        return tuple(own >> shift & self.digit for shift in range(0, self.stride, self.bits))

    def total(self, counts: Counts) -> Counts:
        """The sum of all cells, as counts of one cell: as for digits, a remainder is a sum, here of a cell's counts."""
        return counts % self.cell

    def support(self, counts: Counts, cells: int) -> Support:
        """The top bits of those digits of so many cells that are not zero."""
        below, top = self.tops(cells)
        return counts + below & top

    def _tops(self, cells: int) -> tuple[int, int]:
        """All bits below the top one of each digit of so many cells, and the top bits, which the sum of a count and the
        former sets unless the count is 0."""
        ones = ((1 << cells * self.stride) - 1) // self.digit
        return ones * (self.digit >> 1), ones << self.bits - 1
