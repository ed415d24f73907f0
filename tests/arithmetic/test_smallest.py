"""Solutions with the least sum, and the smallest instances of open parameters."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.typing import INT

from tests.drawn import many
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.smallest import least_solution, smallest_instance
from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.logic.terms import Linear, Named, linear

NAMES = ("a", "b")
NEAR = range(-6, 7)

COEFFICIENTS = st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(-3, 3))


@given(st.lists(COEFFICIENTS, min_size=1, max_size=3), st.tuples(st.integers(0, 2), st.integers(0, 2)))
@settings(max_examples=many(6), deadline=None)
def test_no_smaller_instance_exists(limits: list[tuple[int, int, int]], size: tuple[int, int]) -> None:
    """Values with x·a + y·b <= z for each limit, as near to 0 as the smallest size allows; by trying all near 0."""
    environment = Environment()
    manager = environment.formula_manager
    symbols = [manager.Symbol(name, INT) for name in NAMES]
    term = linear([(Named(name), factor) for name, factor in zip(NAMES, size, strict=True)])
    with Session(environment, Budget()) as session:
        for x, y, z in [*limits, (1, 0, 6), (0, 1, 6), (-1, 0, 6), (0, -1, 6), (-size[0], -size[1], 0)]:
            parts = [manager.Times(manager.Int(factor), symbol) for factor, symbol in zip((x, y), symbols, strict=True)]
            session.add([manager.LE(manager.Plus(parts), manager.Int(z))])
        found = smallest_instance(environment, session, symbols, NAMES, term)
    inside = [
        (a, b)
        for a, b in itertools.product(NEAR, NEAR)
        if all(x * a + y * b <= z for x, y, z in limits) and size[0] * a + size[1] * b >= 0
    ]
    assert (found is None) == (not inside)
    if found is not None:
        a, b = (found[symbol] for symbol in symbols)
        keys = [(size[0] * one + size[1] * other, abs(one) + abs(other)) for one, other in inside]
        assert (size[0] * a + size[1] * b, abs(a) + abs(b)) == min(keys)


def test_the_least_sum_is_found_also_below_zero() -> None:
    environment = Environment()
    manager = environment.formula_manager
    a = manager.Symbol("a", INT)
    with Session(environment, Budget()) as session:
        session.add([manager.LE(a, manager.Int(7)), manager.GE(a, manager.Int(2))])
        least = least_solution(environment, session, [a], [(a, 1)], 0)
        greatest = least_solution(environment, session, [a], [(a, -1)], -1000)
        none = least_solution(environment, session, [a], [(a, 1)], 0, manager.GE(a, manager.Int(8)))
    assert (least, greatest, none) == ({a: 2}, {a: 7}, None)


def test_a_size_with_a_constant_is_no_smaller_than_that() -> None:
    environment = Environment()
    size = linear([(Named("a"), 2)], 3)
    with Session(environment, Budget()) as session:
        a = environment.formula_manager.Symbol("a", INT)
        session.add([environment.formula_manager.GE(a, environment.formula_manager.Int(1))])
        found = smallest_instance(environment, session, [], ["a"], size)
        fixed = smallest_instance(environment, session, [], ["a"], Linear((), 3))
    assert found is not None
    assert fixed is not None
    assert (found[a], fixed[a]) == (1, 1)
