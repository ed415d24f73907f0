"""Sets of values by the places where membership changes, against plain sets."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawn import many
from vsym.diagrams.values import EVERY_VALUE, NO_VALUE, Values, both, contains, either, interval, moved

SMALL = range(12)
drawn = st.lists(st.integers(0, 9), unique=True, max_size=5).map(lambda places: tuple(sorted(places)))


def members(values: Values) -> set[int]:
    """Which of the first values are in a set, by its definition."""
    return {value for value in SMALL if sum(place <= value for place in values) % 2}


@settings(max_examples=many(16), deadline=None)
@given(drawn, drawn)
def test_what_is_in_both_or_in_either(one: Values, other: Values) -> None:
    assert members(both(one, other)) == members(one) & members(other)
    assert members(either(one, other)) == members(one) | members(other)
    assert {value for value in SMALL if contains(one, value)} == members(one)
    assert either(one, NO_VALUE) == both(one, EVERY_VALUE) == one


@settings(max_examples=many(16), deadline=None)
@given(drawn, st.integers(-6, 6))
def test_moved_values_that_fall_below_nothing_are_dropped(values: Values, by: int) -> None:
    expected = {value + by for value in range(20) if sum(place <= value for place in values) % 2 and value + by >= 0}
    assert members(moved(values, by)) == expected & set(SMALL)


def test_an_interval_is_open_or_closed_or_empty() -> None:
    assert interval(None, None) == interval(-3, None) == EVERY_VALUE
    assert (interval(2, 4), interval(2, None), interval(None, 4)) == ((2, 5), (2,), (0, 5))
    assert interval(4, 2) == interval(None, -1) == NO_VALUE
