"""The order of a group as tools say it: a floating-point number."""

from __future__ import annotations

import math

from vsym.basics.frozen import frozen


@frozen
class Size:
    """The order where it is known exactly, and a number that it is not above; None where there is none."""

    exact: int | None
    most: int | None


def size(said: float, digits: int) -> Size:
    """What a floating-point number says of an order that has so many decimal digits of it right."""
    if math.isinf(said):
        return Size(None, None)
    if said < 10 ** (digits - 1):
        return Size(round(said), round(said))
    return Size(None, int(said) + int(said) // 10 ** (digits - 3))
