"""In which order things that stand side by side, layer by layer, have few lines that cross."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

T = TypeVar("T")

_SWEEPS = 8


def ordered(
    layers: Sequence[Sequence[T]], lines: Iterable[tuple[T, T]], group: Mapping[T, int] | None = None
) -> tuple[tuple[T, ...], ...]:
    """The layers, each in an order in which few of the lines between layers cross (the barycentre heuristic).

    With `group`, what has a smaller number stands before what has a larger one.
    """
    layer_of = {one: level for level, layer in enumerate(layers) for one in layer}
    between = [*dict.fromkeys(line for line in lines if layer_of[line[0]] != layer_of[line[1]])]
    best = current = [list(layer) for layer in layers]
    fewest = _crossings(best, layer_of, between)
    for sweep in range(_SWEEPS):
        upward = bool(sweep % 2)
        current = [list(layer) for layer in current]
        for level in reversed(range(len(current))) if upward else range(len(current)):
            centre = _centres(current, layer_of, between, level, upward=upward)
            current[level].sort(key=lambda one: (0 if group is None else group[one], centre[one]))
        crossings = _crossings(current, layer_of, between)
        if crossings < fewest:
            best, fewest = current, crossings
    return tuple(map(tuple, best))


def _places(layers: Sequence[Sequence[T]]) -> dict[T, float]:
    """Where each one stands, from 0 to 1, whatever the number of its neighbours."""
    return {one: (place + 0.5) / len(layer) for layer in layers for place, one in enumerate(layer)}


def _centres(
    layers: Sequence[Sequence[T]],
    layer_of: Mapping[T, int],
    lines: Sequence[tuple[T, T]],
    level: int,
    *,
    upward: bool,
) -> dict[T, float]:
    """For those of one layer, the mean place of what lines join them to above, or below when `upward`."""
    places = _places(layers)
    joined: dict[T, list[float]] = {one: [] for one in layers[level]}
    for line in lines:
        for one, other in (line, line[::-1]):
            if layer_of[one] == level and (layer_of[other] > level) == upward:
                joined[one].append(places[other])
    return {one: sum(others) / len(others) if others else places[one] for one, others in joined.items()}


def _crossings(layers: Sequence[Sequence[T]], layer_of: Mapping[T, int], lines: Sequence[tuple[T, T]]) -> int:
    """How many pairs of lines between the same two layers cross."""
    places = _places(layers)
    bundles: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for line in lines:
        above, below = sorted(line, key=layer_of.__getitem__)
        bundles.setdefault((layer_of[above], layer_of[below]), []).append((places[above], places[below]))
    pairs = (pair for bundle in bundles.values() for pair in combinations(bundle, 2))
    return sum((one[0] - other[0]) * (one[1] - other[1]) < 0 for one, other in pairs)
