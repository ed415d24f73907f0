"""Representatives of orbits under groups of literal maps, checked against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import comb, factorial, prod
from pathlib import Path
from random import Random

import pytest

from tests.engines.compiled.canonical_library import CanonicalLibrary
from tests.engines.compiled.literal_groups import moving, orbits
from tests.models.program.layouts import program_of
from tests.support.drawn import chosen, many
from vsym.engines.compiled.quotient import tables as choosing
from vsym.engines.compiled.quotient.action import actions
from vsym.engines.compiled.quotient.tables import Cosets, Descent, Strategy, factor, strategies
from vsym.groups.group import Group
from vsym.models.program.renaming import Factor, LiteralMap
from vsym.models.program.types import Range

SWAP = {1: 2, 2: 1}


def cycle(*places: int) -> dict[int, int]:
    """The places moved, each to the next."""
    return dict(zip(places, (*places[1:], places[0]), strict=True))


def cycles(*given: Sequence[int]) -> dict[int, int]:
    """The places moved, in several cycles."""
    return {place: image for one in given for place, image in cycle(*one).items()}


def pointers(*moved: Sequence[int], slots: int) -> tuple[dict[int, int], dict[int, dict[int, int]]]:
    """A permutation of slots that name each other: place `i` has the code `i + 1`."""
    places = cycles(*moved)
    return places, {slot: {place + 1: image + 1 for place, image in places.items()} for slot in range(slots)}


BITS = [2] * 6
GROUPS: dict[str, tuple[list[int], list[tuple[dict[int, int], dict[int, dict[int, int]]]], list[Factor]]] = {
    "rotations": ([2] * 5, [(cycle(0, 1, 2, 3, 4), {})], [Factor(5, "least image")]),
    "rotations and reflections": (
        [2] * 5,
        [(cycle(0, 1, 2, 3, 4), {}), (cycles((1, 4), (2, 3)), {})],
        [Factor(10, "least image")],
    ),
    "columns": (
        BITS,
        [(cycles((0, 1), (3, 4)), {}), (cycles((1, 2), (4, 5)), {})],
        [Factor(6, "sorting")],
    ),
    "columns and the name of one": (
        [2, 2, 2, 4],
        [(cycle(0, 1), {3: SWAP}), (cycle(1, 2), {3: {2: 3, 3: 2}})],
        [Factor(6, "sorting")],
    ),
    "pairs of columns": (
        [2] * 6 + [1] * 3,
        [(cycle(0, 1), {}), (cycles((0, 2), (1, 3), (6, 7)), {}), (cycles((2, 4), (3, 5), (7, 8)), {})],
        [Factor(48, "sorting")],
    ),
    "two factors": (
        [2] * 5,
        [(cycle(0, 1, 2), {}), (cycle(3, 4), {})],
        [Factor(3, "least image"), Factor(2, "sorting")],
    ),
    "values": ([2] * 4, [({}, dict.fromkeys(range(4), SWAP))], [Factor(2, "sorting")]),
    "values and rotations": (
        [3] * 4,
        [({}, dict.fromkeys(range(4), SWAP)), (cycle(0, 1, 2, 3), {})],
        [Factor(8, "least image")],
    ),
    "values of each column": (
        [3] * 3,
        [({}, {0: SWAP}), (cycle(0, 1, 2), {}), (cycle(0, 1), {})],
        [Factor(48, "sorting")],
    ),
    "pointers": (
        [3] * 3,
        [pointers((0, 1), slots=3), pointers((0, 1, 2), slots=3)],
        [Factor(6, "least image")],
    ),
    "rows and columns": (
        [1] * 6,
        [(cycles((0, 1), (3, 4)), {}), (cycles((1, 2), (4, 5)), {}), (cycles((0, 3), (1, 4), (2, 5)), {})],
        [Factor(12, "least image")],
    ),
}

SOME = chosen(
    ("rotations and reflections", "columns and the name of one", "two factors", "values and rotations", "pointers"),
    GROUPS,
)
"""Groups of every kind: of slots, of codes and of both, of one factor and of two."""


def maps_of(name: str) -> tuple[list[int], list[LiteralMap]]:
    """The number of values of each slot of a group, and its generators."""
    cardinalities, moves, _ = GROUPS[name]
    return cardinalities, [moving(cardinalities, *one) for one in moves]


def every(cardinalities: Sequence[int]) -> list[tuple[int, ...]]:
    """All codes of each slot."""
    return [tuple(range(one + 1)) for one in cardinalities]


def library(cardinalities: Sequence[int], factors: Sequence[Strategy], folder: Path) -> CanonicalLibrary:
    """The canonical library for the states of variables with the given numbers of values."""
    return CanonicalLibrary(program_of(*(Range(1, one) for one in cardinalities)), (), folder, factors)


@pytest.mark.parametrize("name", chosen((*SOME, "columns", "pairs of columns", "rows and columns"), GROUPS))
def test_one_representative_of_each_orbit(name: str, tmp_path: Path) -> None:
    """All states of an orbit have one, which is among them, and the sizes of orbits are right."""
    cardinalities, maps = maps_of(name)
    factors = strategies(maps, every(cardinalities))
    assert [factor(one) for one in factors] == GROUPS[name][2]
    known = library(cardinalities, factors, tmp_path)
    states = product(*(range(one + 1) for one in cardinalities))
    for orbit in orbits(maps, states):
        [representative] = set(known.canonical(sorted(orbit)))
        assert representative in orbit
        assert known.orbit_sizes([representative]) == [len(orbit)]


@pytest.mark.parametrize("name", SOME)
def test_some_representatives_of_each_orbit(name: str, tmp_path: Path) -> None:
    """Local search ends in the orbit, and stays where it has ended; it saves something."""
    cardinalities, maps = maps_of(name)
    factors = [Descent(one.action) for one in strategies(maps, every(cardinalities))]
    known = library(cardinalities, factors, tmp_path)
    states = list(product(*(range(one + 1) for one in cardinalities)))
    stored = 0
    for orbit in orbits(maps, states):
        representatives = set(known.canonical(sorted(orbit)))
        assert representatives <= orbit
        assert set(known.canonical(sorted(representatives))) == representatives
        stored += len(representatives)
    assert stored < 0.7 * len(states)
    _element_takes_states_to_representatives(known, cardinalities)


def cut(given: Sequence[Strategy], most: int) -> list[Strategy]:
    """Least images of all factors, of which so few are followed at a time."""
    return [Cosets(one.action, one.order, most) for one in given]


@pytest.mark.parametrize("name", [name for name in SOME if name != "values"])
def test_least_images_that_are_cut_short(name: str, tmp_path: Path) -> None:
    """They are in the orbit; where it is not said that there may be several, there is one, and the size is right.

    Of a group of two elements both are followed, so that none is cut short.
    """
    cardinalities, maps = maps_of(name)
    known = library(cardinalities, cut(strategies(maps, every(cardinalities)), 2), tmp_path)
    whole = 0
    for orbit in orbits(maps, product(*(range(one + 1) for one in cardinalities))):
        known.forget()
        representatives = set(known.canonical(sorted(orbit)))
        assert representatives <= orbit
        if not known.several:
            whole += 1
            [representative] = representatives
            sizes = known.orbit_sizes([representative])
            assert sizes == [len(orbit)] or known.several
    assert whole
    _element_takes_states_to_representatives(known, cardinalities)


def test_orbits_that_have_several_when_cut_short(tmp_path: Path) -> None:
    """Functions of a set into itself: some orbits have several, and the library reports each of them."""
    cardinalities = [4] * 4
    maps = [moving(cardinalities, *pointers(one, slots=4)) for one in ((0, 1), range(4))]
    known = library(cardinalities, cut(strategies(maps, every(cardinalities)), 1), tmp_path)
    numbers = []
    for orbit in orbits(maps, product(range(1, 5), repeat=4)):
        known.forget()
        numbers.append((len(set(known.canonical(sorted(orbit)))), known.several))
    assert max(numbers)[0] > 1
    assert (1, False) in numbers
    assert all(told for number, told in numbers if number > 1)


def _element_takes_states_to_representatives(known: CanonicalLibrary, cardinalities: Sequence[int]) -> None:
    """The element on a way is that of all descents, or least images that are cut short, so far, one after the other."""
    random = Random(1)
    states = [tuple(random.randint(0, one) for one in cardinalities) for _ in range(200)]
    representatives, after = known.turned(states)
    assert after == representatives
    assert representatives != states


def test_a_group_that_is_too_large_has_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "MOST_ENTRIES", 5)
    cardinalities, maps = maps_of("pointers")
    assert [factor(one) for one in strategies(maps, every(cardinalities))] == [Factor(6, "local search")]


@pytest.mark.parametrize("seed", range(many(4)))
def test_drawn_groups(seed: int, tmp_path: Path) -> None:
    """Random permutations of slots and codes; most of their groups are no symmetries of a tree."""
    random = Random(seed)
    values = random.randint(2, 3)
    cardinalities = [values] * random.randint(4, 5)
    maps = []
    for _ in range(random.choice((1, 1, 2))):
        slots = random.sample(range(len(cardinalities)), len(cardinalities)) if random.random() < 0.7 else [*range(4)]
        turned = dict(enumerate(random.sample(range(1, values + 1), values), 1))
        codes = {slot: turned for slot in range(len(cardinalities)) if random.random() < 0.6}
        maps.append(moving(cardinalities, dict(enumerate(slots)), codes))
    factors = strategies(maps, every(cardinalities))
    known = library(cardinalities, factors, tmp_path)
    for orbit in orbits(maps, product(*(range(1, one + 1) for one in cardinalities))):
        representatives = set(known.canonical(sorted(orbit)))
        assert representatives <= orbit
        if all(factor(one).exact for one in factors):
            [representative] = representatives
            assert known.orbit_sizes([representative]) == [len(orbit)]


def test_maps_that_are_permutations_of_domains_alone(tmp_path: Path) -> None:
    """Slots of different types, one with a row of values that it never has: the maps say nothing of other codes."""
    cardinalities = [3, 5, 2]
    domains = [(0, 1, 2), (0, 4, 3), (0, 1, 2)]
    there, back = {1: 4, 2: 3, 3: 0}, {4: 1, 3: 2, 1: 0, 2: 0, 5: 0}
    exchange = moving(cardinalities, {0: 1, 1: 0}, {0: there, 1: back, 2: SWAP})
    factors = strategies([exchange], domains)
    assert [factor(one).order for one in factors] == [2]
    for choice in (factors, [Descent(one.action) for one in factors]):
        known = library(cardinalities, choice, tmp_path)
        for orbit in orbits([exchange], product(*domains)):
            [representative] = set(known.canonical(sorted(orbit)))
            assert representative in orbit


@pytest.mark.parametrize(("size", "number"), [(4, 19), (5, 47)])
def test_functions_of_a_set_into_itself(size: int, number: int, tmp_path: Path) -> None:
    """The numbers of endofunctions up to renaming: OEIS A001372."""
    cardinalities = [size] * size
    maps = [moving(cardinalities, *pointers(one, slots=size)) for one in ((0, 1), range(size))]
    known = library(cardinalities, strategies(maps, every(cardinalities)), tmp_path)
    assert len(set(known.canonical(list(product(range(1, size + 1), repeat=size))))) == number


def test_rows_and_columns_of_a_matrix_beyond_enumeration(tmp_path: Path) -> None:
    """Matrices of 6 rows and 5 columns with three ones are the graphs of three edges between two sides: six of them.

    Each orbit has matrices that begin with a one, and these are enough to meet it.
    """
    places = [(row, column) for row in range(6) for column in range(5)]
    maps = []
    for rows, columns in (((0, 1), ()), (range(6), ()), ((), (0, 1)), ((), range(5))):
        row, column = (dict(zip(of, (*of[1:], *of[:1]), strict=True)) for of in (rows, columns))
        images = {(a, b): (row.get(a, a), column.get(b, b)) for a, b in places}
        maps.append(moving([1] * 30, {places.index(one): places.index(image) for one, image in images.items()}, {}))
    [found] = strategies(maps, every([1] * 30))
    assert factor(found) == Factor(86_400, "least image")
    known = library([1] * 30, [found], tmp_path)
    states = [tuple(int(place in (0, *ones)) for place in range(30)) for ones in combinations(range(1, 30), 2)]
    representatives = set(known.canonical(states))
    assert len(representatives) == 6
    assert sum(known.orbit_sizes([*representatives])) == comb(30, 3)
    assert not known.several


@pytest.mark.parametrize(
    ("maps", "bound"),
    [
        # All permutations of the slots, and of three codes, in any two of them alike.
        ([(cycle(0, 1), {}), (cycle(0, 1, 2, 3), {}), ({}, dict.fromkeys(range(4), cycle(1, 2, 3)))], 24 * 3),
        # Rotations that recode.
        ([(cycle(0, 1, 2, 3), dict.fromkeys(range(4), SWAP))], 8),
        # One slot is recoded, the others are not.
        ([(cycle(0, 1), {}), ({}, {0: SWAP, 1: {}})], None),
        ([pointers((0, 1), slots=3), pointers((0, 1, 2), slots=3)], 36),
    ],
)
def test_the_order_of_slots_that_are_recoded_alike_is_bounded_by_that_of_slots_and_of_codes(
    maps: list[tuple[dict[int, int], dict[int, dict[int, int]]]], bound: int | None
) -> None:
    cardinalities = [3] * 4
    (action,) = actions([moving(cardinalities, *one) for one in maps], [(0, 1, 2, 3)] * 4)
    assert action.bound == bound
    assert bound is None or action.group.proved().order <= bound
    assert Group(action.group.degree, action.group.generators).proved().order == action.group.proved().order


def test_ranks_have_as_many_elements_as_the_group() -> None:
    maps = [(cycle(0, 1), {}), (cycle(*range(7)), {}), ({}, dict.fromkeys(range(7), cycle(1, 2, 3)))]
    (action,) = actions([moving([3] * 7, *one) for one in maps], [(0, 1, 2, 3)] * 7)
    ranks = Cosets(action, action.group.order).ranks
    assert prod(len(rank.elements) for rank in ranks) == factorial(7) * 3
    assert sorted(cell for rank in ranks for cell in rank.fixed) == [*range(len(action.celled))]
