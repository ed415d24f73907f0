"""Systems of blocks that no edge tells apart, and concrete paths told in counters."""

from __future__ import annotations

import pytest

import vsym
from tests.support.composing import prepared
from tests.support.oracle import closure
from vsym.basics.limits import Budget, UndecidedError
from vsym.checking.stages import Prepared
from vsym.models.counting.semantics import State, step_of
from vsym.reductions.counters.abstraction import CounterSystem, abstract
from vsym.reductions.counters.lowering import lowered
from vsym.reductions.direct import direct_system, everyone_apart, friends, seen, view
from vsym.system.result import Path
from vsym.system.step import Vector, steps

TEXT = """
system s
states N, T, C
group R of 3
group W of 2
group V of 2
shared free : bool = true
init {{ R: N; else: {start} }}
trans N -> T
trans enter: T -> C if free & {guard} do free := false
trans C -> N do free := true
"""


def _prepared(start: str, guard: str = "#C[R] = 0 & #C[W] = 0") -> Prepared:
    return prepared(vsym.load(TEXT.format(start=start, guard=guard)))


def _reached(counters: CounterSystem) -> set[Vector]:
    """The reachable states where all seven processes start in N."""
    system, start = lowered(counters), abstract(counters, State(("N",) * 7, (("free", 1),)))
    return {*closure([start], lambda vector: [target for _, target in steps(system, vector)])}


def test_friends_are_what_edges_do_not_tell_apart_wherever_they_start() -> None:
    for start in ("N", "T"):
        ready = _prepared(start)
        assert [str(cell) for cell in friends(ready.model, ready.edges)] == ["1..5", "6..7"]


@pytest.mark.parametrize(("guard", "cut"), [("#C[R] = 0 & #C[W] = 0", 5), ("(#T >= 1 | #C[R] = 0)", 7)])
def test_a_guard_that_names_parts_of_a_block_is_written_over_blocks(guard: str, cut: int) -> None:
    """The second guard tells processes apart only where nobody is there to take the step."""
    ready = _prepared("N", guard)
    blocks = friends(ready.model, ready.edges)
    width = len(ready.model.states)
    orbits = set()
    for vector in _reached(direct_system(ready.model, ready.edges, everyone_apart(ready.model))):
        processes = [vector[i * width : (i + 1) * width] for i in range(7)]
        parts = [part for part in (processes[:cut], processes[cut:]) if part]
        counts = [size for part in parts for size in map(sum, zip(*part, strict=True))]
        orbits.add((*counts, *vector[7 * width :]))
    assert _reached(direct_system(ready.model, ready.edges, blocks, Budget())) == orbits
    with pytest.raises(UndecidedError):
        direct_system(ready.model, ready.edges, blocks, Budget(deadline=0.0))


def test_a_path_is_told_in_the_counters_of_a_view() -> None:
    model = _prepared("N").model
    start = State(("N",) * 7, (("free", 1),))
    step = step_of(model, start, 4, model.transitions[0])
    assert step is not None
    path = Path("witness", (start, step.target), (step,), None)
    found = seen(view(model, [model.processes]), path)
    assert found.states == ((7, 0, 0, 1), (6, 1, 0, 1))
    assert found.steps == (None,)
