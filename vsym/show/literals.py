"""Variables in few words: `place[1..3].state` for three, and orbits of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

_PIECE = re.compile(r"\[([^\[\]]*)\]")
_NUMBERED = re.compile(r"(.*?)(-?\d+)\Z")
_MOST = 8


def together(names: Sequence[str]) -> str:
    """Names in few words: those that differ in their indices alone as one, where that leaves nothing out."""
    kinds: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for name in names:
        parts = _PIECE.split(name)
        kinds.setdefault(tuple(parts[::2]), []).append(tuple(parts[1::2]))
    return ", ".join(text for words, indices in kinds.items() for text in _written(words, indices))


def numbers(values: Sequence[str]) -> str:
    """Values in few words: `1..4`, `Node_1..Node_3`, `red, blue`."""
    found = [_NUMBERED.match(value) for value in values]
    if len(values) > 2 and all(found):
        stems = {one[1] for one in found if one}
        places = [int(one[2]) for one in found if one]
        if len(stems) == 1 and places == list(range(places[0], places[0] + len(places))):
            return f"{values[0]}..{values[-1]}"
    if len(values) > _MOST:
        return f"{', '.join(values[: _MOST - 2])}, …, {values[-1]}"
    return ", ".join(values)


def _written(words: tuple[str, ...], indices: list[tuple[str, ...]]) -> Iterator[str]:
    axes = [list(dict.fromkeys(axis)) for axis in zip(*indices, strict=True)]
    if set(product(*axes)) == set(indices):
        yield _spelled(words, [numbers(axis) for axis in axes])
        return
    shown = indices if len(indices) <= _MOST else indices[: _MOST - 2]
    yield from (_spelled(words, one) for one in shown)
    if len(shown) < len(indices):
        yield f"… ({len(indices)} in all)"


def _spelled(words: tuple[str, ...], indices: Sequence[str]) -> str:
    inner = (f"[{index}]{word}" for index, word in zip(indices, words[1:], strict=True))
    return words[0] + "".join(inner)
