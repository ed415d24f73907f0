"""The groups of the systems in `examples/programs/` at a size of each, which are those that their comments derive."""

from __future__ import annotations

from dataclasses import replace
from math import factorial
from pathlib import Path

import pytest

from tests.support.loading import load_program
from tests.symmetry.detected.finding import detected
from vsym.basics.limits import UNLIMITED
from vsym.reductions.programs.lowering import lowered

PROGRAMS = Path(__file__).parents[3] / "examples" / "programs"


@pytest.mark.parametrize(
    ("name", "values", "order"),
    [
        ("allocator", {"A": 3, "B": 2, "C": 2}, factorial(3) * 2 * 2),
        ("golfer", {"G": 2, "S": 2, "W": 2}, factorial(4) * 2**2 * 2),
        ("hanoi", {"DISKS": 4}, factorial(3)),
        ("hypercube", {"D": 3}, 2**3 * factorial(3)),
        ("leader_complete", {"N": 5}, factorial(5)),
        ("leader_ring", {"N": 3}, 3),
        ("leader_tree", {}, 2**3),
        ("milner", {"N": 6}, 6),
        ("peterson", {"N": 4}, factorial(4)),
        ("philosophers", {"N": 20}, 20),
        ("readers_writers", {"N": 4, "W": 3}, factorial(4) * factorial(3)),
        ("three_tier", {"A": 3, "B": 3, "C": 2}, factorial(3) ** 2 * 2 * 2),
        ("token", {"N": 8}, 2 * 8),
    ],
)
def test_groups_of_the_systems(name: str, values: dict[str, int], order: int) -> None:
    program = load_program((PROGRAMS / f"{name}.m").read_text(encoding="utf-8"), values)
    group = detected(lowered(replace(program, properties=()), UNLIMITED).system, UNLIMITED)
    assert (group.order, group.group.certain, group.checked) == (order, True, "proved")
