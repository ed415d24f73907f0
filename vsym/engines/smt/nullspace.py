"""The null space of an integer matrix, exactly, and what it sends to multiples of a modulus."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction


def null_space(rows: Sequence[Sequence[int]], width: int) -> list[tuple[int, ...]]:
    """A basis of the vectors w of length `width` with row · w = 0 for every row, in coprime integers."""
    reduced: list[list[Fraction]] = []
    pivots: list[int] = []
    for row in rows:
        rest = [Fraction(entry) for entry in row]
        for pivot, other in zip(pivots, reduced, strict=True):
            rest = _minus(rest, rest[pivot], other)
        pivot_here = next((place for place, entry in enumerate(rest) if entry), None)
        if pivot_here is None:
            continue
        rest = [entry / rest[pivot_here] for entry in rest]
        reduced = [_minus(other, other[pivot_here], rest) for other in reduced]
        reduced.append(rest)
        pivots.append(pivot_here)
    basis = []
    for free in range(width):
        if free in pivots:
            continue
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for pivot, row_reduced in zip(pivots, reduced, strict=True):
            vector[pivot] = -row_reduced[free]
        basis.append(_integers(vector))
    return basis


def null_space_modulo(rows: Sequence[Sequence[int]], width: int) -> list[tuple[tuple[int, ...], int]]:
    """Vectors w of length `width` with moduli m > 1 so that row · w is a multiple of m for every row.

    Row operations and a unimodular matrix make the rows diagonal; w is a column of that matrix, m the entry there.
    Together with the null space they generate all such vectors for every modulus.
    """
    height = len(rows)
    identity = [[int(place == other) for other in range(width)] for place in range(width)]
    columns = [[*(row[place] for row in rows), *unit] for place, unit in enumerate(identity)]
    found = []
    while any(any(column[:height]) for column in columns):
        entries = ((abs(column[row]), at, row) for at, column in enumerate(columns) for row in range(height))
        _, at, row = min(entry for entry in entries if entry[0])
        pivot = columns[at]
        others = [*columns[:at], *columns[at + 1 :]]
        for column in others:
            if factor := column[row] // pivot[row]:
                column[:] = [entry - factor * subtracted for entry, subtracted in zip(column, pivot, strict=True)]
        for lower in range(height):
            if lower != row and (factor := pivot[lower] // pivot[row]):
                for column in columns:
                    column[lower] -= factor * column[row]
        # What division leaves is smaller than the pivot, and is the next one.
        if sum(map(bool, pivot[:height])) == 1 and not any(column[row] for column in others):
            columns = others
            found.append((tuple(pivot[height:]), abs(pivot[row])))
    return [(vector, modulus) for vector, modulus in found if modulus > 1]


def _minus(row: Sequence[Fraction], factor: Fraction, other: Sequence[Fraction]) -> list[Fraction]:
    if not factor:
        return list(row)
    return [entry - factor * subtracted for entry, subtracted in zip(row, other, strict=True)]


def _integers(vector: Sequence[Fraction]) -> tuple[int, ...]:
    scale = math.lcm(*(entry.denominator for entry in vector))
    whole = [int(entry * scale) for entry in vector]
    divisor = math.gcd(*whole) or 1
    return tuple(entry // divisor for entry in whole)
