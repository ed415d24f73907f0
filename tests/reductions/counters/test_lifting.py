"""Paths of block counters as paths of cell counters."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise, product

import pytest

from vsym import load
from vsym.basics.limits import Budget
from vsym.checking.question import Subject
from vsym.checking.stages import by_cells
from vsym.logic.formula import TRUE
from vsym.reductions.counters import lifting
from vsym.reductions.counters.lifting import lifted
from vsym.reductions.counters.reduce import block_of
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Silence
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector, is_initial, steps

LADDER = """system ladder
states A, B, C
group R[i in 1..3] of 2
shared x : 0..2 = 0
init A
trans A -> B { R[1]: true  R[2]: #B[R[1]] >= 1  R[3]: #B[R[2]] >= 1 do x := 1 }
trans B -> C { R[2]: #B[R[3]] = 1 }
"""


def _cells() -> Reduced:
    return by_cells(Subject(load(LADDER)), Budget(), Silence())


def _counted(cells: Reduced, vector: Vector) -> Vector:
    """The counters of all processes together, from the definition."""
    sums: dict[str, int] = defaultdict(int)
    for one, number in zip(cells.counters.counters, vector, strict=False):
        sums[one.state] += number
    return (*(sums[state] for state in cells.counters.states), vector[-1])


def _graph(cells: Reduced) -> dict[Vector, set[Vector]]:
    """The reachable vectors of cell counters with their successors."""
    ranges = [range(low, high + 1) for low, high in cells.system.ranges]
    waiting = [one for one in product(*ranges) if is_initial(cells.system, one)]
    graph: dict[Vector, set[Vector]] = {}
    while waiting:
        vector = waiting.pop()
        if vector not in graph:
            graph[vector] = {then for _, then in steps(cells.system, vector)}
            waiting += graph[vector]
    return graph


def _walks(edges: set[tuple[Vector, Vector]], start: Vector, length: int) -> list[tuple[Vector, ...]]:
    """The walks of at most `length` steps."""
    walks: list[tuple[Vector, ...]] = [(start,)]
    last = [*walks]
    for _ in range(length):
        last = [(*walk, then) for walk in last for before, then in edges if before == walk[-1]]
        walks += last
    return walks


def _lifted(cells: Reduced, walk: tuple[Vector, ...]) -> SystemPath | None:
    model = cells.model
    together = replace(cells.counters, blocks=(block_of(model, model.processes),))
    path: SystemPath = Path("counterexample", walk, (None,) * (len(walk) - 1), None)
    return lifted(path, together, cells, TRUE, Budget())


def test_a_path_is_lifted_where_cells_have_one() -> None:
    cells = _cells()
    graph = _graph(cells)
    counted = {_counted(cells, one) for one in graph}
    edges = {(one, then) for one, then in product(counted, counted) if abs(one[0] - then[0]) <= 1}
    outcomes = set()
    for walk in _walks(edges, (6, 0, 0, 0), 3):
        ends = {one for one in graph if is_initial(cells.system, one)}
        for target in walk[1:]:
            ends = {then for one in ends for then in graph[one] if _counted(cells, then) == target}
        path = _lifted(cells, walk)
        outcomes.add(path is None)
        assert (path is not None) == bool(ends)
        if path is not None:
            assert is_initial(cells.system, path.states[0])
            assert all(then in graph[one] for one, then in pairwise(path.states))
            assert tuple(_counted(cells, one) for one in path.states) == walk
    assert outcomes == {True, False}


def test_too_many_vectors_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = _cells()
    assert _lifted(cells, ((6, 0, 0, 0), (5, 1, 0, 0))) is not None
    monkeypatch.setattr(lifting, "MOST", 0)
    assert _lifted(cells, ((6, 0, 0, 0), (5, 1, 0, 0))) is None
