"""Symmetries of a system as a group on the levels of its diagrams."""

from __future__ import annotations

import pytest

from tests.engines.diagrams.quotient.test_search import swaps
from tests.system.systems import variable
from vsym.engines.diagrams.quotient.symmetries import Symmetries
from vsym.logic.formula import TRUE
from vsym.system.system import System


@pytest.mark.parametrize(("virtual", "actions"), [(False, 1), (True, 0)])
def test_a_subgroup_serves_where_it_is_ordinary(virtual: bool, actions: int) -> None:
    """The second exchange takes the third variable to values that it cannot have."""
    variables = (variable("a", 0, 2), variable("b", 0, 2), variable("c", 0, 1))
    group = Symmetries(swaps(3), virtual=virtual).on(System("three", variables, TRUE, TRUE, ()))
    assert (len(group.actions), group.left_out) == (actions, 2 - actions)
