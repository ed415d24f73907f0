"""Uses of scalarsets: what is accepted is symmetric by the definition, and what is refused is refused with its place."""

from __future__ import annotations

from random import Random

import pytest

from tests.models.program.layouts import drawn_state
from tests.symmetry.declared.drawn_loops import Drawn
from tests.symmetry.declared.equivariance import program_of, reached, told_apart
from vsym.symmetry.declared.soundness import sound_scalarsets


@pytest.mark.parametrize("part", range(4))
def test_drawn_loops_that_are_accepted_commute(part: int) -> None:
    """On states that are reached, and on any others."""
    accepted = 0
    for seed in range(50 * part, 50 * (part + 1)):
        random = Random(seed)
        program = program_of(Drawn(random).model())
        if not sound_scalarsets(program):
            continue
        accepted += 1
        states = [*reached(program, 3), *(drawn_state(random, program) for _ in range(3))]
        assert told_apart(program, states, program.scalarsets) is None, seed
    assert accepted > 5
