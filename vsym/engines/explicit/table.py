"""A set of packed states that numbers them, by hashing; every operation is on many states at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vsym.engines.explicit.packing import Keys, all_in_row

Numbers = NDArray[np.int32]

# Odd constants with well mixed bits: a state's words are weighed by powers of the first, and the sum is scrambled by
# the second.
_WEIGHT = 0x9E3779B97F4A7C15
_SCRAMBLE = 0xD6E8FEB86659FD93
_SMALLEST = 1024
_FREE = -1


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
            found = self._places[at]
            free = found == _FREE
            if free.any():
                added = self._claim(keys, pending[free], at[free])
                fresh.append(added)
                found[free] = self._places[at[free]]
            known = all_in_row(self._keys[found] == keys[pending])
            numbers[pending[known]] = found[known]
            pending = pending[~known]
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
        self._enlarge(self.size + len(winners))
        self._keys[numbers] = keys[winners]
        self.size += len(winners)
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

    def _enlarge(self, size: int) -> None:
        if size > len(self._keys):
            keys = np.empty((max(size, 2 * len(self._keys)), self._keys.shape[1]), dtype=np.int64)
            keys[: self.size] = self.keys
            self._keys = keys

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
