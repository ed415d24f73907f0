"""Arrays of whole numbers in plain Python, which index and compute as NumPy's do.

Numbers do not overflow; an element type determines only the bytes of an element, and which elements are truths. Indices
copy: nothing is written through a part of an array.
"""

from __future__ import annotations

import operator
from array import array as packed
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import prod
from typing import Any, TypeAlias

newaxis = None
bool_, int32, int64, intp = "b", "i", "q", "q"
"""Types of elements, as `array` of the standard library names them; truths have one byte."""

Shape: TypeAlias = tuple[int, ...]


class Array:
    """Numbers in an array of a shape; truths where its type is `bool_`."""

    def __init__(self, items: list[Any], shape: Shape, dtype: str) -> None:
        self.items, self.shape, self.dtype = items, shape, dtype

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self.items)

    @property
    def nbytes(self) -> int:
        """The bytes that the elements have as NumPy's."""
        return len(self.items) * packed(self.dtype).itemsize

    @property
    def T(self) -> Array:  # noqa: N802
        """The columns of two dimensions as rows."""
        rows, width = self.shape
        items = [self.items[row * width + column] for column in range(width) for row in range(rows)]
        return Array(items, (width, rows), self.dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if len(self.shape) == 1:
            return iter(self.items)
        return (self[row] for row in range(self.shape[0]))

    def __bool__(self) -> bool:
        [only] = self.items
        return bool(only)

    def __getitem__(self, key: Any) -> Any:
        items = self.items
        if len(self.shape) == 1:
            if isinstance(key, int):
                return items[key]
            if isinstance(key, Array) and key.dtype != bool_:
                return Array([items[place] for place in key.items], key.shape, self.dtype)
        places, shape = _places(self.shape, key)
        if shape == ():
            return items[places[0]]
        return Array([items[place] for place in places], shape, self.dtype)

    def __setitem__(self, key: Any, value: Any) -> None:
        items = self.items
        if isinstance(key, int) and len(self.shape) == 1:
            items[key] = value
            return
        places, shape = _places(self.shape, key)
        for place, one in zip(places, spread(of(value), shape), strict=True):
            items[place] = one

    def tolist(self) -> Any:
        """The rows as lists."""
        if len(self.shape) < 2:
            return list(self.items)
        return [row.tolist() for row in self]

    def tobytes(self) -> bytes:
        """The elements as NumPy's have them."""
        return packed(self.dtype, self.items).tobytes()

    def copy(self) -> Array:
        """The same in an array of its own."""
        return Array(list(self.items), self.shape, self.dtype)

    def setflags(self, *, write: bool) -> None:
        """Nothing is kept from being written."""

    def fill(self, value: int) -> None:
        """Every element becomes the value."""
        self.items[:] = [value] * len(self.items)

    def reshape(self, *shape: int) -> Array:
        """The same elements in another shape, of which one length may be -1."""
        known = prod(length for length in shape if length >= 0)
        lengths = tuple(len(self.items) // known if length < 0 else length for length in shape)
        return Array(self.items, lengths, self.dtype)

    def all(self, axis: int | None = None) -> Any:
        """True where every element is; of two dimensions also along an axis."""
        return self._folded(all, axis, bool_)

    def any(self, axis: int | None = None) -> Any:
        """True where some element is; of two dimensions also along an axis."""
        return self._folded(any, axis, bool_)

    def sum(self, axis: int | None = None) -> Any:
        """The sum; of two dimensions also along an axis."""
        return self._folded(sum, axis, int64)

    def _folded(self, function: Callable[[Iterable[Any]], Any], axis: int | None, dtype: str) -> Any:
        if axis is None:
            return function(self.items)
        rows = self if axis == 1 else self.T
        return Array([function(row.items) for row in rows], rows.shape[:1], dtype)

    def paired(self, function: Callable[[Any, Any], Any], other: Any, dtype: str | None = None) -> Array:
        """The results for pairs of elements; rows, columns and numbers are repeated."""
        if isinstance(other, int):
            return Array([function(one, other) for one in self.items], self.shape, dtype or self.dtype)
        right = of(other)
        if self.shape == right.shape:
            items, shape = list(map(function, self.items, right.items)), self.shape
        else:
            shape = common(self.shape, right.shape)
            items = list(map(function, spread(self, shape), spread(right, shape)))
        return Array(items, shape, dtype or max(self.dtype, right.dtype))

    def __eq__(self, other: object) -> Any:
        return self.paired(operator.eq, other, bool_)

    def __ne__(self, other: object) -> Any:
        return self.paired(operator.ne, other, bool_)

    def __lt__(self, other: Any) -> Array:
        return self.paired(operator.lt, other, bool_)

    def __le__(self, other: Any) -> Array:
        return self.paired(operator.le, other, bool_)

    def __gt__(self, other: Any) -> Array:
        return self.paired(operator.gt, other, bool_)

    def __ge__(self, other: Any) -> Array:
        return self.paired(operator.ge, other, bool_)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Any) -> Array:
        return self.paired(operator.add, other)

    def __sub__(self, other: Any) -> Array:
        return self.paired(operator.sub, other)

    def __mul__(self, other: Any) -> Array:
        return self.paired(operator.mul, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Array:
        return self.paired(operator.floordiv, other)

    def __mod__(self, other: Any) -> Array:
        return self.paired(operator.mod, other)

    def __and__(self, other: Any) -> Array:
        return self.paired(operator.and_, other)

    def __or__(self, other: Any) -> Array:
        return self.paired(operator.or_, other)

    def __invert__(self) -> Array:
        """The opposite truths."""
        return Array(list(map(operator.not_, self.items)), self.shape, self.dtype)

    def __iadd__(self, other: Any) -> Array:
        self.items[:] = (self + other).items
        return self

    def __iand__(self, other: Any) -> Array:
        self.items[:] = (self & other).items
        return self

    def __matmul__(self, other: Array) -> Array:
        """The product of rows with one vector."""
        return Array([sum(map(operator.mul, row.items, other.items)) for row in self], self.shape[:1], self.dtype)


def of(value: Any) -> Array:
    """A value as an array."""
    return value if isinstance(value, Array) else array(value)


def strides(shape: Shape) -> list[int]:
    """For each dimension the number of places from one element to the next."""
    return [prod(shape[axis + 1 :]) for axis in range(len(shape))]


def common(one: Shape, other: Shape) -> Shape:
    """The shape to which both are repeated."""
    length = max(len(one), len(other))
    pairs = zip((1,) * (length - len(one)) + one, (1,) * (length - len(other)) + other, strict=True)
    together = tuple(second if first == 1 else first for first, second in pairs)
    for shape in (one, other):
        if any(mine not in (1, its) for mine, its in zip(shape[::-1], together[::-1], strict=False)):
            raise ValueError(f"arrays of shapes {one} and {other} do not fit")
    return together


def spread(values: Array, shape: Shape) -> list[Any]:
    """The elements, repeated to a shape."""
    if values.shape == shape:
        return values.items
    if len(values.items) == 1:
        return values.items * prod(shape)
    if common(values.shape, shape) != shape:
        raise ValueError(f"an array of shape {values.shape} does not fit to {shape}")
    missing = len(shape) - len(values.shape)
    own = [0] * missing + [
        0 if length == 1 else stride for length, stride in zip(values.shape, strides(values.shape), strict=True)
    ]
    places = [0]
    for length, stride in zip(shape, own, strict=True):
        places = [place + step * stride for place in places for step in range(length)]
    return [values.items[place] for place in places]


def _places(shape: Shape, key: Any) -> tuple[list[int], Shape]:
    """The places in the list of the elements that an index selects, and the shape of the result.

    Parts of the index that are arrays, lists or numbers belong together, element by element, as in NumPy. Their
    dimensions stand where the first of them is, or first of all where a slice stands between two.
    """
    parts = list(key) if isinstance(key, tuple) else [key]
    parts += [slice(None)] * (len(shape) - sum(part is not None for part in parts))
    axes = iter(zip(shape, strides(shape), strict=True))
    groups: list[tuple[list[int], Shape] | None] = []
    chosen: list[tuple[Array, int, int]] = []
    where: list[int] = []
    for part in parts:
        if part is None:
            groups.append(([0], (1,)))
            continue
        length, stride = next(axes)
        if isinstance(part, slice):
            steps = [place * stride for place in range(length)[part]]
            groups.append((steps, (len(steps),)))
        else:
            indices = Array([part], (), int64) if isinstance(part, int) else of(part)
            if indices.dtype == bool_:
                indices = array([place for place, one in enumerate(indices.items) if one])
            chosen.append((indices, length, stride))
            where.append(len(groups))
            groups.append(None)
    if chosen:
        together: Shape = ()
        for indices, _, _ in chosen:
            together = common(together, indices.shape)
        steps = [0] * prod(together)
        for indices, length, stride in chosen:
            rows = range(length)
            steps = [step + rows[index] * stride for step, index in zip(steps, spread(indices, together), strict=True)]
        first = where[0] if where[-1] - where[0] < len(where) else 0
        kept = [one for one in groups if one is not None]
        groups = [*kept[:first], (steps, together), *kept[first:]]
    places, lengths = [0], list[int]()
    for group in groups:
        assert group is not None
        steps, added = group
        places = [place + step for place in places for step in steps]
        lengths += added
    return places, tuple(lengths)


def array(values: Any, dtype: Any = None) -> Array:
    """An array of numbers, or of rows of numbers or arrays of the same length."""
    if isinstance(values, Array):
        return Array(list(values.items), values.shape, type_of(dtype) or values.dtype)
    if isinstance(values, int):
        return Array([values], (), type_of(dtype) or int64)
    listed = list(values)
    if listed and not isinstance(listed[0], int):
        rows = [array(row, dtype) for row in listed]
        items = list(chain.from_iterable(row.items for row in rows))
        if any(row.shape != rows[0].shape for row in rows):
            raise ValueError("rows of different lengths")
        return Array(items, (len(rows), *rows[0].shape), rows[0].dtype)
    truths = listed and all(isinstance(one, bool) for one in listed)
    return Array(listed, (len(listed),), type_of(dtype) or (bool_ if truths else int64))


def type_of(dtype: Any) -> Any:
    """The type of elements that a name or Python's `bool` means."""
    return bool_ if dtype is bool else dtype
