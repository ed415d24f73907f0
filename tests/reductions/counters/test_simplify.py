"""Simplified cubes: equivalent under inv by brute force, nothing in them to spare, and as a person would write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment

from tests.arithmetic.points import atom, columns, comparisons, matrices, shared_values, values, variable
from vsym.arithmetic.cubes import Cube
from vsym.basics.limits import Budget, UndecidedError
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
    satisfied,
    subformulas,
)
from vsym.logic.terms import Atom, Named, linear
from vsym.models.counting.counts import Count
from vsym.reductions.counters.simplify import simplify
from vsym.reductions.counters.space import Space

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
    kept = atoms.filter(lambda formula: isinstance(formula, Comparison))
    return st.lists(st.lists(kept, min_size=1, max_size=4).map(_as_cube), max_size=4)


def _as_cube(parts: Sequence[Formula]) -> Cube:
    return tuple(part for part in parts if isinstance(part, Comparison))


@settings(max_examples=60, deadline=None)
@given(_drawn_cubes(ONE))
def test_cubes_over_one_block(found: list[Cube]) -> None:
    _assert_simplified(found, ONE)


@settings(max_examples=60, deadline=None)
@given(_drawn_cubes(TWO))
def test_cubes_over_two_blocks_and_a_shared_variable(found: list[Cube]) -> None:
    _assert_simplified(found, TWO)


def test_one_comparison_that_no_state_satisfies() -> None:
    """Three processes in two local states are never half and half."""
    (block, _) = TWO.blocks
    term = linear([(Count("N", block), 1), (Count("T", block), -1)])
    assert simplify(Environment(), [_as_cube([compare(term, "=", linear([], 0))])], TWO, Budget()) == FALSE


def test_the_two_cubes_of_readers_and_writers() -> None:
    waiting, inside = Count("T", EVERYONE), Count("C", EVERYONE)
    reader = (atom("T", EVERYONE, ">=", 1), atom("C", EVERYONE, "=", 0), atom("T", EVERYONE, "<=", 1))
    writer = (atom("T", EVERYONE, ">=", 1), atom("C", EVERYONE, "=", 0))
    found = simplify(Environment(), [reader, writer], ONE, Budget())
    assert found == And((Comparison(linear([(waiting, 1)]), ">=", 1), Comparison(linear([(inside, 1)]), "=", 0)))


def test_cubes_that_only_together_cover_everything_are_true() -> None:
    halves = [(atom("T", EVERYONE, "<=", 1),), (atom("T", EVERYONE, ">=", 2),)]
    assert simplify(Environment(), halves, ONE, Budget()) == TRUE


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


def test_what_the_cubes_share_stands_in_front() -> None:
    common = atom("N", EVERYONE, "<=", 1)
    waiting, inside = atom("T", EVERYONE, "=", 0), atom("C", EVERYONE, "=", 0)
    found = simplify(Environment(), [(common, waiting), (common, inside)], ONE, Budget())
    assert found == And((common, Or((waiting, inside))))


def test_bounds_and_holes_that_say_nothing_more_go() -> None:
    needed = atom("T", EVERYONE, "!=", 1)
    spare = atom("N", EVERYONE, "<=", 3)
    assert simplify(Environment(), [(needed, spare)], ONE, Budget()) == needed
    assert simplify(Environment(), [(needed, atom("T", EVERYONE, ">=", 1))], ONE, Budget()) == atom(
        "T", EVERYONE, ">=", 2
    )
    assert (
        simplify(Environment(), [(atom("T", EVERYONE, ">=", 3), atom("T", EVERYONE, "<=", 2))], ONE, Budget()) == FALSE
    )


def test_one_side_of_an_interval_goes_though_the_other_stays() -> None:
    low, high = atom("T", EVERYONE, ">=", 1), atom("T", EVERYONE, "<=", 2)
    assert simplify(Environment(), [(low, high), (atom("T", EVERYONE, "=", 0),)], ONE, Budget()) == high
    assert simplify(Environment(), [(low, high), (atom("T", EVERYONE, "=", 3),)], ONE, Budget()) == low


def test_one_hole_goes_though_another_stays() -> None:
    first, second = atom("T", EVERYONE, "!=", 1), atom("T", EVERYONE, "!=", 2)
    for kept, hole in ((first, 2), (second, 1)):
        found = [(first, second), (atom("T", EVERYONE, "=", hole),)]
        assert simplify(Environment(), found, ONE, Budget()) == kept


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
