"""Sets in a space with more levels, held against vectors one by one."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.plain import as_states, sizes_strategy, vector_sets
from tests.drawn import many
from vsym.diagrams import Space
from vsym.diagrams.space import extended


@settings(max_examples=many(12), deadline=None)
@given(sizes_strategy, st.lists(st.integers(1, 3), max_size=2), st.data())
def test_a_set_has_any_values_at_the_further_levels(
    sizes: tuple[int, ...], further: list[int], data: st.DataObject
) -> None:
    vectors = data.draw(vector_sets(sizes))
    space = Space([*sizes, *further])
    tails = [*product(*map(range, further))]
    assert {*extended(as_states(Space(sizes), vectors), space)} == {(*one, *tail) for one in vectors for tail in tails}


def test_other_levels_are_refused() -> None:
    with pytest.raises(ValueError, match="do not begin with those"):
        extended(Space([2, 3]).full, Space([2, 2, 3]))
