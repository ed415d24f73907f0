"""Arrays in plain Python, each operation on drawn numbers checked against NumPy's."""

from __future__ import annotations

import operator
from collections.abc import Callable
from random import Random
from typing import Any

import numpy
import pytest

from vsym.basics.arrays import functions

Operation = Callable[[Any, Random], Any]
"""Something done with the functions of a module, of NumPy or ours, on drawn numbers."""

WIDTH = 5


def numbers(np: Any, draw: Random, *shape: int, least: int = 0) -> Any:
    rows = [[draw.randint(least, WIDTH - 1) for _ in range(shape[-1])] for _ in range(shape[0])]
    return np.array(rows if len(shape) == 2 else rows[0], np.int64)


def permutation(np: Any, draw: Random) -> Any:
    return np.array(draw.sample(range(WIDTH), WIDTH), dtype=np.intp)


def assigned(np: Any, draw: Random, key: Callable[[Any], Any], value: Callable[[Any], Any]) -> Any:
    rows = numbers(np, draw, WIDTH, WIDTH)
    rows[key(np)] = value(np)
    return rows


def increased(np: Any, draw: Random) -> Any:
    total = np.full(WIDTH, 3, np.int64)
    total += 2 * numbers(np, draw, WIDTH)
    truths = np.full(WIDTH, True)
    truths &= total > 5
    return [total, truths]


INDICES: dict[str, Operation] = {
    "a composition": lambda np, draw: permutation(np, draw)[permutation(np, draw)],
    "a slice": lambda np, draw: numbers(np, draw, 7)[2:],
    "every second one": lambda np, draw: numbers(np, draw, 7)[::2],
    "from the end": lambda np, draw: [int(numbers(np, draw, 7)[-1]), numbers(np, draw, 3, 4)[:, ::-1]],
    "a row": lambda np, draw: numbers(np, draw, 3, 4)[1],
    "an element": lambda np, draw: int(numbers(np, draw, 3, 4)[1, 2]),
    "a column": lambda np, draw: numbers(np, draw, 3, 4)[:, 2],
    "columns of a list": lambda np, draw: numbers(np, draw, 3, 4)[:, [3, 0, 0]],
    "elements of a row": lambda np, draw: numbers(np, draw, 3, 4)[0, [3, 1]],
    "rows by truths": lambda np, draw: numbers(np, draw, 9, 2)[numbers(np, draw, 9) > 2],
    "by pairs": lambda np, draw: numbers(np, draw, 5, 5)[np.arange(5), permutation(np, draw)],
    "rows of rows": lambda np, draw: numbers(np, draw, 5)[numbers(np, draw, 3, 4)],
    "products of elements": lambda np, draw: numbers(np, draw, 3, 5)[:, numbers(np, draw, 4, 5)].reshape(-1, 5),
    "a new dimension": lambda np, _: np.arange(4)[np.newaxis],
    "an order of rows and columns": lambda np, draw: numbers(np, draw, 5, 5)[permutation(np, draw)][:, [1, 0]],
    "a row becomes": lambda np, draw: assigned(np, draw, lambda _: 2, lambda np: np.arange(WIDTH)),
    "a column becomes": lambda np, draw: assigned(np, draw, lambda _: (slice(None), 1), lambda np: np.arange(WIDTH)),
    "places become": lambda np, draw: assigned(np, draw, lambda np: np.array([0, 3]), lambda _: 7),
}

