"""Linear terms, null spaces and how predicates are written, against plain arithmetic."""

from __future__ import annotations

import itertools
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.engines.smt.transition_systems import LONG, formulas
from tests.support.drawn import many
from tests.support.loading import load
from tests.system.generated import systems
from tests.system.judging import distances, structure
from tests.system.systems import of
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.linear import Atom, NotLinearError, after_step, atom, holds, is_convex, linear_sum, null_space
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import TransitionSystem, transition_system
from vsym.system import step
from vsym.system.system import System

ENVIRONMENT = Environment()
MANAGER = ENVIRONMENT.formula_manager
X, Y = (MANAGER.Symbol(name, INT) for name in ("#X", "#Y"))


@given(st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), max_size=4))
def test_the_null_space_is_all_that_the_rows_send_to_zero(rows: list[list[int]]) -> None:
    basis = null_space(rows, 4)
    assert all(sum(a * b for a, b in zip(row, vector, strict=True)) == 0 for row in rows for vector in basis)
    small = itertools.product(range(-2, 3), repeat=4)
    inside = [v for v in small if all(sum(a * b for a, b in zip(row, v, strict=True)) == 0 for row in rows)]
    # Every vector in it adds nothing to the basis: the null space of the basis sends it to 0.
    beside = null_space(basis, 4)
    assert all(sum(a * b for a, b in zip(other, v, strict=True)) == 0 for other in beside for v in inside)


def _terms(draw: st.DrawFn) -> FNode:
    parts = [MANAGER.Int(draw(st.integers(-4, 4)))]
    for symbol in (X, Y):
        parts.append(MANAGER.Times(MANAGER.Int(draw(st.integers(-3, 3))), symbol))
    return draw(st.sampled_from([MANAGER.Plus(parts), MANAGER.Minus(parts[1], MANAGER.Plus(parts[0], parts[2]))]))


@st.composite
def comparisons(draw: st.DrawFn) -> FNode:
    """A comparison of two terms over X and Y."""
    node = draw(st.sampled_from([MANAGER.LE, MANAGER.LT, MANAGER.GE, MANAGER.GT, MANAGER.Equals]))
    return node(_terms(draw), _terms(draw))


@given(comparisons())
def test_comparisons_in_normal_form_and_as_text_have_the_same_solutions(formula: FNode) -> None:
    found = atom(formula)
    text = readable(formula)
    for x, y in itertools.product(range(-4, 5), repeat=2):
        values = {X: x, Y: y}
        expected = ENVIRONMENT.simplifier.simplify(
            ENVIRONMENT.substituter.substitute(formula, {X: MANAGER.Int(x), Y: MANAGER.Int(y)})
        ).is_true()
        assert holds(formula, values) == expected
        if isinstance(found, Atom):
            total = sum(c * values[symbol] for symbol, c in found.left.coefficients.items())
            compared = {"<=": total <= found.bound, ">=": total >= found.bound, "=": total == found.bound}
            assert compared[found.operator] == expected
            said = text.replace("#X", f"({x})").replace("#Y", f"({y})").replace(" = ", " == ")
            assert eval(said) == expected
        else:
            assert found == expected


def test_what_is_not_linear_is_refused() -> None:
    with pytest.raises(NotLinearError):
        linear_sum(MANAGER.Times(X, Y))
    with pytest.raises(NotLinearError):
        holds(MANAGER.Symbol("b"), {})


def test_predicates_are_written_in_the_language() -> None:
    low, high = MANAGER.LE(X, MANAGER.Int(1)), MANAGER.GE(Y, MANAGER.Int(2))
    formula = MANAGER.And(MANAGER.Or(MANAGER.Not(low), high), MANAGER.Not(MANAGER.Equals(X, Y)))
    text = readable(formula)
    assert text in ("(#X >= 2 | #Y >= 2) & #X - #Y != 0", "(#X >= 2 | #Y >= 2) & #X != #Y")
    model = f"system s\nstates X, Y\ngroup P of 3\ninit X\ntrans X -> Y\ninvariant i: {text}\n"
    assert load(Source("s.gsst", model)).properties[0].name == "i"
    assert of(model).properties


def test_only_conjunctions_of_inequalities_and_equations_are_taken_for_convex() -> None:
    low, high = MANAGER.LE(X, MANAGER.Int(1)), MANAGER.GE(Y, MANAGER.Int(2))
    assert is_convex(MANAGER.And(low, MANAGER.Not(high), MANAGER.Equals(X, Y)))
    assert not is_convex(MANAGER.Or(low, high))
    assert not is_convex(MANAGER.Not(MANAGER.Equals(X, Y)))


# Who comes takes along the one who is away.
SWEEPS = """system sweeps  param n = 5  states Idle, Away, Here  group P of n  shared open : bool = false
init Idle
trans leave: Idle -> Away if !open do open := true
trans come: Idle -> Here others Away -> Here if open
invariant not_all: #Here <= n - 2
"""


def _answers(system: TransitionSystem, predicate: FNode, times: int, least: int = 0) -> list[Refuted | None]:
    with closing(AcceleratedSearch(system, predicate, Budget())) as search:
        return [search.advance(Budget(), least) for _ in range(times)]


def _assert_is_path(system: TransitionSystem, found: Refuted) -> None:
    assert holds(system.initial, found.states[0])
    for (before, after), number, times in zip(itertools.pairwise(found.states), found.steps, found.times, strict=True):
        state = dict(before)
        for _ in range(times):
            assert holds(system.steps[number].guard, state)
            state = after_step(system.steps[number], state)
        assert state == dict(after)


@settings(max_examples=many(4), deadline=None)
@given(systems(fairness=False))
def test_what_is_found_is_a_path_and_nothing_near_is_missed(asked: System) -> None:
    system, formula, distance = transition_system(asked), asked.properties[0].formula, distances(structure(asked))
    outside = [state for state in distance if not step.holds(asked, formula, state)]
    found = next((answer for answer in _answers(system, system.formula(formula), 4) if answer is not None), None)
    if found is not None:
        _assert_is_path(system, found)
        assert tuple(found.states[-1][variable] for variable in system.variables) in outside
    else:
        assert all(distance[state] > 3 for state in outside)


def test_few_repeated_steps_are_a_long_path() -> None:
    system, predicate = formulas(LONG, n=300)
    none, path = _answers(system, predicate, 2, least=300)
    assert none is None
    assert path is not None
    assert (path.times, path.shortest) == ((300,), True)
    _assert_is_path(system, path)


def test_a_step_that_moves_all_is_repeated_once_nobody_is_left_to_be_moved() -> None:
    system, predicate = formulas(SWEEPS, n=500)
    path = next(path for path in _answers(system, predicate, 4) if path is not None)
    _assert_is_path(system, path)
    # The invariant fails after 497 times and after 498; the solver chooses.
    assert path.times in {(1, 1, 497), (1, 1, 498)}


def test_a_step_is_repeated_only_as_long_as_its_guard_holds() -> None:
    beyond = LONG.replace("invariant rested: #T < n", "invariant few: #C < 8")
    assert _answers(*formulas(beyond, n=300), 4) == [None] * 4
