"""The ranges of terms are what brute force finds."""

from __future__ import annotations

import pytest

from tests.arithmetic.points import columns, matrices, shared_values, values, variable
from vsym.logic.terms import Atom, Named, linear, value
from vsym.models.counting.counts import Count
from vsym.reductions.counters.space import Space

ONE = Space(("N", "T", "C"), columns(3), ())
TWO = Space(("N", "T"), columns(3, 2), (variable("v", -1, 2),))


@pytest.mark.parametrize("space", [ONE, TWO])
def test_the_range_of_a_term_is_what_its_values_are(space: Space) -> None:
    counts: list[Atom] = [Count(state, block) for state in space.states for block in space.blocks]
    counts += [Named(one.name) for one in space.shared]
    for first in counts:
        for second in counts:
            for weight in (-2, 1):
                term = linear([(first, 1), (second, weight)], 3)
                reached = [
                    value(term, values(cells, shared))
                    for cells in matrices(space.states, space.blocks)
                    for shared in shared_values(space.shared)
                ]
                assert space.range_of(term) == (min(reached), max(reached))
