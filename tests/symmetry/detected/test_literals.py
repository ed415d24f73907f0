"""Literals, and permutations of values as permutations of them."""

from __future__ import annotations

import pytest

from vsym.symmetry.detected.literals import Literals
from vsym.system.symmetry import Image, Symmetry


def test_a_candidate_is_restricted_to_the_values_that_there_are() -> None:
    swap = Symmetry(((0, Image(0, ((1, 2), (2, 1), (3, 4), (4, 3)))),))
    assert Literals((frozenset({1, 2}),)).restricted(swap) == Symmetry(((0, Image(0, ((1, 2), (2, 1)))),))
    with pytest.raises(ValueError, match="0"):
        Literals((frozenset({1, 3}),)).restricted(swap)


def test_a_variable_of_one_value_does_not_move() -> None:
    turn = Symmetry(((0, Image(1, ())), (1, Image(0, ()))))
    assert Literals((frozenset({1}), frozenset({1}))).restricted(turn) == Symmetry(())
