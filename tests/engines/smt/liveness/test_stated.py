"""Stated ranks by cases: their values, and what lowers them, as the words of their levels say on drawn states."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.typing import INT

from tests.support.drawn import DRAWN, many
from tests.system.systems import HERE, X, Y, at
from vsym.arithmetic.environment import Environment
from vsym.engines.smt.linear import after_step, holds
from vsym.engines.smt.liveness.stated import Levels
from vsym.engines.smt.system import Step, TransitionSystem
from vsym.logic.formula import TRUE, negate
from vsym.logic.properties import StatedRank
from vsym.logic.terms import Linear

ENVIRONMENT = Environment()
MANAGER = ENVIRONMENT.formula_manager
SYMBOLS = {name: MANAGER.Symbol(name, INT) for name in "xy"}
TERMS = {"x": X, "y": Y, "x + y": X + Y, "1": Linear((), 1), "y - x": Y - X}


@given(
    st.lists(st.tuples(st.integers(-1, 2), *[st.sampled_from([*TERMS])] * 2), min_size=1, max_size=3),
    st.tuples(st.integers(-1, 2), st.integers(-1, 2)),
    st.tuples(st.integers(-1, 1), st.integers(-1, 1)),
)
@settings(DRAWN, max_examples=many(100))
def test_a_rank_is_lowered_as_its_words_are(
    drawn: list[tuple[int, str, str]], values: tuple[int, int], changes: tuple[int, int]
) -> None:
    """Each level has one term while x is no more than a bound, and another one beyond it."""
    x, y = SYMBOLS.values()
    update = {one: MANAGER.Plus(one, MANAGER.Int(by)) for one, by in zip((x, y), changes, strict=True)}
    step = Step(MANAGER.TRUE(), update, "step", 0)
    system = TransitionSystem(ENVIRONMENT, (), (x, y), MANAGER.TRUE(), MANAGER.TRUE(), (step,), {})

    def value(bound: int, low: str, high: str, x: int, y: int) -> int:
        return {"x": x, "y": y, "x + y": x + y, "1": 1, "y - x": y - x}[low if x <= bound else high]

    cases = tuple(
        ((at("x", "<=", bound), TERMS[low]), (negate(at("x", "<=", bound)), TERMS[high])) for bound, low, high in drawn
    )
    levels = Levels.of(StatedRank("p", cases, "", HERE), system)
    state = dict(zip((x, y), values, strict=True))
    after = after_step(step, state)
    rank, later = (tuple(value(*one, here[x], here[y]) for one in drawn) for here in (state, after))
    assert levels.at(state) == rank
    assert holds(levels.lower(step), state) == (later < rank)
    assert holds(levels.same(step), state) == (later == rank)
    known = {one: MANAGER.Int(number) for one, number in state.items()}
    for term, number in zip(levels.terms, rank, strict=True):
        constant = ENVIRONMENT.simplifier.simplify(ENVIRONMENT.substituter.substitute(term, known))
        assert constant == MANAGER.Int(number)


def test_a_level_of_one_case_is_its_term() -> None:
    system = TransitionSystem(ENVIRONMENT, (), tuple(SYMBOLS.values()), MANAGER.TRUE(), MANAGER.TRUE(), (), {})
    (term,) = Levels.of(StatedRank("p", (((TRUE, X),),), "x", HERE), system).terms
    assert term == SYMBOLS["x"]
