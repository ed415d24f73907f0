"""Ways through something of which some is known, against all values of a few variables."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.drawn import DRAWN, many
from tests.system.systems import HERE, at
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import DiagnosticError
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula, compare
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.reductions.process_counters.forking import VALUES, ImpossibleError, Path, paths

LOW, HIGH = -1, 3
NAMES = "xyz"
STATES: tuple[Mapping[Atom, int], ...] = tuple(
    {Named(name): value for name, value in zip(NAMES, values, strict=True)}
    for values in itertools.product(range(LOW, HIGH + 1), repeat=3)
)


def _bounds(_: Atom) -> tuple[float, float]:
    return LOW, HIGH


@st.composite
def _comparisons(draw: st.DrawFn) -> Formula:
    factors = draw(st.lists(st.sampled_from([-2, -1, 1, 1, 2]), min_size=1, max_size=3))
    left = linear([(Named(name), factor) for name, factor in zip(NAMES, factors, strict=False)])
    return compare(left, draw(st.sampled_from(["<=", ">=", "=", "!="])), Linear((), draw(st.integers(-3, 5))))


def _where(formulas: list[Formula]) -> Iterator[Mapping[Atom, int]]:
    return (state for state in STATES if all(satisfied(one, state.__getitem__) for one in formulas))


@given(st.lists(_comparisons(), min_size=1, max_size=4), _comparisons())
@settings(DRAWN, max_examples=many(60))
def test_what_a_path_knows_is_true_of_all_its_states(assumed: list[Formula], asked: Formula) -> None:
    path = Path([], _bounds, UNLIMITED, {})
    for formula in assumed:
        path.assume(formula)
    inside = [*_where(assumed)]
    assert [*_where([path.condition])] == inside
    verdict = path.follows(asked)
    if verdict is not None:
        assert all(satisfied(asked, state.__getitem__) is verdict for state in inside)


@given(st.lists(_comparisons(), min_size=1, max_size=3), st.sampled_from(NAMES))
@settings(DRAWN, max_examples=many(25))
def test_each_state_goes_one_way(decided: list[Formula], name: str) -> None:
    """The way depends on decisions and then on the value of a variable."""

    def run(path: Path) -> tuple[list[bool], int]:
        truths = [path.decide(formula) for formula in decided]
        return truths, path.number(linear([(Named(name), 1)]), HERE)

    ways = [*paths(run, _bounds, HERE, UNLIMITED)]
    for state in STATES:
        truths = [satisfied(formula, state.__getitem__) for formula in decided]
        taken = [said for path, said in ways if satisfied(path.condition, state.__getitem__)]
        assert taken == [(truths, state[Named(name)])]


def test_none_of_some_options_is_no_way() -> None:
    path = Path([], _bounds, UNLIMITED, {})
    with pytest.raises(ImpossibleError):
        path.choose([(at("x", ">=", HIGH + 1), "high"), (at("x", "<=", LOW - 1), "low")])
    assert [*paths(lambda one: one.choose([(at("x", ">=", 9), 1)]), _bounds, HERE, UNLIMITED)] == []


def test_too_many_values_are_refused() -> None:
    def wide(_: Atom) -> tuple[float, float]:
        return 0, VALUES

    with pytest.raises(DiagnosticError):
        [*paths(lambda path: path.number(linear([(Named("x"), 1)]), HERE), wide, HERE, UNLIMITED)]
