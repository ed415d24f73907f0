"""The null space of an integer matrix, exactly."""

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


def _minus(row: Sequence[Fraction], factor: Fraction, other: Sequence[Fraction]) -> list[Fraction]:
    if not factor:
        return list(row)
    return [entry - factor * subtracted for entry, subtracted in zip(row, other, strict=True)]


def _integers(vector: Sequence[Fraction]) -> tuple[int, ...]:
    scale = math.lcm(*(entry.denominator for entry in vector))
    whole = [int(entry * scale) for entry in vector]
    divisor = math.gcd(*whole) or 1
    return tuple(entry // divisor for entry in whole)
