"""Boxes have every state that satisfies a predicate, and only such where it is about single counters."""

from __future__ import annotations

import itertools

import pytest
from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment
from vsym.engines.smt.coverability.reading import MOST, Box, boxes
from vsym.engines.smt.linear import holds

MANAGER = Environment().formula_manager
A, B, V, P = (MANAGER.Symbol(name, INT) for name in "abvp")


def at(symbol: FNode, number: int) -> FNode:
    return MANAGER.GE(symbol, MANAGER.Int(number))


def inside(box: Box, state: dict[FNode, int]) -> bool:
    return all(state[s] >= n for s, n in box.low.items()) and all(state[s] <= n for s, n in box.high.items())


EXACT = [
    MANAGER.And(at(A, 2), MANAGER.Not(at(B, 3))),
    MANAGER.Or(at(A, 4), MANAGER.And(at(B, 2), at(V, 1))),
    MANAGER.Not(MANAGER.Equals(A, MANAGER.Int(2))),
    MANAGER.Iff(at(A, 2), at(V, 1)),
    MANAGER.Not(MANAGER.Iff(at(A, 2), at(B, 1))),
    MANAGER.Implies(at(A, 1), at(B, 2)),
    MANAGER.Not(MANAGER.Implies(at(A, 1), at(B, 2))),
    at(MANAGER.Plus(A, B), 3),
    at(MANAGER.Plus(MANAGER.Times(MANAGER.Int(2), A), B, V), 4),
    MANAGER.LE(MANAGER.Plus(A, B), MANAGER.Int(0)),
    MANAGER.FALSE(),
]

WIDER = [
    MANAGER.LE(MANAGER.Plus(A, B), MANAGER.Int(2)),
    MANAGER.GE(MANAGER.Minus(A, B), MANAGER.Int(1)),
    MANAGER.GE(A, P),
    MANAGER.And(at(P, 2), at(A, 1)),
    MANAGER.Or([MANAGER.And(MANAGER.Equals(A, MANAGER.Int(n)), at(B, n)) for n in range(MOST + 1)]),
]


@pytest.mark.parametrize("formula", [*EXACT, *WIDER])
def test_all_states_that_satisfy_a_predicate_are_in_a_box(formula: FNode) -> None:
    for a, b, v, p in itertools.product(range(5), range(5), range(2), range(4)):
        state = {A: a, B: b, V: v, P: p}
        found = boxes(formula, frozenset({A, B}), {V: v})
        assert not holds(formula, state) or any(inside(box, state) for box in found)


@pytest.mark.parametrize("formula", EXACT)
def test_no_other_states_are_where_single_counters_are_compared(formula: FNode) -> None:
    for a, b, v in itertools.product(range(5), range(5), range(2)):
        state = {A: a, B: b, V: v}
        found = boxes(formula, frozenset({A, B}), {V: v})
        assert holds(formula, state) == any(inside(box, state) for box in found)


def test_a_difference_bounds_what_it_needs() -> None:
    assert boxes(WIDER[1], frozenset({A, B}), {}) == (Box({A: 1}, {}),)
