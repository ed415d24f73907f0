"""Regular expressions over states by their definition: which stretches of a word each part describes. Nothing of vsym.

An expression is a tuple: `("letter", condition)`, `("following", parts)`, `("fused", parts)`, `("alternatives",
parts)`, or `("repeated", part, least, most)`, where most is None without a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Stretches = set[tuple[int, int]]


def stretches(expression: Any, word: Sequence[Any], holds: Callable[[Any, Any], bool]) -> Stretches:
    """All (i, j) for which the letters from i up to and without j are a word of the expression."""
    kind, *rest = expression
    if kind == "letter":
        return {(place, place + 1) for place, letter in enumerate(word) if holds(rest[0], letter)}
    if kind == "repeated":
        part, least, most = rest
        one = stretches(part, word, holds)
        every = {(place, place) for place in range(len(word) + 1)}
        result: Stretches = set()
        # Longer repetitions than there are letters can leave out empty ones.
        for turn in range(least + len(word) + 1 if most is None else most + 1):
            result |= every if turn >= least else set()
            every = _composed(every, one)
        return result
    parts = [stretches(part, word, holds) for part in rest[0]]
    if kind == "alternatives":
        return set().union(*parts)
    whole = parts[0]
    for part in parts[1:]:
        if kind == "fused":
            whole = {(i, j) for i, k in whole for m, j in part if m == k - 1 and i < k and m < j}
        else:
            whole = _composed(whole, part)
    return whole


def _composed(left: Stretches, right: Stretches) -> Stretches:
    return {(i, j) for i, k in left for m, j in right if m == k}


def first_bad(expression: Any, word: Sequence[Any], holds: Callable[[Any, Any], bool], anywhere: bool) -> int | None:
    """The length of the shortest bad prefix of a word; None where it has none."""
    ends = (j for i, j in stretches(expression, word, holds) if i < j and (anywhere or i == 0))
    return min(ends, default=None)
