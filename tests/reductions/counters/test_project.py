"""Projected cubes against their definition: a matrix with these block counters inside the cube exists, or none does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.arithmetic.points import (
    OPERATORS,
    Cells,
    atom,
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
from tests.support.drawn import many
from tests.support.present import present
from vsym.arithmetic.cubes import Cube, normal_form
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.folding import satisfied
from vsym.logic.formula import (
    FALSE,
    TRUE,
    Comparison,
    Formula,
    Not,
    Operator,
    atoms,
    compare,
    conjunction,
    disjunction,
    negate,
)
from vsym.logic.terms import Named, linear
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.project import (
    ROWS,
    NotABoxError,
    cover,
    over_blocks,
    per_block,
    prepare,
    project,
    rewrite_per_block,
)
from vsym.reductions.counters.simplify import Space
from vsym.symmetry.virtual.matrix import Frame

STATES = ("A", "B", "C")
PARTS = columns(2, 1, 1)
TOTAL = compare(linear([(Count("A", PARTS[0]), 1), (Count("B", PARTS[1]), 1)]), "<=", linear([], 1))


def _assert_projected(cube: Cube, sets: Sequence[Processes], blocks: Sequence[Processes]) -> None:
    """The result speaks of single blocks, and holds exactly where some matrix with these counters is in the cube."""
    found = project(cube, STATES, blocks)
    points: dict[tuple[int, ...], Cells] = {}
    inside: set[tuple[int, ...]] = set()
    whole = conjunction(cube)
    for cells in matrices(STATES, sets):
        value_of = values(cells)
        totals = tuple(value_of(Count(state, block)) for block in blocks for state in STATES)
        points[totals] = cells
        if satisfied(whole, values(cells)):
            inside.add(totals)
    if found is None:
        assert not inside
        return
    assert all(isinstance(v, Named) or counted(v).processes in blocks for v in atoms(conjunction(found)))
    assert {totals for totals, cells in points.items() if satisfied(conjunction(found), values(cells))} == inside


def _bounds(sets: Sequence[Processes], states: Iterable[str] = STATES) -> st.SearchStrategy[Cube]:
    """Bounds on cells of the matrix, sensible or not: negative ones, ones above the column's size, contradictions."""
    single = st.builds(
        atom,
        st.sampled_from(list(states)),
        st.sampled_from(list(sets)),
        st.sampled_from(["<=", ">=", "="]),
        st.integers(-1, 4),
    )
    return st.lists(single, max_size=6).map(tuple)


@st.composite
def _one_block(draw: st.DrawFn) -> tuple[Cube, tuple[Processes, ...]]:
    sets = columns(*draw(st.lists(st.integers(1, 3), min_size=1, max_size=3)))
    named = draw(st.sampled_from([STATES, ("A", "B"), ("B",)]))
    return draw(_bounds(sets, named)), sets


@settings(max_examples=many(24), deadline=None)
@given(_one_block())
def test_bounds_on_cells_of_one_block(drawn: tuple[Cube, tuple[Processes, ...]]) -> None:
    cube, sets = drawn
    _assert_projected(cube, sets, [union(*sets)])


@settings(max_examples=many(9), deadline=None)
@given(_bounds(columns(2, 1, 2, 1)), st.integers(0, 3))
def test_bounds_on_two_blocks_that_are_in_pieces(cube: Cube, total: int) -> None:
    first, second, third, fourth = sets = columns(2, 1, 2, 1)
    blocks = [union(first, third), union(second, fourth)]
    extra = compare(linear([(Count("A", blocks[0]), 1), (Count("B", blocks[1]), -1)]), "<=", linear([], total - 1))
    assert isinstance(extra, Comparison)
    _assert_projected((*cube, extra), sets, blocks)


BETWEEN: tuple[tuple[Operator, int], ...] = ((">=", 1), ("<=", 4))
TRANSPORT = columns(1, 1, 1)


