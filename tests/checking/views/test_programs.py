"""The orbits of small programs with their representatives, checked against the plain semantics and all permutations."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.support.hand_programs import LOCK
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError, StrategyName
from vsym.checking.groups.diagrams import UpTo, generators
from vsym.checking.state_graph import StateGraph, state_graph
from vsym.checking.views.programs import ProgramOrbits, program_orbits
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.exchange.generators import generators as given
from vsym.models.program.renaming import LiteralMap
from vsym.models.program.semantics import Firing, State
from vsym.system.report import Silence

STRATEGIES: tuple[StrategyName, ...] = ("after", "within", "representatives")
HINTED = LOCK + "--! hint forall p: Proc do state[p] = idle end\n--! hint !lock\n"

WRONG = """
var x: boolean; y: boolean;
startstate x := true; y := false; end;
rule "both" x & !y ==> y := true; end;
rule "none" x & y ==> x := false; y := false; end;
"""


def orbits_of(text: str, strategy: StrategyName, room: int = 100) -> ProgramOrbits:
    program = load_program(text)
    maps = generators(program.layout, Quotient(program.scalarsets))
    return program_orbits(program, UpTo(maps, True, strategy, program.hints), room, UNLIMITED, Silence())


def images(state: State) -> frozenset[State]:
    """The orbit of a state of LOCK: `state[1..3]`, `lock` and `owner`, whose codes are places of the array from 1."""
    made = set()
    for order in permutations(range(3)):
        places = [0, 0, 0]
        for process, image in enumerate(order):
            places[image] = state[process]
        made.add((*places, state[3], order[state[4] - 1] + 1 if state[4] else 0))
    return frozenset(made)


def distances(graph: StateGraph[State, Firing]) -> dict[frozenset[State], int]:
    """The number of steps from the start to each orbit of LOCK."""
    known = {graph.states[place]: 0 for place in graph.starts}
    for source, _, target in graph.steps:
        known.setdefault(graph.states[target], known[graph.states[source]] + 1)
    least: dict[frozenset[State], int] = {}
    for state, steps in known.items():
        least[images(state)] = min(steps, least.get(images(state), steps))
    return least


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_orbits_are_those_of_all_permutations(strategy: StrategyName) -> None:
    known, graph = orbits_of(LOCK, strategy), state_graph(load_program(LOCK).semantics, 100)
    assert {frozenset(orbit.states) for orbit in known.orbits} == {images(state) for state in graph.states}
    assert len(known.orbits) == 7
    assert known.reachable == {*graph.states}
    kept = [one.state for orbit in known.orbits for one in orbit.representatives]
    assert all(one.state in orbit.states for orbit in known.orbits for one in orbit.representatives)
    plain = {(graph.states[source], firing, graph.states[target]) for source, firing, target in graph.steps}
    assert {*known.steps} == {step for step in plain if step[0] in kept}


@pytest.mark.parametrize("strategy", ["within", "representatives"])
def test_layers_are_how_far_an_orbit_is(strategy: StrategyName) -> None:
    least = distances(state_graph(load_program(LOCK).semantics, 100))
    for orbit in orbits_of(LOCK, strategy).orbits:
        assert orbit.representatives[0].layer == least[frozenset(orbit.states)]
        assert orbit.representatives[0].hint is None


def test_without_layers_none_is_said() -> None:
    assert {one.layer for orbit in orbits_of(LOCK, "after").orbits for one in orbit.representatives} == {None}


def test_a_representative_is_met_under_the_hint_that_lets_it_be() -> None:
    """All processes are idle at the start: first one of them asks, then, while the lock is free, all do and one enters,
    and at last all goes on."""
    known = orbits_of(HINTED, "representatives")
    assert len(known.hints) == 2
    for orbit in known.orbits:
        first = orbit.representatives[0]
        asking, locked, idle = first.state[:3].count(2), first.state[3] == 2, first.state[:3] == (1, 1, 1)
        assert first.hint == (0 if idle or (asking, locked) == (1, False) else 1)
        assert first.layer == 0 or not idle


def test_what_can_only_be_met_at_last_is_met_under_the_last_hint() -> None:
    known = orbits_of(LOCK + "--! hint !lock\n--! hint forall p: Proc do state[p] = idle end\n", "representatives")
    beyond = orbits_of(LOCK + "--! hint forall p: Proc do state[p] != want end\n", "representatives")
    assert {one.hint for orbit in known.orbits for one in orbit.representatives} == {0}
    assert {one.hint for orbit in beyond.orbits for one in orbit.representatives if (one.layer or 0) > 1} == {None}


def test_more_states_than_there_is_room_for_are_refused_by_their_number() -> None:
    with pytest.raises(RefusedError, match="at most 19, and `program` has 20 states"):
        orbits_of(LOCK, "within", room=19)
    with pytest.raises(RefusedError, match="at most 3, and `program` has more than 3 states"):
        orbits_of(LOCK, "within", room=3)


def test_what_is_no_symmetry_may_keep_states_that_cannot_be_reached() -> None:
    program = load_program(WRONG)
    swap = LiteralMap((1, 0), ((0, 1, 2), (0, 1, 2)))
    known = program_orbits(program, UpTo((swap,), False, "within"), 10, UNLIMITED, Silence())
    assert not known.proved
    [orbit] = known.orbits
    assert orbit.states == ((1, 2), (2, 1))
    assert [one.state for one in orbit.representatives] == [(1, 2)]
    assert known.reachable == {(2, 1), (2, 2), (1, 1)}


UNLIKE = """
type Proc: 0..2;
var at: array [Proc] of 1..3;
startstate at[0] := 3; at[1] := 2; at[2] := 3; end;
ruleset p: Proc do
  rule "up" at[p] = 1 ==> at[p] := 3 end;
  rule "down" at[p] = 3 ==> at[p] := 1 end;
  rule "fall" at[p] = 2 & forall q: Proc do q = p | at[q] = 3 end ==> at[p] := 1 end;
end;
"""


def unlike(strategy: StrategyName, room: int) -> ProgramOrbits:
    """The orbits of processes that do not begin alike."""
    program = load_program(UNLIKE)
    maps = tuple(one.map for one in given(program.layout, b"swap Proc 0 1\nswap Proc 1 2\n", "file"))
    return program_orbits(program, UpTo(maps, True, strategy, starts_kept=False), room, UNLIMITED, Silence())


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_generators_need_not_keep_the_starts(strategy: StrategyName) -> None:
    """Each orbit that the search meets is one under all permutations, including unreachable states."""
    known, graph = unlike(strategy, 100), state_graph(load_program(UNLIKE).semantics, 100)
    assert known.reachable == {*graph.states}
    met = {frozenset(orbit.states) for orbit in known.orbits}
    assert met == {frozenset(permutations(state)) for state in graph.states}
    assert not known.reachable >= frozenset().union(*met)
    if strategy == "representatives":
        assert known.reachable >= {one.state for orbit in known.orbits for one in orbit.representatives}


def test_the_states_of_orbits_that_are_not_all_reachable_are_named_so() -> None:
    with pytest.raises(RefusedError, match="`program` has 20 states in the orbits that it reaches"):
        unlike("after", 10)
