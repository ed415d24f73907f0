"""Counts as one number against counts as lists."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.drawn import many
from vsym.engines.adaptive.digits import Digits


@given(st.integers(1, 9), st.integers(1, 4), st.data())
@settings(max_examples=many(30), deadline=None)
def test_digits_add_up_and_show_where_somebody_is(processes: int, states: int, data: st.DataObject) -> None:
    """Each process is in a cell and a local state; all of them may be in one."""
    cells = data.draw(st.integers(1, processes))
    places = st.tuples(st.integers(0, cells - 1), st.integers(0, states - 1))
    drawn = data.draw(st.lists(places, min_size=processes, max_size=processes))
    counts = tuple(tuple(drawn.count((cell, state)) for state in range(states)) for cell in range(cells))
    digits = Digits(processes, states)
    packed = digits.packed(counts)
    assert digits.unpacked(packed, cells) == counts
    assert packed == sum(digits.unit(cell, state) for cell, state in drawn)
    assert digits.of_cell(digits.total(packed), 0) == tuple(map(sum, zip(*counts, strict=True)))
    for cell in range(cells):
        for state in range(states):
            column = digits.column([cell], state)
            assert packed & column == counts[cell][state] * digits.unit(cell, state)
            assert bool(digits.support(packed, cells) & column) == bool(counts[cell][state])
            assert (digits.support(packed, cells) & column).bit_count() <= 1
