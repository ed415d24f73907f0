"""Sets of values of one level, as the places where membership changes.

`(1, 4)` is the set of 1, 2 and 3, `(5,)` that of all values from 5 on: a value is in the set if an odd number of places
is not greater. The cost of such a set depends on the number of changes, not on the size of its values.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from operator import and_, or_
from typing import TypeAlias

Values: TypeAlias = tuple[int, ...]

EVERY_VALUE: Values = (0,)
NO_VALUE: Values = ()


def interval(low: int | None, high: int | None) -> Values:
    """The values from `low` to `high`, both included; None is an open end."""
    first = 0 if low is None else max(low, 0)
    if high is None:
        return (first,)
    return (first, high + 1) if high >= first else NO_VALUE


def contains(values: Values, value: int) -> bool:
    """Tells if a value is in the set."""
    return bisect_right(values, value) % 2 == 1


def both(one: Values, other: Values) -> Values:
    """The values that are in both sets."""
    return _combined(one, other, and_)


def either(one: Values, other: Values) -> Values:
    """The values that are in one of the sets at least."""
    return _combined(one, other, or_)


def moved(values: Values, by: int) -> Values:
    """The set with every value greater by `by`; with a negative one, values that fall below 0 are dropped."""
    places = tuple(place + by for place in values)
    if by >= 0 or not places or places[0] >= 0:
        return places
    below = bisect_right(places, 0)
    return (0, *places[below:]) if below % 2 else places[below:]


def _combined(one: Values, other: Values, operation: Callable[[bool, bool], bool]) -> Values:
    if one == other:
        return one
    first, second, places = set(one), set(other), list[int]()
    in_one = in_other = False
    for place in sorted(first | second):
        in_one ^= place in first
        in_other ^= place in second
        if operation(in_one, in_other) != bool(len(places) % 2):
            places.append(place)
    return tuple(places)
