"""Processes that a predicate treats alike, against the definition: all states, all pairs of processes."""

from __future__ import annotations

import itertools
import time

from hypothesis import given, settings

from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.loading import load
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State, holds
from vsym.symmetry.virtual.edges import interchangeable

TEXT = """
system s
states N, T, C
group P[k in 1..3] of 2
group Q of 1
shared turn : 0..3 = 0
init N
trans N -> T if {guard}
"""


def states(model: Model) -> list[State]:
    """All states, reachable or not."""
    ranges = [[(v.name, value) for value in range(v.low, v.high + 1)] for v in model.shared]
    return [
        State(locations, shared)
        for locations in itertools.product(model.states, repeat=model.size)
        for shared in itertools.product(*ranges)
    ]


def exchanged(state: State, one: int, other: int) -> State:
    """The state in which two processes have changed places."""
    locations = list(state.locations)
    locations[one - 1], locations[other - 1] = locations[other - 1], locations[one - 1]
    return State(tuple(locations), state.shared)


def alike(model: Model, formula: Formula, apart: Processes) -> set[tuple[int, int]]:
    """The pairs of processes, both in `apart` or both outside, whose exchange changes the predicate in no state."""
    found = {state: holds(formula, state) for state in states(model)}
    return {
        (one, other)
        for one, other in itertools.combinations(range(1, model.size + 1), 2)
        if (one in apart) == (other in apart)
        and all(value == found[exchanged(state, one, other)] for state, value in found.items())
    }


@given(models())
@settings(DRAWN, max_examples=many(9))
def test_the_partition_is_the_coarsest(drawn: Generated) -> None:
    model = loaded(drawn)
    for transition in model.transitions[:2]:
        for line in transition.lines[:2]:
            cells = interchangeable(Environment(), model, line.guard, [line.processes], Budget())
            together = {pair for cell in cells for pair in itertools.combinations(cell, 2)}
            assert together == alike(model, line.guard, line.processes)


def _cells(guard: str, budget: Budget | None = None) -> list[str]:
    model = load(Source("s.gsst", TEXT.format(guard=guard)))
    guarded = model.transitions[0].lines[0].guard
    return [str(cell) for cell in interchangeable(Environment(), model, guarded, [], budget or Budget())]


def test_cells_merge_where_only_the_text_tells_them_apart() -> None:
    assert _cells("#T[P[1]] = 0 & #T[P[2]] = 0") == ["1..4", "5..7"]
    assert _cells("forall k in 1..3: #T[P[k]] = 0 & #T[Q] = 0") == ["1..7"]
    assert _cells("#T[P[1]] + #C[P[1]] + #N[P[1]] = 2") == ["1..7"]
    assert _cells("#T[P[1]] = 0 | turn >= 0") == ["1..7"]
    assert _cells("#T[P[1]] <= turn") == ["1..2", "3..7"]


def test_what_is_not_settled_in_time_stays_apart() -> None:
    late = Budget(deadline=time.monotonic() - 1)
    assert _cells("#T[P[1]] = 0 & #T[P[2]] = 0", late) == ["1..2", "3..4", "5..7"]
