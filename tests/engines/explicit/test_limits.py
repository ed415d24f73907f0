"""Interrupted runs of the explicit engine, its refusals, and the errors of a model that it finds."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.explicit.running import Bytes, decided, explore
from tests.engines.explicit.systems import NOWHERE, constant, ctl, number_of, readers_and_writers
from tests.support.drawn import many
from tests.system.generated import systems
from tests.system.generated import systems as drawn
from tests.system.judging import check_path, check_shows, holds, structure
from tests.system.systems import at, variable
from vsym.basics.limits import Budget
from vsym.engines.explicit.deciding import decide
from vsym.engines.explicit.engine import ENGINE
from vsym.engines.explicit.exploration import explore as exploration_of
from vsym.engines.explicit.initial import initial_vectors
from vsym.engines.explicit.table import Layout, StateTable
from vsym.logic.formula import TRUE, Formula, Temporal, compare, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import SharedVariable
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import Block, CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.system.report import Progress, Silence
from vsym.system.system import System

LARGE = readers_and_writers(60, 8)


def in_last(system: CounterSystem, number: int) -> Formula:
    return compare(number_of(system.states[-1], system.blocks[0]), ">=", constant(number))


def test_deadline_keeps_what_was_found() -> None:
    """Each look puts the clock forward by one; the engine looks at least once before each level."""
    exploration = explore(LARGE, Budget(deadline=20, clock=itertools.count().__next__))
    assert exploration.interrupted == "time"
    assert not exploration.complete
    assert 0 < exploration.expanded < exploration.states
    reached, unreached = in_last(LARGE, 1), in_last(LARGE, 2)
    properties = [
        ctl(Temporal("AG", (compare(number_of("L8", LARGE.blocks[0]), "=", constant(0)),))),
        ctl(Temporal("EF", (reached,))),
        ctl(Temporal("EF", (unreached,))),
        Property("mutex", "invariant", compare(number_of("L8", LARGE.blocks[0]), "<=", constant(1)), "", NOWHERE),
    ]
    verdicts = decided(LARGE, properties, exploration)
    assert [verdict.outcome for verdict in verdicts] == ["violated", "holds", "unknown", "unknown"]
    assert [len(verdict.path.steps) for verdict in verdicts if verdict.path] == [7, 7]
    assert {verdict.reason for verdict in verdicts[2:]} == {"the time limit was reached"}


def test_interruption_keeps_what_was_found() -> None:
    reports: list[Progress] = []

    class Interrupting(Silence):
        def explored(self, progress: Progress) -> None:
            reports.append(progress)
            raise KeyboardInterrupt

    exploration = explore(LARGE, report=Interrupting())
    assert exploration.interrupted == "keyboard"
    assert (exploration.states, exploration.depth) == (reports[0].states, reports[0].depth)
    assert reports[0].total == LARGE.state_count
    assert reports[0].frontier == exploration.states - exploration.expanded
    [verdict] = decided(LARGE, [ctl(Temporal("EF", (in_last(LARGE, 2),)))], exploration)
    assert (verdict.outcome, verdict.reason) == ("unknown", "interrupted")


def test_memory_bound_ends_in_unknown() -> None:
    system = lowered(replace(LARGE, properties=(ctl(Temporal("EF", (in_last(LARGE, 2),))),)))
    answer = ENGINE.verify(system, system.properties, Budget(megabytes=1), Silence())
    [verdict], reached = answer.verdicts, answer.reached
    assert (verdict.outcome, verdict.reason) == ("unknown", "the memory limit was reached")
    assert reached is not None
    assert (reached.complete, reached.interrupted) == (False, "memory")


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of a few thousand initial states."""
    monkeypatch.setattr("vsym.engines.explicit.initial._BATCH", 2**13)


@pytest.mark.usefixtures("small_batches")
def test_initial_states_cut_short_prove_nothing() -> None:
    system = replace(readers_and_writers(10**5, 2), initial=TRUE)
    exploration = explore(system, Budget(megabytes=1))
    assert 0 < exploration.initial < 10**5
    assert not exploration.all_initial
    few = compare(number_of("L1", system.blocks[0]), "<", constant(exploration.initial))
    verdicts = decided(system, [ctl(few), ctl(negate(few))], exploration)
    assert [verdict.outcome for verdict in verdicts] == ["unknown", "violated"]


