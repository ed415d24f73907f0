"""Normal forms of predicates mean the same on every point of a small box."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.typing import INT

from tests.arithmetic.points import OPERATORS, atom, columns, comparisons, count, predicates, union
from tests.support.drawn import many
from vsym.arithmetic.cubes import (
    TooManyCubesError,
    cubes,
    least_solution,
    normal_form,
    smallest_instance,
    without_inequality,
)
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.logic.folding import satisfied
from vsym.logic.formula import (
    TRUE,
    And,
    Comparison,
    Formula,
    Iff,
    Not,
    Operator,
    Or,
    Temporal,
    compare,
    conjunction,
    disjunction,
    subformulas,
)
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.counts import Count, counted
from vsym.reductions.counters.project import split_sum

FIRST, SECOND = columns(2, 3)
VARIABLES: tuple[Atom, ...] = (Count("A", FIRST), Count("A", SECOND), Count("B", FIRST))


def _points(low: int = 0, high: int = 3) -> Iterator[Callable[[Atom], int]]:
    for numbers in itertools.product(range(low, high + 1), repeat=len(VARIABLES)):
        found = dict(zip(VARIABLES, numbers, strict=True))

        def value_of(variable: Atom, found: dict[Atom, int] = found) -> int:
            if isinstance(variable, Named):
                return found[Count("B", FIRST)]
            count = counted(variable)
            inside = (one for one in found if isinstance(one, Count) and one.state == count.state)
            return sum(found[one] for one in inside if one.processes <= count.processes)

        yield value_of


def _same(left: Formula, right: Formula) -> bool:
    return all(satisfied(left, point) == satisfied(right, point) for point in _points())


@settings(max_examples=many(15), deadline=None)
@given(predicates(comparisons(["A"], [FIRST, SECOND], ["v"])))
def test_normal_form_and_cubes_mean_what_the_predicate_means(formula: Formula) -> None:
    pushed = normal_form(formula)
    assert not any(isinstance(part, Not | Iff) for part in subformulas(pushed))
    assert _same(formula, pushed)
    found = cubes(pushed, 1000)
    assert len(set(found)) == len(found)
    assert _same(formula, disjunction(conjunction(cube) for cube in found))


def test_an_equivalence_under_a_negation() -> None:
    left, right = count("A", FIRST, ">=", 1), count("A", SECOND, "<=", 2)
    for formula in (Iff(left, right), Not(Iff(left, right)), Not(Iff(Not(left), Iff(left, right)))):
        assert _same(formula, normal_form(formula))


def _product(width: int) -> Formula:
    """A conjunction of `width` disjunctions of two: 2 to the power of `width` cubes."""
    pairs = ([count("A", FIRST, "=", 2 * n), count("A", FIRST, "=", 2 * n + 1)] for n in range(width))
    return And(tuple(Or(tuple(pair)) for pair in pairs))


def test_as_many_cubes_as_the_limit_are_given_and_one_more_is_refused() -> None:
    assert len(cubes(_product(4), 16)) == 16
    with pytest.raises(TooManyCubesError):
        cubes(_product(4), 15)
    # The refusal must come long before all 2^40 cubes were made.
    with pytest.raises(TooManyCubesError):
        cubes(_product(40), 1000)


def test_repeated_cubes_and_comparisons_count_once() -> None:
    a, b = atom("A", FIRST, ">=", 1), atom("A", SECOND, ">=", 1)
    assert cubes(Or((And((a, b)), And((a, b)), And((a, And((a, b)))))), 1) == [(a, b)]


def test_what_is_not_a_predicate_in_normal_form_is_refused() -> None:
    for formula in (Temporal("EX", (TRUE,)), Not(Temporal("EX", (TRUE,)))):
        with pytest.raises(TypeError, match="is about paths"):
            normal_form(formula)
    with pytest.raises(TypeError, match="negation normal form"):
        cubes(Not(And((TRUE, TRUE))), 10)


@pytest.mark.parametrize("operator", OPERATORS)
def test_an_inequality_becomes_two_bounds(operator: Operator) -> None:
    comparison = atom("A", FIRST, operator, 1)
    found = without_inequality(comparison)
    assert _same(comparison, found)
    assert not any(isinstance(part, Comparison) and part.operator == "!=" for part in subformulas(found))
    assert (found == comparison) == (operator != "!=")


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("bound", [-1, 0, 1, 2])
def test_a_sum_against_zero_is_split_into_its_counts(operator: Operator, bound: int) -> None:
    total = linear([(Count("A", FIRST), 2), (Count("B", FIRST), 1), (Count("A", SECOND), 1)])
    comparison = compare(total, operator, linear([], bound))
    assert isinstance(comparison, Comparison)
    found = split_sum(comparison)
    assert _same(comparison, found)
    against_zero = (operator, bound) in (("<=", 0), ("=", 0), ("!=", 0), (">=", 1))
    assert (found != comparison) == against_zero


def test_only_sums_of_counts_with_positive_weights_are_split() -> None:
    difference = compare(linear([(Count("A", FIRST), 1), (Count("B", FIRST), -1)]), "=", linear([]))
    mixed = compare(linear([(Count("A", FIRST), 1), (Named("v"), 1)]), "=", linear([]))
    single = atom("A", union(FIRST, SECOND), "=", 0)
    for comparison in (difference, mixed, single):
        assert isinstance(comparison, Comparison)
        assert split_sum(comparison) == comparison


NAMES = ("a", "b")
NEAR = range(-6, 7)

COEFFICIENTS = st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(-3, 3))


@given(st.lists(COEFFICIENTS, min_size=1, max_size=3), st.tuples(st.integers(0, 2), st.integers(0, 2)))
@settings(max_examples=many(4), deadline=None)
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
    manager = environment.formula_manager
    a = manager.Symbol("a", INT)
    with Session(environment, Budget()) as session:
        session.add([manager.GE(a, manager.Int(1))])
        for size in (linear([(Named("a"), 2)], 3), Linear((), 3)):
            instance = smallest_instance(environment, session, [], ["a"], size)
            assert instance is not None
            assert instance[a] == 1
