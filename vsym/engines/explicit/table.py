"""States packed into machine words, a bit field for each entry of a vector, and sets of these that number them by
hashing; every operation is on many states at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.logic.terms import Linear
from vsym.system.system import System

Numbers = NDArray[np.int32]

# Odd constants with well mixed bits: a state's words are weighed by powers of the first, and the sum is scrambled by
# the second.
_WEIGHT = 0x9E3779B97F4A7C15
_SCRAMBLE = 0xD6E8FEB86659FD93
_SMALLEST = 1024
_FREE = -1

_WORD_BITS = 63

# Sums that stay below this are exact in 64 bits.
EXACT = 2**62


class StateTable:
    """Packed states numbered from 0 in the order in which they were first added.

    Open addressing with linear probing, at most half full (Knuth, The Art of Computer Programming, volume 3, section
    6.4); each round probes one place for every state whose place is not yet known.
    """

    def __init__(self, words: int) -> None:
        self.size = 0
        self._keys: Keys = np.empty((_SMALLEST, words), dtype=np.int64)
        self._places: Numbers = np.full(2 * _SMALLEST, _FREE, dtype=np.int32)
        weights = [pow(_WEIGHT, exponent, 2**64) for exponent in range(1, words + 1)]
        self._weights = np.array(weights, dtype=np.uint64)

    @property
    def keys(self) -> Keys:
        """The packed states, by number; a view that the next addition may leave behind."""
        return self._keys[: self.size]

    def add(self, keys: Keys) -> tuple[Numbers, NDArray[np.int64]]:
        """The number of every state given, and the rows at which new ones first appear, in the order of their numbers.

        Raises OverflowError past 2^31 − 1 states.
        """
        self._reserve(self.size + len(keys))
        places = self._first_places(keys)
        numbers = np.empty(len(keys), dtype=np.int32)
        pending = np.arange(len(keys))
        fresh = [pending[:0]]
        while pending.size:
            at = places[pending]
            positions = self._places[at]
            free = positions == _FREE
            if free.any():
                added = self._claim(keys, pending[free], at[free])
                fresh.append(added)
                positions[free] = self._places[at[free]]
            matches = all_in_row(self._keys[positions] == keys[pending])
            numbers[pending[matches]] = positions[matches]
            pending = pending[~matches]
            places[pending] = (places[pending] + 1) & (len(self._places) - 1)
        return self._ordered(keys, numbers, places, np.concatenate(fresh))

    def _claim(self, keys: Keys, rows: NDArray[np.int64], at: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give free places to rows, and numbers to the rows that got one: of those after the same place, the first."""
        marks = (-2 - np.arange(len(rows))).astype(np.int32)
        self._places[at[::-1]] = marks[::-1]
        won = self._places[at] == marks
        winners: NDArray[np.int64] = rows[won]
        numbers = np.arange(self.size, self.size + len(winners))
        self._places[at[won]] = numbers
        size = self.size + len(winners)
        if size > len(self._keys):
            longer = np.empty((max(size, 2 * len(self._keys)), self._keys.shape[1]), dtype=np.int64)
            longer[: self.size] = self.keys
            self._keys = longer
        self._keys[numbers] = keys[winners]
        self.size = size
        return winners

    def _ordered(
        self, keys: Keys, numbers: Numbers, places: NDArray[np.int64], fresh: NDArray[np.int64]
    ) -> tuple[Numbers, NDArray[np.int64]]:
        """Renumber the states added in several rounds by their first rows."""
        base = self.size - len(fresh)
        order = np.argsort(fresh)
        rank = np.empty(len(fresh), dtype=np.int32)
        rank[order] = np.arange(base, self.size)
        rows = fresh[order]
        self._places[places[rows]] = np.arange(base, self.size)
        self._keys[base : self.size] = keys[rows]
        new = numbers >= base
        numbers[new] = rank[numbers[new] - base]
        return numbers, rows

    def _first_places(self, keys: Keys) -> NDArray[np.int64]:
        mixed = keys.view(np.uint64) @ self._weights
        mixed ^= mixed >> np.uint64(32)
        mixed *= np.uint64(_SCRAMBLE)
        places: NDArray[np.int64] = (mixed >> np.uint64(65 - len(self._places).bit_length())).astype(np.int64)
        return places

    def _reserve(self, size: int) -> None:
        """Make room for so many states in a table at most half full; the states known are placed anew."""
        if size >= 2**31:
            raise OverflowError("a state table holds fewer than 2^31 states")
        if 2 * size <= len(self._places):
            return
        self._places = np.full(1 << (2 * size - 1).bit_length(), _FREE, dtype=np.int32)
        places = self._first_places(self.keys)
        pending = np.arange(self.size)
        while pending.size:
            at = places[pending]
            free = self._places[at] == _FREE
            self._places[at[free]] = pending[free]
            pending = pending[self._places[at] != pending]
            places[pending] = (places[pending] + 1) & (len(self._places) - 1)