def test_fixpoints_respect_the_deadline() -> None:
    system = readers_and_writers(6, 4)
    properties = [ctl(Temporal("EG", (TRUE,))), ctl(Temporal("AF", (in_last(system, 1),)))]
    verdicts = decided(system, properties, explore(system), Budget(deadline=time.monotonic() - 1))
    assert [(verdict.outcome, verdict.reason) for verdict in verdicts] == [
        ("unknown", "the time limit was reached")
    ] * 2


@settings(max_examples=many(7), deadline=None)
@given(drawn(), st.integers(0, 2500))
def test_verdicts_on_a_part_are_sound(system: System, max_bytes: int) -> None:
    """The properties are of every logic, on fair paths."""
    exploration, whole = exploration_of(system, Bytes(bytes=max_bytes), Silence()), structure(system)
    assert {*exploration.stepper.layout.unpack(exploration.keys)} <= whole.steps.keys()
    assert exploration.complete == (exploration.interrupted is None)
    for prop, verdict in zip(system.properties, decide(exploration, system.properties, Budget()), strict=True):
        assert verdict.outcome in ("unknown", "holds" if holds(whole, prop) else "violated")
        assert (verdict.reason == "the memory limit was reached") == (verdict.outcome == "unknown")
        if verdict.path:
            check_path(whole, verdict.path)
            if exploration.complete:
                check_shows(whole, prop, verdict.path)


def test_range_past_the_machine_word_is_refused() -> None:
    wide = SharedVariable("v", 0, 2**63, 0, False, NOWHERE)
    with pytest.raises(ValueError, match="does not fit a machine word"):
        explore(replace(readers_and_writers(2, 3), shared=(wide,)))


def test_without_initial_states_everything_holds() -> None:
    system = readers_and_writers(2, 3)
    system = replace(system, initial=in_last(system, 3))
    exploration = explore(system)
    assert (exploration.states, exploration.complete) == (0, True)
    formulas = [in_last(system, 1), Temporal("EG", (TRUE,)), Temporal("AX", (in_last(system, 1),))]
    verdicts = decided(system, [ctl(formula) for formula in formulas], exploration)
    assert [verdict.outcome for verdict in verdicts] == ["holds"] * 3


RANGES = st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 2**40)), min_size=1, max_size=8)


@settings(max_examples=many(8), deadline=None)
@given(RANGES, st.data())
def test_packing_is_undone_by_unpacking(drawn: list[tuple[int, int]], data: st.DataObject) -> None:
    ranges = [(low, low + width) for low, width in drawn]
    vectors = data.draw(st.lists(st.tuples(*(st.integers(low, high) for low, high in ranges)), max_size=5))
    layout = Layout.of(ranges)
    keys = layout.pack(np.array(vectors, dtype=np.int64).reshape((len(vectors), len(ranges))))
    assert layout.unpack(keys) == vectors
    assert len(set(map(tuple, keys.tolist()))) == len(set(vectors))
    assert (keys >= 0).all()


def test_a_step_adds_to_packed_states() -> None:
    layout = Layout.of([(0, 2**40), (-3, 3), (0, 2**40)])
    assert layout.words == 2
    before, after = (layout.pack(np.array([vector])) for vector in ((5, -3, 7), (4, 3, 8)))
    assert (before + layout.difference({0: -1, 1: 6, 2: 1}) == after).all()


@settings(max_examples=many(8), deadline=None)
@given(st.integers(1, 3), st.lists(st.lists(st.integers(0, 40), max_size=200), max_size=12))
def test_table_numbers_states_by_first_appearance(words: int, batches: list[list[int]]) -> None:
    table = StateTable(words)
    numbers: dict[int, int] = {}
    for batch in batches:
        keys = np.array([[value * 2**33 + word for word in range(words)] for value in batch], dtype=np.int64)
        fresh = [row for row, value in enumerate(batch) if value not in numbers and value not in batch[:row]]
        for value in batch:
            numbers.setdefault(value, len(numbers))
        found, first = table.add(keys.reshape((len(batch), words)))
        assert found.tolist() == [numbers[value] for value in batch]
        assert first.tolist() == fresh
    assert table.size == len(numbers)
    assert table.keys[:, 0].tolist() == [value * 2**33 for value in numbers]


