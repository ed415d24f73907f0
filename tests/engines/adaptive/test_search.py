"""Searches where steps depend on more than who may move, against the concrete states."""

from __future__ import annotations

import pytest
from vsym.methods import Prepared

from tests import oracle
from tests.engines.adaptive.represented import distances, prepared, searched
from vsym.engines.explicit.exploration import explore
from vsym.reductions.direct import direct_system, everyone_apart

TEXT = """
system s
states N, T, C
group R of 2
group W of 2
shared x : 0..4 = 0
shared free : bool = true
init {start}
{steps}
"""

CASES = {
    "an assignment tells processes apart": ("N", "trans N -> T\ntrans T -> C do x := #T[R]"),
    "an assignment with two sets": ("N", "trans N -> T\ntrans T -> C do x := 2 - #T[R] + #C[W] * 1"),
    "two edges of one transition": ("N", "trans N -> T { R: x = 0 do x := 1; W: x = 1 do x := 0 }\ntrans T -> N"),
    "a start for each group": (
        "{ R: T; W: N }",
        "trans N -> T if #T[R] = 2\ntrans T -> C { W: free do free := false }",
    ),
    "many starts": ("where #N[R] >= 1 & #C = 0", "trans N -> T if #T[W] = 1\ntrans T -> C if #N[R] = #N[W]"),
    "guards that merge": ("N", "trans N -> T if #T[R] = 0 & #T[W] = 0\ntrans N -> C { {3}: true }\ntrans C -> T"),
}


def _concrete(ready: Prepared) -> dict[oracle.State, int]:
    """The reachable states with their distances, without any partition."""
    model = ready.model
    width = len(model.states)
    found = explore(direct_system(model, ready.edges, everyone_apart(model)))
    smallest: dict[oracle.State, int] = {}
    depths: list[int] = []
    for number, vector in enumerate(found.stepper.layout.unpack(found.keys)):
        parent = int(found.parents[number])
        depths.append(0 if parent < 0 else depths[parent] + 1)
        cells = [vector[i * width : (i + 1) * width] for i in range(model.size)]
        locations = tuple(model.states[cell.index(1)] for cell in cells)
        smallest[oracle.State(locations, vector[model.size * width :])] = depths[-1]
    return smallest


@pytest.mark.parametrize("name", CASES)
def test_the_states_and_their_distances(name: str) -> None:
    start, steps = CASES[name]
    ready = prepared(TEXT.format(start=start, steps=steps))
    expected = _concrete(ready)
    assert len(expected) > 5
    assert distances(searched(ready)) == expected