COMPUTED: dict[str, Operation] = {
    "differences": lambda np, draw: (numbers(np, draw, 5) - numbers(np, draw, 5)) % 4,
    "quotients of negative numbers": lambda np, draw: numbers(np, draw, 9, least=-9) // 4,
    "rests of negative numbers": lambda np, draw: numbers(np, draw, 9, least=-9) % 4,
    "in place": increased,
    "comparisons": lambda np, draw: [
        relation(numbers(np, draw, 6), 2)
        for relation in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
    ],
    "truths": lambda np, draw: ~((numbers(np, draw, 6) == 1) | (numbers(np, draw, 6) > 1) & (numbers(np, draw, 6) < 4)),
    "rows against a row": lambda np, draw: numbers(np, draw, 4, 3) != numbers(np, draw, 3),
    "all": lambda np, draw: [(numbers(np, draw, 3, 4) > 0).all(axis=axis) for axis in (None, 0, 1)],
    "any": lambda np, draw: [(numbers(np, draw, 3, 4) > 3).any(axis=axis) for axis in (None, 0, 1)],
    "sum": lambda np, draw: [numbers(np, draw, 3, 4).sum(axis=axis) for axis in (None, 0, 1)],
    "rows times a vector": lambda np, draw: numbers(np, draw, 4, 2) @ np.array([5, 1], dtype=np.intp),
    "turned": lambda np, draw: numbers(np, draw, 3, 4).T,
    "filled": lambda np, _: [np.zeros((2, 3), dtype=np.intp), np.ones(3, dtype=bool), np.zeros(4, bool)],
    "places": lambda np, draw: np.flatnonzero(numbers(np, draw, 8) > 2),
    "sorted": lambda np, draw: np.sort(numbers(np, draw, 8)),
    "order": lambda np, draw: np.argsort(numbers(np, draw, 8), kind="stable"),
    "different": lambda np, draw: np.unique(numbers(np, draw, 8)),
    "different columns": lambda np, draw: np.unique(numbers(np, draw, 2, 9), axis=1),
    "joined": lambda np, draw: [
        np.concatenate([numbers(np, draw, 2), numbers(np, draw, 3)]),
        np.concatenate([numbers(np, draw, 2, 2), numbers(np, draw, 3, 2)]),
        np.stack([numbers(np, draw, 4), numbers(np, draw, 4)], axis=1),
        np.stack([numbers(np, draw, 4), numbers(np, draw, 4)]),
    ],
    "repeated": lambda np, draw: [np.repeat(numbers(np, draw, 3), 2), np.repeat(np.arange(4), numbers(np, draw, 4))],
    "again and again": lambda np, draw: np.resize(numbers(np, draw, 3), 8),
    "turned around": lambda np, draw: np.roll(numbers(np, draw, 5), -1),
    "sums": lambda np, draw: np.cumsum(numbers(np, draw, 6)),
    "searched": lambda np, draw: [
        np.searchsorted(np.sort(numbers(np, draw, 6)), numbers(np, draw, 4)),
        np.searchsorted([0, 2, 3], [3, 1], side="right"),
    ],
    "the lesser ones": lambda np, draw: np.minimum(numbers(np, draw, 6), 2),
    "either": lambda np, draw: np.where(numbers(np, draw, 6) > 2, numbers(np, draw, 6), numbers(np, draw, 6)),
    "among": lambda np, draw: np.isin(numbers(np, draw, 8), [1, 3]),
    "indices": lambda np, _: np.stack(np.unravel_index(np.arange(24), (2, 3, 4)), axis=1),
    "rows at places": lambda np, draw: np.take(numbers(np, draw, 5, 2), permutation(np, draw), axis=0),
    "places in rows": lambda np, draw: np.take_along_axis(numbers(np, draw, 3, 5), numbers(np, draw, 3, 5), axis=1),
    "equal": lambda np, draw: np.array_equal(numbers(np, draw, 1), numbers(np, draw, 1)),
}


def plain(value: Any) -> Any:
    """A result as values of Python, an array with its shape and its bytes."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if hasattr(value, "tobytes") and hasattr(value, "shape") and value.shape != ():
        return value.tolist(), value.shape, value.tobytes()
    return int(value)


@pytest.mark.parametrize("name", [*INDICES, *COMPUTED])
def test_results_are_those_of_numpy(name: str) -> None:
    operation = (INDICES | COMPUTED)[name]
    for seed in range(10):
        assert plain(operation(functions, Random(seed))) == plain(operation(numpy, Random(seed)))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        functions.arange(3) + functions.arange(4)
    with pytest.raises(ValueError, match="different lengths"):
        functions.array([[1], [1, 2]])
    with pytest.raises(IndexError):
        functions.arange(3)[functions.array([3])]
