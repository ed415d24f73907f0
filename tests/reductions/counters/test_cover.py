"""Covers against brute force: predicates of block counters in disguise, as guards over group counters."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.arithmetic.points import (
    columns,
    comparisons,
    count,
    matrices,
    predicates,
    shared_values,
    union,
    values,
    variable,
)
from tests.drawn import many
from vsym.arithmetic.cubes import Cube
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.folding import satisfied
from vsym.logic.formula import FALSE, TRUE, Formula, Not, atoms, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Named, linear
from vsym.models.counting.counts import Count, counted
from vsym.reductions.counters.cover import cover
from vsym.reductions.counters.space import Space
from vsym.symmetry.virtual.matrix import Frame

STATES = ("A", "B", "C")
SETS = columns(1, 2, 1)
BLOCKS = (union(SETS[0], SETS[2]), SETS[1])
SPACE = Space(STATES, BLOCKS, (variable("v", 0, 2),))
EVERYONE = union(*SETS)


def _less(first: Atom, second: Atom) -> Formula:
    return compare(linear([(first, 1)]), "<", linear([(second, 1)]))


DISGUISE = _less(Count("A", SETS[0]), Count("A", SETS[2]))
"""Where group counters differ although block counters do not."""


def _covered(formula: Formula, lemma: Formula = TRUE) -> list[Cube]:
    found = cover(Environment(), formula, lemma, Frame(STATES, STATES, SETS), SPACE, Budget())
    for cube in found:
        named = atoms(conjunction(cube))
        assert all(isinstance(one, Named) or counted(one).processes in BLOCKS for one in named)
    return found


def _assert_covers(formula: Formula, expected: Formula, lemma: Formula = TRUE) -> None:
    written = disjunction(conjunction(cube) for cube in _covered(formula, lemma))
    for cells in matrices(STATES, SETS):
        for shared in shared_values(SPACE.shared):
            point = values(cells, shared)
            if satisfied(lemma, point):
                assert satisfied(written, point) == satisfied(expected, point)


@settings(max_examples=many(6), deadline=None)
@given(predicates(comparisons(["A", "B"], [*BLOCKS, EVERYONE], ["v"])))
def test_a_predicate_told_by_cases_of_group_counters_is_found_again(plain: Formula) -> None:
    """p as `p & d | p & !d`, where d splits the states of one orbit."""
    told = disjunction([conjunction([plain, DISGUISE]), conjunction([plain, Not(DISGUISE)])])
    _assert_covers(told, plain)


def test_comparisons_of_group_counters_that_always_hold_together() -> None:
    left, right = Count("A", SETS[0]), Count("A", SETS[2])
    waiting = count("B", BLOCKS[0], ">=", 1)
    told = disjunction([conjunction([waiting, negate(_less(left, right))]), conjunction([waiting, _less(left, right)])])
    _assert_covers(told, waiting)


def test_a_lemma_narrows_what_is_covered() -> None:
    """Under `A is empty`, `A[0] < A[2] | B >= 1` is `B >= 1`, and the boxes may be as they like outside."""
    lemma = count("A", EVERYONE, "=", 0)
    waiting = count("B", BLOCKS[0], ">=", 1)
    _assert_covers(disjunction([DISGUISE, waiting]), waiting, lemma)
    assert len(_covered(disjunction([DISGUISE, waiting]), lemma)) == 1


def test_one_box_for_one_sum() -> None:
    """A box may bound a sum that the predicate compares, where bounds on single counters would need many boxes."""
    terms = linear([(Count("A", BLOCKS[0]), 1), (Count("B", BLOCKS[0]), 2)])
    assert len(_covered(compare(terms, "<=", linear([], 3)))) == 1


def test_everything_and_nothing() -> None:
    assert _covered(TRUE) == [()]
    assert _covered(FALSE) == []
    assert _covered(disjunction([DISGUISE, negate(DISGUISE)])) == [()]


def test_no_time_left_is_undecided() -> None:
    with pytest.raises(UndecidedError):
        cover(Environment(), DISGUISE, TRUE, Frame(STATES, STATES, SETS), SPACE, Budget(deadline=0.0))
