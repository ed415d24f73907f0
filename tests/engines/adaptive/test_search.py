"""Searches where steps depend on more than who may move, against the concrete states."""

from __future__ import annotations

import pytest

from tests.engines.adaptive.represented import counted, distances, prepared, searched
from vsym.reductions.direct import everyone_apart

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


@pytest.mark.parametrize("name", CASES)
def test_the_states_and_their_distances(name: str) -> None:
    start, steps = CASES[name]
    ready = prepared(TEXT.format(start=start, steps=steps))
    expected = counted(ready.model, ready.edges, everyone_apart(ready.model))
    assert len(expected) > 5
    assert distances(searched(ready)) == expected