@settings(max_examples=many(9), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(STATES), st.sampled_from(TRANSPORT), st.sampled_from([0, 1])), max_size=9))
@example([("A", TRANSPORT[0], 0), ("A", TRANSPORT[1], 0), ("B", TRANSPORT[0], 0), ("B", TRANSPORT[1], 0)])
def test_matchings_of_processes_and_local_states(drawn: list[tuple[str, Processes, int]]) -> None:
    """Columns of one process: Hall's marriage condition, where a condition on single rows is not enough."""
    cube = tuple(atom(state, column, "<=", bound) for state, column, bound in drawn)
    _assert_projected(cube, TRANSPORT, [union(*TRANSPORT)])


@pytest.mark.parametrize(("sizes", "most"), [((5, 5), 8), ((2, 10), 6)])
def test_the_paper_s_example_of_case_c(sizes: tuple[int, int], most: int) -> None:
    """Section 5: `1 <= #L1[I1] <= 4 & 1 <= #L1[I2] <= 4` is `2 <= #L1 <= 8`, but not for groups of fewer (errata)."""
    first, second = sets = columns(*sizes)
    block = union(*sets)
    cube = tuple(atom("A", column, operator, bound) for column in (first, second) for operator, bound in BETWEEN)
    projection = present(project(cube, ("A", "B"), [block]))
    orbits = dict.fromkeys(range(sum(sizes) + 1), False)
    for cells in matrices(("A", "B"), sets):
        total = sum(number for (state, _), number in cells.items() if state == "A")
        orbits[total] |= satisfied(conjunction(cube), values(cells))
        assert satisfied(conjunction(projection), values(cells)) == (2 <= total <= most)
    assert [total for total, reached in orbits.items() if reached] == [*range(2, most + 1)]


def test_two_rows_together_are_bounded_more_tightly_than_each() -> None:
    _, second = sets = columns(2, 2)
    block = union(*sets)
    cube = (atom("A", second, "=", 0), atom("B", second, "=", 0))
    found = present(project(cube, STATES, [block]))
    together = compare(linear([(Count("A", block), 1), (Count("B", block), 1)]), "<=", linear([], 2))
    assert together in found


def test_an_upper_bound_of_zero_on_a_union_is_one_on_each_part() -> None:
    cube = (atom("A", union(*PARTS[:2]), "<=", 0), atom("B", PARTS[1], ">=", 1))
    _assert_projected(cube, PARTS, [union(*PARTS)])


def test_contradictory_bounds_are_empty() -> None:
    sets = columns(2, 2)
    cube = (atom("A", sets[0], ">=", 2), atom("A", sets[0], "<=", 1))
    assert project(cube, STATES, [union(*sets)]) is None


def test_what_is_over_blocks_is_kept_and_split() -> None:
    sets = columns(2, 1, 2)
    everyone, level = union(*sets), compare(linear([(Named("v"), 1)]), ">=", linear([], 2))
    assert isinstance(level, Comparison)
    found = present(project((atom("A", everyone, "<=", 3), level), STATES, [sets[0], union(*sets[1:])]))
    terms = ((Count("A", sets[0]), 1), (Count("A", union(*sets[1:])), 1))
    assert [one.left.terms for one in found] == [terms, ((Named("v"), 1),)]


@pytest.mark.parametrize(
    ("cube", "blocks"),
    [
        ((atom("A", PARTS[0], "!=", 1),), [union(*PARTS)]),
        ((atom("A", union(*PARTS[:2]), "<=", 1), atom("A", PARTS[0], ">=", 1)), [union(*PARTS)]),
        ((TOTAL,), [union(*PARTS)]),
        ((atom("A", union(*PARTS[:2]), "<=", 1),), [union(*PARTS[1:]), PARTS[0]]),
    ],
    ids=["inequality", "part of a union", "sum", "across blocks"],
)
def test_more_than_bounds_on_cells_of_a_block_is_refused(cube: Cube, blocks: list[Processes]) -> None:
    with pytest.raises(NotABoxError):
        project(cube, STATES, blocks)


