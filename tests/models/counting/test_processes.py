"""Sets of processes against Python's own sets."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vsym.models.counting.locations import Locations, located
from vsym.models.counting.processes import Processes, refine

RANGES = st.lists(st.tuples(st.integers(1, 30), st.integers(0, 31)), max_size=6)


def _members(ranges: list[tuple[int, int]]) -> set[int]:
    return {process for low, high in ranges for process in range(low, high + 1)}


@given(RANGES)
def test_a_union_of_ranges_is_sorted_disjoint_and_as_short_as_can_be(ranges: list[tuple[int, int]]) -> None:
    found = Processes.of(ranges)
    assert list(found) == sorted(_members(ranges))
    assert all(low <= high for low, high in found.ranges)
    assert all(one[1] + 1 < two[0] for one, two in zip(found.ranges, found.ranges[1:], strict=False))
    assert found.size == len(_members(ranges))
    assert bool(found) == bool(_members(ranges))


@given(RANGES, RANGES)
def test_set_operations(left: list[tuple[int, int]], right: list[tuple[int, int]]) -> None:
    one, two = Processes.of(left), Processes.of(right)
    assert set(one | two) == _members(left) | _members(right)
    assert set(one & two) == _members(left) & _members(right)
    assert set(one - two) == _members(left) - _members(right)
    assert (one <= two) == (_members(left) <= _members(right))
    # Results are in normal form, so that equal sets are equal values.
    for result in (one | two, one & two, one - two):
        assert result == Processes.of(result.ranges)


@given(RANGES, st.integers(0, 32))
def test_membership(ranges: list[tuple[int, int]], process: int) -> None:
    assert (process in Processes.of(ranges)) == (process in _members(ranges))


def test_the_first_process() -> None:
    assert Processes.of([(7, 9), (3, 4)]).first == 3
    with pytest.raises(IndexError):
        _ = Processes().first


def test_sets_are_written_as_ranges() -> None:
    assert str(Processes.of([(5, 9), (1, 1), (3, 3)])) == "1, 3, 5..9"
    assert str(Processes()) == ""


def test_sets_larger_than_memory() -> None:
    everyone = Processes.of([(1, 10**20)])
    assert (everyone - Processes.of([(2, 2)])).size == 10**20 - 1


@given(st.lists(RANGES, max_size=5))
def test_the_cells_are_the_coarsest_partition_that_splits_no_set(sets: list[list[tuple[int, int]]]) -> None:
    members = [_members(ranges) for ranges in sets]
    cells = refine(Processes.of(ranges) for ranges in sets)
    assert [cell.first for cell in cells] == sorted(cell.first for cell in cells)
    assert sorted(process for cell in cells for process in cell) == sorted(set().union(*members))
    signatures = []
    for cell in cells:
        found = {tuple(process in one for one in members) for process in cell}
        assert len(found) == 1
        signatures.append(found.pop())
    assert all(one != two for one, two in combinations(signatures, 2))


PLACES = st.lists(st.sampled_from("ABC"), min_size=1, max_size=12)


@given(PLACES, st.integers(0, 12), st.integers(0, 12))
def test_a_sequence_of_runs_is_the_sequence(places: list[str], low: int, high: int) -> None:
    runs = located(places)
    assert list(runs) == places
    assert len(runs) == len(places)
    assert [runs[place] for place in range(len(places))] == places
    assert runs[-1] == places[-1]
    assert list(runs[low:high]) == places[low:high]
    assert runs[low:high].count("A") == places[low:high].count("A")
    assert runs == Locations.of((state, 1) for state in places)


@given(PLACES, st.integers(1, 12), st.integers(0, 4))
def test_processes_found_and_moved(places: list[str], low: int, more: int) -> None:
    high = min(low + more, len(places))
    low = min(low, high)
    moved = located(places).replaced([(low, high, "D")])
    assert list(moved) == [*places[: low - 1], *["D"] * (high - low + 1), *places[high:]]
    asked = Processes.of([(low, high), (1, 2)])
    found = Processes.of(located(places).inside("A", asked))
    assert list(found) == [process for process in asked if process <= len(places) and places[process - 1] == "A"]
    by_state = located(places).by_state
    assert {state: list(inside) for state, inside in by_state.items()} == {
        state: [place for place, here in enumerate(places, 1) if here == state] for state in set(places)
    }


def test_a_thousand_million_processes_cost_nothing() -> None:
    runs = Locations.of([("N", 10**9)]).replaced([(7, 7, "T")])
    assert (runs[5], runs[6], runs[7]) == ("N", "T", "N")
    assert runs.count("N") == 10**9 - 1
    assert list(runs.runs()) == [("N", 1, 6), ("T", 7, 7), ("N", 8, 10**9)]
