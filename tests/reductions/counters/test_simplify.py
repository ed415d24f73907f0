"""Simplified cubes: equivalent under inv by brute force, nothing in them to spare, and as a person would write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.arithmetic.points import atom, columns, comparisons, matrices, shared_values, values, variable
from tests.support.drawn import many
from tests.support.loading import load_open
from vsym.arithmetic.cubes import Cube
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import Source
from vsym.checking.stages import identified, reduced
from vsym.logic.folding import satisfied
from vsym.logic.formula import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Formula,
    Or,
    compare,
    conjunction,
    disjunction,
    subformulas,
)
from vsym.logic.terms import Atom, Named, linear, value
from vsym.models.counting.counts import Count
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.simplify import Space, simplify
from vsym.system.report import Silence

EVERYONE = columns(3)[0]
ONE = Space(("N", "T", "C"), (EVERYONE,), ())
TWO = Space(("N", "T"), columns(3, 2), (variable("v", -1, 2),))


def _points(space: Space) -> Iterator[Callable[[Atom], int]]:
    for cells in matrices(space.states, space.blocks):
        for shared in shared_values(space.shared):
            yield values(cells, shared)


def _same(left: Formula, right: Formula, space: Space) -> bool:
    return all(satisfied(left, point) == satisfied(right, point) for point in _points(space))


def _size(formula: Formula) -> int:
    return sum(isinstance(part, Comparison) for part in subformulas(formula))


def _written(found: Sequence[Cube]) -> Formula:
    return disjunction(conjunction(cube) for cube in found)


def _cubes_of(formula: Formula) -> list[list[Formula]]:
    """The parts of each cube of a factored union of cubes."""
    parts: list[Formula] = list(formula.operands) if isinstance(formula, And) else [formula]
    choices = [part for part in parts if isinstance(part, Or)]
    common: list[Formula] = [part for part in parts if not isinstance(part, Or)]
    if not choices:
        return [common]
    return [[*common, *(one.operands if isinstance(one, And) else (one,))] for one in choices[0].operands]


def _assert_simplified(found: Sequence[Cube], space: Space) -> None:
    simplified = simplify(Environment(), found, space, Budget())
    written = _written(found)
    assert _same(simplified, written, space)
    assert _size(simplified) <= _size(written)
    if simplified in (TRUE, FALSE):
        return
    cubes = _cubes_of(simplified)
    for number, cube in enumerate(cubes):
        others = [conjunction(other) for place, other in enumerate(cubes) if place != number]
        assert not _same(disjunction(others), written, space)
        for left_out in cube:
            wider = conjunction(part for part in cube if part != left_out)
            assert not _same(disjunction([*others, wider]), written, space)


def _drawn_cubes(space: Space) -> st.SearchStrategy[list[Cube]]:
    atoms = comparisons(space.states, space.blocks, [one.name for one in space.shared])
    comparing = atoms.filter(lambda formula: isinstance(formula, Comparison))
    return st.lists(st.lists(comparing, min_size=1, max_size=4).map(_as_cube), max_size=4)


def _as_cube(parts: Sequence[Formula]) -> Cube:
    return tuple(part for part in parts if isinstance(part, Comparison))


@pytest.mark.parametrize("space", [ONE, TWO], ids=["one block", "two blocks and a shared variable"])
@settings(max_examples=many(9), deadline=None)
@given(st.data())
def test_drawn_cubes(space: Space, data: st.DataObject) -> None:
    _assert_simplified(data.draw(_drawn_cubes(space)), space)


def test_one_comparison_that_no_state_satisfies() -> None:
    """Three processes in two local states are never half and half."""
    (block, _) = TWO.blocks
    term = linear([(Count("N", block), 1), (Count("T", block), -1)])
    assert simplify(Environment(), [_as_cube([compare(term, "=", linear([], 0))])], TWO, Budget()) == FALSE


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_cube_covered_by_two_others_is_left_out(place: int) -> None:
    first, second = (atom("N", block, "=", 0) for block in TWO.blocks)
    low, high = (compare(linear([(Named("v"), 1)]), operator, linear([], 0)) for operator in ("<=", ">"))
    assert isinstance(low, Comparison)
    assert isinstance(high, Comparison)
    found: list[Cube] = [(first, low), (second, high)]
    expected = _written(found)
    found.insert(place, (first, second))
    assert simplify(Environment(), found, TWO, Budget()) == expected


_n, _t, _c = (partial(atom, state, EVERYONE) for state in ONE.states)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        # The two cubes of readers and writers.
        ([(_t(">=", 1), _c("=", 0), _t("<=", 1)), (_t(">=", 1), _c("=", 0))], And((_t(">=", 1), _c("=", 0)))),
        # Cubes that only together cover everything.
        ([(_t("<=", 1),), (_t(">=", 2),)], TRUE),
        # What the cubes share stands in front.
        ([(_n("<=", 1), _t("=", 0)), (_n("<=", 1), _c("=", 0))], And((_n("<=", 1), Or((_t("=", 0), _c("=", 0)))))),
        # Bounds and holes that say nothing more go.
        ([(_t("!=", 1), _n("<=", 3))], _t("!=", 1)),
        ([(_t("!=", 1), _t(">=", 1))], _t(">=", 2)),
        ([(_t(">=", 3), _t("<=", 2))], FALSE),
        # One side of an interval goes though the other stays.
        ([(_t(">=", 1), _t("<=", 2)), (_t("=", 0),)], _t("<=", 2)),
        ([(_t(">=", 1), _t("<=", 2)), (_t("=", 3),)], _t(">=", 1)),
        # One hole goes though another stays.
        ([(_t("!=", 1), _t("!=", 2)), (_t("=", 2),)], _t("!=", 1)),
        ([(_t("!=", 1), _t("!=", 2)), (_t("=", 1),)], _t("!=", 2)),
    ],
)
def test_cubes_by_hand(found: list[Cube], expected: Formula) -> None:
    assert simplify(Environment(), found, ONE, Budget()) == expected


def test_a_hole_stays_when_the_bound_beside_it_goes() -> None:
    space = Space(("N", "T"), columns(9), (variable("v", 0, 1),))
    block = space.blocks[0]
    free = compare(linear([(Named("v"), 1)]), "=", linear([], 0))
    assert isinstance(free, Comparison)
    high, hole = atom("T", block, "<=", 5), atom("T", block, "!=", 3)
    found = [(free, high, hole), (free, atom("T", block, ">=", 6))]
    assert simplify(Environment(), found, space, Budget()) == And((free, hole))


def test_no_time_left_is_undecided() -> None:
    cubes = [(atom("T", EVERYONE, "<=", 1), atom("C", EVERYONE, "<=", 1))]
    with pytest.raises(UndecidedError):
        simplify(Environment(), cubes, ONE, Budget(deadline=0.0))


@pytest.mark.parametrize("space", [ONE, TWO])
def test_the_range_of_a_term_is_what_its_values_are(space: Space) -> None:
    counts: list[Atom] = [Count(state, block) for state in space.states for block in space.blocks]
    counts += [Named(one.name) for one in space.shared]
    for first in counts:
        for second in counts:
            for weight in (-2, 1):
                term = linear([(first, 1), (second, weight)], 3)
                reached = [value(term, point) for point in _points(space)]
                assert space.range_of(term) == (min(reached), max(reached))


FRAME = """system s
param n = 3 where n >= 2
param m = 2 where m >= 1
states N, T
group R of n
group W of m
shared x : 0..3 = 0
init N
"""


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        ("N -> T if #T >= 1 & #T >= 2", "#N >= 1 & #T >= 2"),
        ("N -> T if #T <= n | #T >= n + 1", "#N >= 1"),
        ("N -> T if #N >= n & (#T = 0 | #N + #T = n + m)", "#N >= n"),
        ("N -> T if x = 1 | x = 1 & #T >= n", "#N >= 1 & x = 1"),
        ("N -> T if x >= 0 & #T + #N >= 3", "#N >= 1"),
        ("N -> T if #T > n + m", None),
        ("N -> T if #T >= 1 & #N >= n | #N >= n + 1", "#N >= n"),
    ],
)
@pytest.mark.parametrize("names", [(), ("n", "m")])
def test_nothing_is_said_twice(step: str, shown: str | None, names: tuple[str, ...]) -> None:
    subject = load_open(Source("s.gsst", f"{FRAME}trans {step}\n"), {}, names)
    decided = identified(subject, Budget(), Silence())
    counters = reduced(subject, decided, Budget(), Silence())[1].counters
    said = [Spelling(subject.model).formula(one.guard) for one in counters.transitions]
    if names:
        assert said == ([] if shown is None else [shown])
    assert len(said) == (shown is not None)
    assert all(one.count("#") <= (shown or "").count("#") for one in said)