def test_bounds_on_too_many_rows_are_refused() -> None:
    states = [f"L{number}" for number in range(ROWS + 2)]
    sets = columns(3, 3)
    many = tuple(atom(state, sets[0], "<=", 1) for state in states)
    assert project(many[:ROWS], states, [union(*sets)]) is not None
    with pytest.raises(NotABoxError):
        project(many[: ROWS + 1], states, [union(*sets)])


@settings(max_examples=many(9), deadline=None)
@given(predicates(comparisons(["A", "B"], [*PARTS, union(*PARTS[:2])])))
def test_a_prepared_predicate_means_what_it_meant(formula: Formula) -> None:
    prepared = prepare(normal_form(formula), [union(*PARTS)])
    for cells in matrices(STATES, PARTS):
        assert satisfied(prepared, values(cells)) == satisfied(formula, values(cells))


def test_a_prepared_predicate_has_bounds_where_it_had_inequalities_and_sums() -> None:
    sets = columns(2, 1)
    total = compare(linear([(Count("A", sets[0]), 1), (Count("B", sets[1]), 1)]), "!=", linear([], 0))
    prepared = prepare(total, [union(*sets)])
    assert prepared == disjunction([count("A", sets[0], ">=", 1), count("B", sets[1], ">=", 1)])
    apart = prepare(atom("A", sets[0], "!=", 1), [union(*sets)])
    assert apart == disjunction([count("A", sets[0], "<=", 0), count("A", sets[0], ">=", 2)])
    for operator in OPERATORS:
        whole = atom("A", union(*sets), operator, 1)
        assert prepare(whole, [union(*sets)]) == whole


def test_counts_are_split_into_one_per_block() -> None:
    sets = columns(2, 1, 2)
    blocks = [union(sets[0], sets[2]), sets[1]]
    comparison = atom("A", union(*sets), "<=", 2)
    assert over_blocks(comparison, blocks)
    assert not over_blocks(atom("A", sets[0], "<=", 2), blocks)
    split = per_block(comparison, blocks)
    assert [variable for variable, _ in split.left.terms] == [Count("A", block) for block in blocks]
    rewritten = rewrite_per_block(negate(comparison), blocks)
    for cells in matrices(("A", "B"), sets):
        assert satisfied(split, values(cells)) == satisfied(comparison, values(cells))
        assert satisfied(rewritten, values(cells)) != satisfied(comparison, values(cells))


SETS = columns(1, 2, 1)
BLOCKS = (union(SETS[0], SETS[2]), SETS[1])
SPACE = Space(STATES, BLOCKS, (variable("v", 0, 2),))
EVERYONE = union(*SETS)


DISGUISE = compare(linear([(Count("A", SETS[0]), 1)]), "<", linear([(Count("A", SETS[2]), 1)]))
"""A comparison that tells group counters apart although block counters do not differ."""
WAITING = count("B", BLOCKS[0], ">=", 1)


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
@example(WAITING)
def test_a_predicate_told_by_cases_of_group_counters_is_found_again(plain: Formula) -> None:
    """p as `p & d | p & !d`, where d splits the states of one orbit."""
    told = disjunction([conjunction([plain, DISGUISE]), conjunction([plain, Not(DISGUISE)])])
    _assert_covers(told, plain)


def test_a_lemma_narrows_what_is_covered() -> None:
    """Under `A is empty`, `A[0] < A[2] | B >= 1` is `B >= 1`, and the boxes may be as they like outside."""
    lemma = count("A", EVERYONE, "=", 0)
    _assert_covers(disjunction([DISGUISE, WAITING]), WAITING, lemma)
    assert len(_covered(disjunction([DISGUISE, WAITING]), lemma)) == 1


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
