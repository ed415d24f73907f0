"""Counter states are the orbits of a program's states, and what counters say of it is true."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.reductions.process_counters.counted_programs import PROGRAMS
from tests.support.composing import explored, run_by, verdicts, verified_as_counters
from tests.support.drawn import chosen
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import drawn, seeds
from tests.support.loading import load_program
from tests.support.oracle import closure
from tests.support.running import EXAMPLES
from vsym import load
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import DiagnosticError
from vsym.checking.groups.choosing import misused_scalarsets
from vsym.checking.programs import asked_for_deadlocks
from vsym.checking.runs import explored_by
from vsym.checking.ways import way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.explicit.engine import ENGINE
from vsym.logic.folding import satisfied
from vsym.logic.terms import Atom, Named, linear
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics, State
from vsym.models.program.types import Scalarset
from vsym.reductions.process_counters.back import Back
from vsym.reductions.process_counters.model import counted
from vsym.reductions.process_counters.reduced import ProcessCounters, questions
from vsym.system.report import Silence
from vsym.system.step import is_initial, steps

MOST = 200
"""The most states of a program that the tests compare."""


def reachable(program: Program) -> set[State]:
    """The states of a program by its plain semantics, some of them where there are more than MOST."""
    semantics = Semantics(program)
    found = {one.state for one in semantics.starts() if one.state is not None}
    waiting = [*found]
    while waiting and len(found) <= MOST:
        new = {one.state for one in semantics.fire(waiting.pop()) if one.state is not None} - found
        found |= new
        waiting += new
    return found


def compare(program: Program, scalarset: Scalarset, name: str = "explicit") -> None:
    """Hold the counters against the program: states, starts, verdicts; every path is replayed."""
    model = counted(program, scalarset, UNLIMITED)
    states = reachable(program)
    if len(states) > MOST:
        return
    back = Back(model)
    starts = {back.counts(one.state) for one in Semantics(program).starts() if one.state is not None}
    assert all(is_initial(model.system, one) for one in starts)
    orbits = {back.counts(state) for state in states}
    assert {*closure(starts, lambda counts: [then for _, then in steps(model.system, counts)])} == orbits
    of_states = ProcessCounters.of(model, program).tasks[0].structure
    explored = ENGINE.explore(of_states, UNLIMITED, Silence())
    stuck = {back.counts(state) for state in states if Semantics(program).stuck(state)}
    assert (explored.states, explored.deadlocks) == (len(orbits), len(stuck))
    expected = verdicts(run_by(program, "interpreted"))
    known = verified_as_counters(program, scalarset, name)
    for outcome in known.outcomes:
        verdict = outcome.verdict
        if verdict.outcome == "unknown" and expected[outcome.property.name] != "unknown":
            assert "as a whole" in (verdict.reason or "")
            continue
        assert verdict.outcome == expected[outcome.property.name], outcome.property.text
        assert outcome.run is not None or verdict.outcome != "violated" or outcome.property.logic == "ctl"


@pytest.mark.parametrize("name", PROGRAMS)
def test_counters_are_orbits_of_what_rules_do(name: str) -> None:
    size = 2 if name in ("pointers", "broadcast", "faults", "sums", "nested") else 3
    program = load_program(PROGRAMS[name].replace("N: 3", f"N: {size}"))
    assert not misused_scalarsets(program, UNLIMITED)
    compare(program, program.scalarsets[0])


def test_of_all_sizes_there_is_at_least_one_process() -> None:
    program = load_program(PROGRAMS["sums"])
    system = counted(program, program.scalarsets[0], UNLIMITED, linear([(Named("N"), 1)])).system
    values: dict[Atom, int] = {one.atom: 0 for one in system.variables}
    counter = next(one.atom for one in system.variables if one.name.startswith("#"))
    for size, number in product(range(4), repeat=2):
        state = {**values, Named("N"): size, counter: number}
        assert satisfied(system.domain, state.__getitem__) == (size == number >= 1)


@pytest.mark.parametrize(("name", "by"), [("two movers", "smt"), ("sums", "mdd"), ("two movers", "auto")])
def test_every_engine_says_the_same(name: str, by: str) -> None:
    program = load_program(PROGRAMS[name].replace("N: 3", "N: 2"))
    expected = verdicts(run_by(program, "interpreted"))
    known = verified_as_counters(program, program.scalarsets[0], by)
    assert verdicts(known) == expected


@pytest.mark.parametrize(
    "seed", [2, 4, 27, 33, 38, 45, 51, 112, *chosen([], [46]), *(100 + number for number in seeds(2))]
)
def test_counters_are_orbits_of_drawn_programs(seed: int) -> None:
    program = load_program(drawn(Random(seed), Kind(symmetric=True)).spelled.text)
    if misused_scalarsets(program, UNLIMITED):
        return
    for scalarset in program.scalarsets:
        try:
            counted(program, scalarset, UNLIMITED)
        except DiagnosticError:
            continue
        compare(program, scalarset)


@pytest.mark.parametrize("name", chosen(["two_phase_commit"], ["lock", "matching", "two_phase_commit"]))
def test_counter_states_are_the_orbits_that_the_compiled_engine_stores(name: str) -> None:
    program = load(str(EXAMPLES / "programs" / f"{name}.m"))
    assert isinstance(program, Program)
    counters = explored(program, "explicit", counted="counters")
    assert counters.counting is not None
    [scalarset] = [one for one in program.scalarsets if one.name == counters.counting.scalarset]
    orbits = way("compiled", Quotient((scalarset,)))
    stored = explored_by(asked_for_deadlocks(program), orbits, Budget(), Silence())
    assert counters.reached is not None
    assert stored.reached is not None
    assert counters.reached.states == stored.reached.states
    assert counters.reached.deadlocks == stored.reached.deadlocks


def test_what_crowds_decide_is_asked_of_each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.reductions.process_counters.forking.PATHS", 40)
    program = load_program(
        "type P: scalarset(2); var n: array [P] of 0..9; startstate for p: P do n[p] := 0; end; end;\n"
        'ruleset p: P do rule "up" n[p] < 9 ==> n[p] := n[p] + 1; end; end;\n'
        'invariant "near" forall p: P do exists q: P do n[q] != n[p] | n[q] = 0 end end;'
    )
    model = counted(program, program.scalarsets[0], UNLIMITED)
    assert not questions(model, program.properties).left_out
    compare(program, program.scalarsets[0])
