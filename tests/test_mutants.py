"""scripts/mutants.py: which mutants a sample has, and where one stands."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = runpy.run_path(str(Path(__file__).parent.parent / "scripts" / "mutants.py"))

MUTANTS = {
    "vsym/a.py": [f"vsym.a.x_f__mutmut_{number}" for number in range(50)],
    "vsym/b.py": ["vsym.b.x_g__mutmut_1", "vsym.b.x_g__mutmut_2"],
}


def test_without_a_sample_all_mutants_are_chosen() -> None:
    assert SCRIPT["chosen_of"](MUTANTS, None, 0) == MUTANTS


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_has_as_many_of_each_module_and_is_the_same_for_a_seed(seed: int) -> None:
    chosen = SCRIPT["chosen_of"](MUTANTS, 10, seed)
    assert {module: len({*names}) for module, names in chosen.items()} == {"vsym/a.py": 10, "vsym/b.py": 2}
    assert all({*names} <= {*MUTANTS[module]} for module, names in chosen.items())
    assert chosen == SCRIPT["chosen_of"](MUTANTS, 10, seed)
    # Other modules beside it do not change the sample of one.
    alone = {"vsym/a.py": MUTANTS["vsym/a.py"]}
    assert SCRIPT["chosen_of"](alone, 10, seed) == {"vsym/a.py": chosen["vsym/a.py"]}
    assert chosen != SCRIPT["chosen_of"](MUTANTS, 10, seed + 1)


SOURCE = """\
class C:
    def f(self):
        return 1

    def g(self):
        x = 1
        return x
"""


@pytest.mark.parametrize(
    ("difference", "line"),
    [
        ([" def g(self):", "-    x = 1", "+    x = 2", "     return x"], 6),
        ([" def g(self):", "     x = 1", "-    return x"], 7),
        (["-    return 1", "+    return 2"], 3),
    ],
)
def test_the_line_of_a_difference_is_that_of_the_module(difference: list[str], line: int) -> None:
    assert SCRIPT["line_of"](SOURCE, difference) == line
