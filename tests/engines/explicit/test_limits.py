"""What the explicit engine keeps when it is stopped, what it refuses, and the errors of a model it finds."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawn import many
from tests.engines.explicit.running import Bytes, decided, explore
from tests.engines.explicit.systems import (
    NOWHERE,
    constant,
    ctl,
    number_of,
    readers_and_writers,
)
from tests.system.generated import systems as drawn
from tests.system.judging import check_path, check_shows, holds, structure
from vsym.basics.limits import Budget
from vsym.engines.explicit.deciding import decide
from vsym.engines.explicit.engine import ENGINE
from vsym.engines.explicit.exploration import explore as exploration_of
from vsym.logic.formula import TRUE, Formula, Temporal, compare, negate
from vsym.logic.properties import Property
from vsym.models.counting.model import SharedVariable
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.system.report import Progress, Silence
from vsym.system.system import System

LARGE = readers_and_writers(60, 8)


def in_last(system: CounterSystem, number: int) -> Formula:
    return compare(number_of(system.states[-1], system.blocks[0]), ">=", constant(number))


def test_deadline_keeps_what_was_found() -> None:
    """The clock goes on by one whenever it is looked at, which is before each level at least."""
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


def test_initial_states_cut_short_prove_nothing() -> None:
    system = replace(readers_and_writers(10**6, 2), initial=TRUE)
    exploration = explore(system, Budget(megabytes=1))
    assert 0 < exploration.initial < 10**6
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


@settings(max_examples=many(12), deadline=None)
@given(drawn(), st.integers(0, 2500))
def test_verdicts_on_a_part_are_sound(system: System, max_bytes: int) -> None:
    """Of every logic, on fair paths."""
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
