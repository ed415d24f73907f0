"""The functions of NumPy that permutations, graphs and tables of valuations call, for arrays in plain Python.

Each behaves like NumPy's function of the same name for the arguments that are named here; tests compare the two.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, chain, product
from math import prod
from typing import Any

from vsym.basics.arrays.array import (
    Array,
    Shape,
    array,
    bool_,
    int32,
    int64,
    intp,
    newaxis,
    of,
    spread,
    strides,
    type_of,
)

__all__ = ["array", "bool_", "int32", "int64", "intp", "newaxis"]


def full(shape: int | Shape, value: int, dtype: Any = None) -> Array:
    """An array of one value."""
    lengths = (shape,) if isinstance(shape, int) else shape
    return Array([value] * prod(lengths), lengths, type_of(dtype) or (bool_ if isinstance(value, bool) else int64))


def zeros(shape: int | Shape, dtype: Any = int64) -> Array:
    """An array of zeros, or of False for booleans."""
    return full(shape, type_of(dtype) != bool_ and 0, dtype)


def ones(shape: int | Shape, dtype: Any = int64) -> Array:
    """An array of ones, or of True for booleans."""
    return full(shape, type_of(dtype) == bool_ or 1, dtype)


empty = zeros


def empty_like(other: Array) -> Array:
    """An array of the same shape."""
    return zeros(other.shape, other.dtype)


def arange(count: int, dtype: Any = int64) -> Array:
    """0, 1, …"""
    return Array(list(range(count)), (count,), dtype)


def flatnonzero(values: Array) -> Array:
    """The places of the elements that are not 0 or False."""
    places = [place for place, one in enumerate(values.items) if one]
    return Array(places, (len(places),), intp)


def array_equal(one: Array, other: Array) -> bool:
    """True for arrays of the same shape with the same elements."""
    return one.shape == other.shape and one.items == other.items


def sort(values: Array) -> Array:
    """The elements of a row, ascending."""
    return Array(sorted(values.items), values.shape, values.dtype)


def argsort(values: Array, kind: str = "stable") -> Array:
    """The places of a row's elements, ascending by these; of equal ones the first place first."""
    assert kind == "stable"
    return Array(sorted(range(values.size), key=values.items.__getitem__), values.shape, intp)


def unique(values: Array, axis: int | None = None) -> Array:
    """The different elements, ascending; along an axis of two dimensions the different columns or rows."""
    if axis is None:
        items = sorted(set(values.items))
        return Array(items, (len(items),), values.dtype)
    rows = values if axis == 0 else values.T
    different = array(sorted({tuple(row.items) for row in rows}), values.dtype).reshape(-1, rows.shape[1])
    return different if axis == 0 else different.T


def concatenate(arrays: Sequence[Array]) -> Array:
    """The rows of several arrays after each other."""
    items = list(chain.from_iterable(one.items for one in arrays))
    return Array(items, (sum(map(len, arrays)), *arrays[0].shape[1:]), arrays[0].dtype)


def stack(arrays: Sequence[Array], axis: int = 0) -> Array:
    """Rows of one length as the rows or columns of an array."""
    rows = array(arrays)
    return rows.T if axis == 1 else rows


def repeat(values: Any, counts: Any) -> Array:
    """Each element of a row, repeated: `counts` is one number for all elements, or a row with one for each."""
    row = of(values)
    times = spread(of(counts), row.shape)
    items = [one for one, count in zip(row.items, times, strict=True) for _ in range(count)]
    return Array(items, (len(items),), row.dtype)


def resize(values: Array, count: int) -> Array:
    """A row of `count` elements, which repeats those of another row."""
    return Array([values.items[place % values.size] for place in range(count)], (count,), values.dtype)


def roll(values: Array, by: int) -> Array:
    """The elements of a row, moved on by a number of places; those that leave its end come first."""
    by %= values.size or 1
    return Array(values.items[-by:] + values.items[:-by] if by else list(values.items), values.shape, values.dtype)


def cumsum(values: Array) -> Array:
    """The sums of a row up to each of its elements."""
    return Array(list(accumulate(values.items)), values.shape, values.dtype)


def searchsorted(ordered: Any, values: Any, side: str = "left") -> Array:
    """The places before which, or with `side` "right" after which, values stand in an ascending row."""
    bisect = bisect_left if side == "left" else bisect_right
    places, wanted = of(ordered).items, of(values)
    return Array([bisect(places, one) for one in wanted.items], wanted.shape, intp)


def minimum(one: Array, other: Any) -> Array:
    """The lesser one of each two elements."""
    return one.paired(min, other)


def where(condition: Array, one: Array, other: Array) -> Array:
    """The elements of one array where a condition is true, and of another one elsewhere."""
    items = [
        first if truth else second for truth, first, second in zip(condition.items, one.items, other.items, strict=True)
    ]
    return Array(items, condition.shape, max(one.dtype, other.dtype))


def isin(values: Array, among: Any) -> Array:
    """The elements that are among others, as truths."""
    there = set(of(among).items)
    return Array([one in there for one in values.items], values.shape, bool_)


def unravel_index(places: Array, shape: Shape) -> tuple[Array, ...]:
    """The rows of the indices, a row for each dimension, of elements at places in the list."""
    return tuple(places // stride % length for length, stride in zip(shape, strides(shape), strict=True))


def take(values: Array, places: Array, axis: int = 0) -> Array:
    """The rows at some places."""
    assert axis == 0
    rows: Array = values[places]
    return rows


def take_along_axis(values: Array, places: Array, axis: int) -> Array:
    """In each row the elements at the places of the same row."""
    assert axis == 1
    width = values.shape[1]
    starts = range(0, len(places.items), width)
    items = [values.items[start + places.items[start + step]] for start, step in product(starts, range(width))]
    return Array(items, places.shape, values.dtype)