def test_table_grows() -> None:
    table = StateTable(1)
    values = np.random.default_rng(1).permutation(100_000).astype(np.int64)[:, np.newaxis]
    for start in range(0, 100_000, 7_000):
        table.add(values[start : start + 9_000])
    assert (table.keys == values).all()
    found, fresh = table.add(values[::-1])
    assert (found[::-1] == np.arange(100_000)).all()
    assert not fresh.size


@settings(max_examples=many(8), deadline=None)
@given(systems(fairness=False))
def test_several_words_change_nothing(system: System) -> None:
    """Beside variables of wide ranges that never change."""
    still = [variable(name, -1, 2**50) for name in ("w1", "w2")]
    padded = replace(
        system,
        variables=(still[0], *system.variables, still[1]),
        initial=conjunction([system.initial, at("w1", "=", 7), at("w2", "=", 7)]),
    )
    narrow, wide = (exploration_of(one, Budget(), Silence()) for one in (system, padded))
    assert (narrow.stepper.layout.words, wide.stepper.layout.words) == (1, 2)
    states = [vector[1:-1] for vector in wide.stepper.layout.unpack(wide.keys)]
    assert states == narrow.stepper.layout.unpack(narrow.keys)
    assert (narrow.depth, len(narrow.deadlocked)) == (wide.depth, len(wide.deadlocked))
    here, there = (decide(found, system.properties, Budget()) for found in (narrow, wide))
    for one, other in zip(here, there, strict=True):
        assert (one.outcome, one.path and one.path.steps) == (other.outcome, other.path and other.path.steps)


def test_a_hundred_thousand_processes() -> None:
    system = readers_and_writers(10**5, 3)
    block = system.blocks[0]
    everywhere = [compare(number_of(state, block), "=", constant(10**5)) for state in system.states]
    starts = initial_vectors(lowered(replace(system, initial=disjunction(everywhere))))
    found = [tuple(vector) for batch in starts for vector in batch]
    assert sorted(found) == [(0, 0, 10**5), (0, 10**5, 0), (10**5, 0, 0)]


@pytest.mark.usefixtures("small_batches")
def test_initial_states_past_one_batch() -> None:
    system = replace(readers_and_writers(10**4, 2), initial=TRUE)
    batches = list(initial_vectors(lowered(system)))
    assert len(batches) > 1
    vectors = np.concatenate(batches)
    assert sorted(vectors[:, 0].tolist()) == list(range(10**4 + 1))
    assert (vectors.sum(axis=1) == 10**4).all()


def test_hundreds_of_counters() -> None:
    blocks = tuple(Block(f"b{i}", Processes.of([(3 * i + 1, 3 * i + 3)]), ()) for i in range(150))
    system = readers_and_writers(3, 3)
    moves = tuple(
        replace(transition, block=149, guard=compare(number_of(transition.source, blocks[149]), ">=", constant(1)))
        for transition in system.transitions
    )
    start = conjunction(compare(number_of("L1", block), "=", constant(3)) for block in blocks)
    exploration = explore(replace(system, blocks=blocks, transitions=moves, initial=start))
    assert exploration.stepper.layout.words > 10
    assert (exploration.states, exploration.depth) == (10, 6)


def test_coefficients_past_the_machine_word() -> None:
    system = readers_and_writers(3, 3)
    block = system.blocks[0]
    huge: Linear = linear([(Count("L1", block.processes), 2**70), (Count("L2", block.processes), 2**70 + 1)])
    initial = compare(huge, "=", linear([], 3 * 2**70 + 1))
    starts = initial_vectors(lowered(replace(system, initial=initial)))
    assert [batch.tolist() for batch in starts] == [[[2, 1, 0]]]
    [verdict] = decided(system, [ctl(compare(huge, "<=", linear([], 3 * 2**70)))], explore(system))
    assert verdict.outcome == "holds"
