"""States packed into machine words: a bit field for each entry of a state's vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.columns import Column

Keys: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

_WORD_BITS = 63


@frozen
class Field:
    """Entry − `low`, at bits `shift` … `shift + width − 1` of word `word`."""

    word: int
    shift: int
    width: int
    low: int


@frozen
class Layout:
    """How the vectors of a system are packed; a packed state is a row of `words` non-negative 64-bit integers.

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

    def difference(self, changes: Sequence[tuple[int, int]]) -> Keys:
        """What to add to a packed state to add `amount` to the entry at `position`, for every such pair."""
        words = [0] * self.words
        for position, amount in changes:
            place = self.fields[position]
            words[place.word] += amount << place.shift
        return np.array(words, dtype=np.int64)


def all_in_row(cells: Mask) -> Mask:
    """For every row of a two-dimensional mask, whether all of it is true."""
    if cells.shape[1] == 1:
        return cells[:, 0]
    result: Mask = np.logical_and.reduce(cells, axis=1)
    return result