Keys: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]


@frozen
class Field:
    """Entry − `low`, at bits `shift` … `shift + width − 1` of word `word`."""

    word: int
    shift: int
    width: int
    low: int


@frozen
class Layout:
    """The packing of a system's vectors; a packed state is a row of `words` non-negative 64-bit integers.

    As every field stays within its bits, a step is the addition of constants to words.
    """

    fields: tuple[Field, ...]
    words: int

    @staticmethod
    def of(ranges: Iterable[tuple[int, int]], word_bits: int = _WORD_BITS) -> Layout:
        """The layout for entries of these inclusive ranges; raises ValueError if one is wider than a word."""
        fields: list[Field] = []
        word = shift = 0
        for low, high in ranges:
            width = (high - low).bit_length()
            if width > word_bits or not -(2**62) < low <= high < 2**62:
                raise ValueError(f"the range {low}..{high} does not fit a machine word")
            if shift + width > word_bits:
                word, shift = word + 1, 0
            fields.append(Field(word, shift, width, low))
            shift += width
        return Layout(tuple(fields), word + 1)

    def column(self, keys: Keys, position: int) -> Column:
        """One entry of every packed state."""
        place = self.fields[position]
        column: Column = keys[:, place.word]
        if place.shift:
            column = column >> place.shift
        column = column & ((1 << place.width) - 1)
        return column + place.low if place.low else column

    def columns(self, keys: Keys, positions: Iterable[int]) -> dict[int, Column]:
        """Some entries of every packed state, by position."""
        return {position: self.column(keys, position) for position in positions}

    def pack(self, vectors: NDArray[np.int64]) -> Keys:
        """The packed states of vectors, one in a row."""
        keys = np.zeros((len(vectors), self.words), dtype=np.int64)
        for position, place in enumerate(self.fields):
            keys[:, place.word] |= (vectors[:, position] - place.low) << place.shift
        return keys

    def unpack(self, keys: Keys) -> list[tuple[int, ...]]:
        """The vectors of packed states."""
        columns = [self.column(keys, position).tolist() for position in range(len(self.fields))]
        return list(zip(*columns, strict=True)) if columns else [()] * len(keys)

    def difference(self, changes: Mapping[int, int]) -> Keys:
        """The words to add to a packed state to add these amounts to the entries at their positions."""
        words = [0] * self.words
        for position, amount in changes.items():
            place = self.fields[position]
            words[place.word] += amount << place.shift
        return np.array(words, dtype=np.int64)


def all_in_row(cells: Mask) -> Mask:
    """For every row of a two-dimensional mask, whether all of it is true."""
    if cells.shape[1] == 1:
        return cells[:, 0]
    result: Mask = np.logical_and.reduce(cells, axis=1)
    return result


Column: TypeAlias = NDArray[np.int64]
Columns: TypeAlias = Mapping[int, Column]


@frozen
class Combination:
    """Σ coefficient · column + constant; `low` and `high` bound its values over all vectors within the ranges.

    `exact` says whether 64-bit arithmetic computes it without overflow.
    """

    terms: tuple[tuple[int, int], ...]
    constant: int
    low: int
    high: int
    exact: bool

    def of(self, columns: Columns, size: int) -> NDArray[Any]:
        """Its value in each of `size` states, as 64-bit integers or, past their range, as Python's."""
        total: NDArray[Any] | None = None
        for position, coefficient in self.terms:
            column: NDArray[Any] = columns[position] if self.exact else columns[position].astype(object)
            part = column if coefficient == 1 else column * coefficient
            total = part if total is None else total + part
        if total is None:
            return np.full(size, self.constant)
        return total + self.constant if self.constant else total


def combination(system: System, term: Linear) -> Combination:
    """A linear term as one over the columns of a system's vectors.

    Raises KeyError on a variable that the system does not have, ValueError if a range depends on a parameter.
    """
    terms = tuple((system.positions[variable], c) for variable, c in term.terms)
    low = high = term.constant
    magnitude = abs(term.constant)
    for position, c in terms:
        ends = (c * system.ranges[position][0], c * system.ranges[position][1])
        low, high = low + min(ends), high + max(ends)
        magnitude += max(abs(ends[0]), abs(ends[1]))
    return Combination(terms, term.constant, low, high, magnitude < EXACT)
