"""Runs of processes behave as the tuple that they stand for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vsym.models.counting.locations import Locations, located
from vsym.models.counting.processes import Processes

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
    moved = located(places).moved(low, high, "D")
    assert list(moved) == [*places[: low - 1], *["D"] * (high - low + 1), *places[high:]]
    asked = Processes.of([(low, high), (1, 2)])
    found = Processes.of(located(places).inside("A", asked))
    assert list(found) == [process for process in asked if process <= len(places) and places[process - 1] == "A"]
    by_state = located(places).by_state
    assert {state: list(inside) for state, inside in by_state.items()} == {
        state: [place for place, here in enumerate(places, 1) if here == state] for state in set(places)
    }


def test_a_thousand_million_processes_cost_nothing() -> None:
    runs = Locations.of([("N", 10**9)]).moved(7, 7, "T")
    assert (runs[5], runs[6], runs[7]) == ("N", "T", "N")
    assert runs.count("N") == 10**9 - 1
    assert list(runs.runs()) == [("N", 1, 6), ("T", 7, 7), ("N", 8, 10**9)]
