"""Backward coverability on systems: certificates that a fresh solver accepts, none where there is a violation."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from tests.engines.smt.coverability.broadcasts import ALONE, COHERENT, MESI, Move, both, system
from tests.engines.smt.transition_systems import SQUARES
from tests.system.generated import systems
from tests.system.systems import at, of
from vsym.basics.limits import UNLIMITED
from vsym.engines.explicit.engine import ENGINE as EXPLICIT
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.coverability.search import CoverabilitySearch
from vsym.engines.smt.engine import ENGINE
from vsym.engines.smt.system import transition_system
from vsym.logic.formula import negate
from vsym.logic.reachability import reachability
from vsym.system.report import Silence
from vsym.system.system import System

LOCK = """system lock
states N, T, C
group P of n
param n = 1000000000
shared free : bool = true
shared turn : 0..3 = 0
init N
trans N -> T
trans T -> C if free do free := false
trans C -> N do free := true, turn := 3 - turn
invariant mutex: #C <= 1
"""


def searched(found: System, number: int = 0) -> tuple[Certificate | None, CoverabilitySearch]:
    transitions = transition_system(found)
    question = reachability(found.properties[number])
    assert question is not None
    search = CoverabilitySearch(transitions, transitions.formula(negate(question.target)), UNLIMITED)
    try:
        return search.advance(UNLIMITED, 400), search
    finally:
        search.close()


@pytest.mark.parametrize("number", range(len(COHERENT)))
def test_mesi_of_any_size_is_coherent(number: int) -> None:
    certificate, search = searched(system("ISEM", MESI, *COHERENT), number)
    assert search.ended
    assert certificate is not None
    assert failing(certificate, UNLIMITED) is None


def test_what_is_not_coherent_is_not_proved() -> None:
    broken = [move for move in MESI if (move.source, move.target) != ("S", "M")]
    broken.append(Move("S", "M", {"E": "I", "M": "I"}))
    certificate, search = searched(system("ISEM", broken, *COHERENT), 1)
    assert search.ended
    assert certificate is None


def test_shared_variables_are_places() -> None:
    certificate, _ = searched(of(LOCK))
    assert certificate is not None
    assert failing(certificate, UNLIMITED) is None
    unlocked, _ = searched(of(LOCK.replace("do free := false", "")))
    assert unlocked is None


def test_what_only_counts_numbers_is_left_to_others() -> None:
    certificate, search = searched(of(SQUARES))
    assert search.ended
    assert certificate is None


def test_the_engine_proves_by_it_and_shows_the_smallest_violation() -> None:
    found = system("ISEM", MESI, *COHERENT)
    answer = ENGINE.verify(found, found.properties, UNLIMITED, Silence())
    assert [verdict.outcome for verdict in answer.verdicts] == ["holds"] * len(COHERENT)
    assert "backward coverability" in {verdict.method for verdict in answer.verdicts}
    alone = [replace(move, guard=ALONE[:2]) if move.guard else move for move in MESI]
    broken = system("ISEM", alone, *COHERENT)
    (verdict,) = ENGINE.verify(broken, broken.properties[2:3], UNLIMITED, Silence()).verdicts
    assert (verdict.outcome, verdict.values) == ("violated", {"n": 2})


def _drawn(random: Random, size: int | None) -> System:
    states = "ABCD"
    guards = [at(state, operator, bound) for state in states for operator, bound in ((">=", 1), (">=", 2), ("=", 0))]
    moves = [
        Move(
            random.choice(states),
            random.choice(states),
            {state: random.choice(states) for state in states if random.random() < 0.3},
            tuple(random.sample(guards, random.choice([0, 0, 1, 2]))),
        )
        for _ in range(random.randint(2, 5))
    ]
    return system(states, moves, random.choice([at("D", ">=", 2), both("C", "D"), at("D", ">=", 1)]), size=size)


def test_what_is_proved_of_all_sizes_is_true_of_small_ones() -> None:
    proved = 0
    for seed in range(24):
        certificate, _ = searched(_drawn(Random(seed), None))
        if certificate is None:
            continue
        proved += 1
        assert failing(certificate, UNLIMITED) is None
        for size in (1, 4):
            one = _drawn(Random(seed), size)
            (verdict,) = EXPLICIT.verify(one, one.properties, UNLIMITED, Silence()).verdicts
            assert verdict.outcome == "holds"
    assert proved > 12


@settings(max_examples=12)
@given(systems(fairness=False))
def test_certificates_of_any_systems_are_valid(drawn: System) -> None:
    for number, prop in enumerate(drawn.properties):
        question = reachability(prop)
        if question is not None and question.kind == "never":
            certificate, _ = searched(drawn, number)
            assert certificate is None or failing(certificate, UNLIMITED) is None
