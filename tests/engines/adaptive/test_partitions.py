"""Partitions, projections and unwinding against orbits written out permutation by permutation."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.engines.adaptive.represented import orbit as orbit_of
from tests.support.drawn import many
from tests.support.loading import load
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.adaptive.digits import Cell, Digits
from vsym.engines.adaptive.partitions import Partitions
from vsym.engines.adaptive.predicates import Places
from vsym.engines.adaptive.reached import Origin, Reached
from vsym.engines.adaptive.unwinding import Split, Unwinding
from vsym.logic.formula import And
from vsym.models.counting.processes import Processes, refine
from vsym.models.counting.semantics import State as CountedState
from vsym.models.counting.semantics import holds
from vsym.symmetry.virtual.edges import interchangeable

STATES = 3
State = tuple[int, ...]
Counts = tuple[Cell, ...]
Annotated = tuple[list[Processes], Counts]


@st.composite
def partitions(draw: DrawFn, size: int) -> list[Processes]:
    """A partition of the processes 1..size."""
    labels = draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))
    everyone = Processes.of([(1, size)])
    groups = [Processes.of((i, i) for i, label in enumerate(labels, 1) if label == wanted) for wanted in range(3)]
    return refine([everyone, *(group for group in groups if group)])


@st.composite
def annotated(draw: DrawFn, size: int) -> Annotated:
    """A state of `size` processes with a partition."""
    cells = draw(partitions(size))
    return cells, counted(cells, tuple(draw(st.lists(st.integers(0, STATES - 1), min_size=size, max_size=size))))


def counted(cells: Sequence[Processes], state: State) -> Counts:
    """The counts of a state in each cell."""
    return tuple(
        tuple(sum(state[process - 1] == place for process in cell) for place in range(STATES)) for cell in cells
    )


def partitions_of(cells: Sequence[Processes]) -> Partitions:
    """The partitions of as many processes as are in some cells."""
    return Partitions(sum(cell.size for cell in cells), STATES)


def unwound(counts: Counts, splits: Sequence[Split], digits: Digits, cells: int) -> list[Counts]:
    """The parts of an orbit under a finer partition of `cells` cells."""
    return [digits.unpacked(part, cells) for part in Unwinding(splits, digits)(digits.packed(counts))]


def orbit(one: Annotated) -> set[State]:
    """Every state with these counts."""
    cells, counts = one
    size = sum(cell.size for cell in cells)
    return {state for state in itertools.product(range(STATES), repeat=size) if counted(cells, state) == counts}


@given(st.integers(1, 5).flatmap(lambda size: st.tuples(annotated(size), annotated(size))))
@settings(max_examples=many(18), deadline=None)
def test_a_projection_is_the_orbit_around_an_orbit(both: tuple[Annotated, Annotated]) -> None:
    """Theorem 4: whether an orbit under the other partition includes the whole orbit, and then which."""
    (cells, counts), (others, wanted) = both
    numbered = partitions_of(cells)
    packed = numbered.digits.packed
    found = numbered.projected(numbered.number(cells), numbered.number(others), packed(counts))
    inside = orbit((cells, counts))
    around = {packed(counted(others, state)) for state in inside}
    assert found == (next(iter(around)) if len(around) == 1 else None)
    assert (found == packed(wanted)) == (inside <= orbit((others, wanted)))


@given(st.integers(1, 5).flatmap(lambda size: st.tuples(annotated(size), annotated(size))))
@settings(max_examples=many(18), deadline=None)
def test_the_coarsest_partition_is_one_for_each_orbit(both: tuple[Annotated, Annotated]) -> None:
    numbered = partitions_of(both[0][0])
    coarsest = []
    for cells, counts in both:
        number, merged = numbered.coarsened(numbered.number(cells), numbered.digits.packed(counts))
        assert orbit(([*numbered.cells[number]], numbered.unpacked(number, merged))) == orbit((cells, counts))
        coarsest.append((number, merged))
    assert (coarsest[0] == coarsest[1]) == (orbit(both[0]) == orbit(both[1]))


@given(st.integers(1, 5).flatmap(lambda size: st.tuples(annotated(size), partitions(size))))
@settings(max_examples=many(18), deadline=None)
def test_unwinding_covers_an_orbit_once(drawn: tuple[Annotated, list[Processes]]) -> None:
    (cells, counts), respected = drawn
    numbered = partitions_of(cells)
    one = numbered.number(cells)
    meet = numbered.meet(one, numbered.number(respected))
    finer = numbered.cells[meet]
    splits = []
    for number, cell in enumerate(cells):
        parts = tuple(place for place, part in enumerate(finer) if part <= cell)
        sizes = tuple(finer[part].size for part in parts)
        splits.append(Split(number, parts, sizes, tuple((size,) * STATES for size in sizes)))
    found = unwound(counts, splits, numbered.digits, len(finer))
    covered = [state for part in found for state in orbit(([*finer], part))]
    assert len(covered) == len(set(covered))
    assert set(covered) == orbit((cells, counts))
    capped = [Split(s.cell, s.parts, s.sizes, tuple((1, size, 0) for size in s.sizes)) for s in splits]
    wanted = [part for part in found if all(cell[0] <= 1 and cell[2] == 0 for cell in part)]
    assert sorted(unwound(counts, capped, numbered.digits, len(finer))) == sorted(wanted)


@pytest.mark.parametrize(
    ("cells", "size"),
    [
        ([[1, 2, 3, 4]], 24),
        ([[1, 2], [3, 4]], 4),
        ([[1, 2], [3], [4]], 2),
        ([[1], [2], [3], [4]], 1),
        # Section 4 says that this partition generates six permutations.
        ([[1, 4], [2, 5], [3, 6]], 8),
    ],
)
def test_the_sizes_of_orbits_in_the_table_of_definition_2(cells: list[list[int]], size: int) -> None:
    """Processes in local states of their own: an orbit has as many states as the partition generates permutations."""
    processes = [process for cell in cells for process in cell]
    counts = tuple(tuple(int(process in cell) for process in sorted(processes)) for cell in cells)
    caps = ((1,) * len(processes),)
    splits = [
        Split(number, tuple(map(processes.index, cell)), (1,) * len(cell), caps * len(cell))
        for number, cell in enumerate(cells)
    ]
    assert len({*unwound(counts, splits, Digits(len(processes), len(processes)), len(processes))}) == size


def add(reached: Reached, partition: int, counts: Sequence[Cell]) -> bool:
    """Add an initial state; true unless another subsumes it."""
    return reached.add(reached.partitions.digits.packed(counts), -1, Origin(reached.region(partition, ())))


@given(st.integers(1, 4).flatmap(lambda size: st.lists(annotated(size), min_size=2, max_size=16)))
@settings(max_examples=many(20), deadline=None)
def test_a_state_is_added_unless_one_before_has_its_orbit(drawn: list[Annotated]) -> None:
    """The index finds every state that subsumes another, by their orbits, and so also one that was added later."""
    numbered = partitions_of(drawn[0][0])
    reached = Reached(numbered)
    orbits: list[set[State]] = []
    for cells, counts in drawn:
        new, images = add(reached, numbered.number(cells), counts), orbit((cells, counts))
        assert new == (not any(images <= other for other in orbits))
        if new:
            orbits.append(images)
    for number, one in enumerate(orbits):
        for before in range(number + 1, len(orbits) + 1):
            assert reached.is_subsumed(number, before) == any(one <= other for other in orbits[number + 1 : before])


@pytest.mark.parametrize("seed", range(2))
def test_the_index_of_many_states_is_that_of_their_orbits(seed: int) -> None:
    """Many with the same support, and partitions of which several are wider than others and come later."""
    random = Random(seed)
    numbered, orbits = Partitions(5, STATES), list[set[State]]()
    reached = Reached(numbered)
    for _ in range(50):
        labels = random.choices(range(3), k=5)
        groups = [Processes.of((i, i) for i, label in enumerate(labels, 1) if label == wanted) for wanted in range(3)]
        cells = sorted(filter(None, groups), key=lambda cell: cell.first)
        counts = counted(cells, tuple(random.choices(range(STATES), (4, 3, 1), k=5)))
        inside = orbit((cells, counts))
        new = add(reached, numbered.number(cells), counts)
        assert new == (not any(inside <= other for other in orbits))
        if new:
            orbits.append(inside)
    later = [any(one <= other for other in orbits[number + 1 :]) for number, one in enumerate(orbits)]
    assert [reached.is_subsumed(number, len(orbits)) for number in range(len(orbits))] == later
    assert sum(later) > 1


def test_what_subsumes_what() -> None:
    """The examples after theorem 4: (ABC, |1,3|2|) subsumes (CBA, |1|2|3|), but not (BAC, |1|2|3|)."""
    numbered = Partitions(3, 3)
    apart = numbered.number([Processes.of([(i, i)]) for i in (1, 2, 3)])
    pair = numbered.number([Processes.of([(1, 1), (3, 3)]), Processes.of([(2, 2)])])
    a, b, c = (1, 0, 0), (0, 1, 0), (0, 0, 1)

    reached = Reached(numbered)
    assert add(reached, apart, (c, b, a))
    assert add(reached, pair, ((1, 0, 1), b))
    assert not add(reached, pair, ((1, 0, 1), b))
    assert not add(reached, apart, (a, b, c))
    assert add(reached, apart, (b, a, c))
    assert reached.is_subsumed(0, before=2)
    assert not reached.is_subsumed(0, before=1)
    assert not reached.is_subsumed(1, before=3)
    assert not reached.is_subsumed(2, before=3)


TEXT = """
system s
states N, T, C
group P of 2
group Q of 1
group R of 2
shared turn : 0..2 = 0
init N
trans N -> T if {guard}
"""

GUARDS = (
    "#T = 1",
    "#T[P] >= 1 & !(#C[Q] = 0 | turn = 1)",
    "#T[P] = 0 & #T[Q] = 0",
    "#N[P] + #T[P] + #C[P] = 2 & #T <= turn",
    "#T[P] + #C[P] = 2 - #N[P] & (#C[R] = 0 <-> #T[R] >= 1)",
    "2 * #C[P] + #C[Q] <= turn + 1",
    "#N[P | R] >= 1 | #N[Q] >= 1",
    "#T[P] = #C[P]",
)


@pytest.mark.parametrize("guard", GUARDS)
def test_a_test_holds_where_the_predicate_does(guard: str) -> None:
    """The predicate is alike in all states with the same counts, even where a set that it counts in cuts a cell."""
    model = load(Source("s.gsst", TEXT.format(guard=guard)))
    formula = model.transitions[0].lines[0].guard
    cells = interchangeable(Environment(), model, formula, [], Budget())
    digits = Digits(model.size, len(model.states))
    places = Places(digits, cells, {state: place for place, state in enumerate(model.states)}, {"turn": 0})
    test, caps = places.test(formula), places.caps(formula)
    vectors = [[v for v in itertools.product(range(c.size + 1), repeat=3) if sum(v) == c.size] for c in cells]
    for counts in itertools.product(*vectors):
        for turn in range(3):
            expected = {
                holds(formula, CountedState(locations, (("turn", turn),)))
                for locations in orbit_of(model, cells, counts)
            }
            assert expected == {test(digits.packed(counts), [turn])}
            within = all(
                c <= cap for cell, of in zip(counts, caps, strict=True) for c, cap in zip(cell, of, strict=True)
            )
            assert within or not test(digits.packed(counts), [turn])


def test_what_a_conjunct_bounds_is_a_cap() -> None:
    model = load(Source("s.gsst", TEXT.format(guard="#T[P] + 2 * #C[Q | R] <= 3 & #N[R] = 0 & #N[P] >= 1")))
    formula = model.transitions[0].lines[0].guard
    assert isinstance(formula, And)
    cells = tuple(group.processes for group in model.groups)
    places = Places(Digits(model.size, 3), cells, {"N": 0, "T": 1, "C": 2}, {"turn": 0})
    assert places.caps(formula) == [[2, 2, 2], [1, 1, 1], [0, 2, 1]]
