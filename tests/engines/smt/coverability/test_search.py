"""Backward coverability on systems: certificates that a fresh solver accepts, none where there is a violation."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

from tests.engines.smt.coverability.broadcasts import ALONE, COHERENT, MESI, Move, both, system
from tests.engines.smt.drawn_texts import text
from tests.engines.smt.open_models import opened, verdicts
from tests.engines.smt.transition_systems import SQUARES
from tests.support.composing import checked
from tests.support.drawn import many
from tests.support.loading import load
from tests.support.present import present
from tests.support.running import EXAMPLES
from tests.system.generated import systems
from tests.system.systems import at, of
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source
from vsym.engines.explicit.engine import ENGINE as EXPLICIT
from vsym.engines.smt.certificate import Certificate, document, failing
from vsym.engines.smt.certificate_model import proven
from vsym.engines.smt.certificate_reading import read, recheck
from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.coverability.search import CoverabilitySearch
from vsym.engines.smt.engine import ENGINE
from vsym.engines.smt.linear import holds
from vsym.engines.smt.portfolio import steps_between
from vsym.engines.smt.system import transition_system
from vsym.logic.formula import negate
from vsym.logic.reachability import reachability
from vsym.system.report import Silence
from vsym.system.result import Verdict
from vsym.system.system import System

LOCK = """system lock  states N, T, C  group P of n  param n = 1000000000  shared free : bool = true
shared turn : 0..3 = 0  init N
trans N -> T
trans T -> C if free do free := false
trans C -> N do free := true, turn := 3 - turn
invariant mutex: #C <= 1
"""


def searched(found: System, number: int = 0) -> tuple[Certificate | None, CoverabilitySearch]:
    outcome, search = refuted_or_proved(found, number)
    return outcome if isinstance(outcome, Certificate) else None, search


def refuted_or_proved(found: System, number: int = 0) -> tuple[Certificate | Refuted | None, CoverabilitySearch]:
    """The outcome of the search for a property. A path must be one of the system and end outside the predicate."""
    transitions = transition_system(found)
    question = present(reachability(found.properties[number]))
    predicate = transitions.formula(negate(question.target))
    with closing(CoverabilitySearch(transitions, predicate, UNLIMITED)) as search:
        outcome = search.advance(UNLIMITED, 400)
    if isinstance(outcome, Refuted):
        assert holds(transitions.initial, outcome.states[0])
        assert all(holds(transitions.domain, state) for state in outcome.states)
        # Raises ValueError where some state has no step to the next.
        assert len(steps_between(transitions, outcome.states)) == len(outcome.steps) == len(outcome.states) - 1
        assert not holds(predicate, outcome.states[-1])
    return outcome, search


@pytest.mark.parametrize("number", range(len(COHERENT)))
def test_mesi_of_any_size_is_coherent(number: int) -> None:
    certificate, search = searched(system("ISEM", MESI, *COHERENT), number)
    assert search.ended
    assert failing(present(certificate), UNLIMITED) is None


def test_shared_variables_are_places() -> None:
    certificate, _ = searched(of(LOCK))
    assert failing(present(certificate), UNLIMITED) is None


BROKEN = (*(move for move in MESI if (move.source, move.target) != ("S", "M")), Move("S", "M", {"E": "I", "M": "I"}))


@pytest.mark.parametrize(
    "found", [system("ISEM", BROKEN, COHERENT[1]), of(LOCK.replace("do free := false", "")), of(SQUARES)]
)
def test_what_is_not_so_or_only_counts_numbers_is_not_proved(found: System) -> None:
    certificate, search = searched(found)
    assert search.ended
    assert certificate is None


def test_a_chain_of_markings_from_a_start_is_a_path() -> None:
    for found in (system("ISEM", BROKEN, COHERENT[1]), of(LOCK.replace("do free := false", ""))):
        outcome, _ = refuted_or_proved(found)
        assert isinstance(outcome, Refuted)


def test_a_sum_of_many_counters_is_a_goal_of_many_markings() -> None:
    """More than guards may have: 120 ways to have two processes in fifteen local states."""
    names = [f"S{number}" for number in range(15)]
    steps = "\n".join(f"trans {one} -> {other}" for one, other in pairwise(names))
    text = f"""system s  states Idle, {", ".join(names)}  group P of n  param n = 1000000000  shared free : bool = true
init Idle
trans Idle -> S0 if free do free := false
{steps}
trans S14 -> Idle do free := true
invariant alone: {" + ".join(f"#{name}" for name in names)} <= 1
"""
    certificate, _ = searched(of(text))
    assert failing(present(certificate), UNLIMITED) is None


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
    for seed in range(many(10)):
        outcome, _ = refuted_or_proved(_drawn(Random(seed), None))
        certificate = outcome if isinstance(outcome, Certificate) else None
        if certificate is None:
            continue
        proved += 1
        assert failing(certificate, UNLIMITED) is None
        for size in (1, 4):
            one = _drawn(Random(seed), size)
            (verdict,) = EXPLICIT.verify(one, one.properties, UNLIMITED, Silence()).verdicts
            assert verdict.outcome == "holds"
    assert proved > many(4)


@settings(max_examples=many(5))
@given(systems(fairness=False))
def test_certificates_of_any_systems_are_valid(drawn: System) -> None:
    for number, prop in enumerate(drawn.properties):
        question = reachability(prop)
        if question is not None and question.kind == "never":
            certificate, _ = searched(drawn, number)
            assert certificate is None or failing(certificate, UNLIMITED) is None


NAME = "backward coverability"
SIZES = range(1, 7)


def _of(model: str, *goals: str) -> list[Verdict]:
    """The verdict on `EF` of each goal, at all sizes."""
    asked = "\n".join(f"ctl g{number}: EF ({goal})" for number, goal in enumerate(goals))
    found = verdicts(opened(f"{model}\n{asked}\n", "n"), Budget().within(300))
    return list(found[-len(goals) :])


MSI = (EXAMPLES / "msi.gsst").read_text("utf-8")


def test_sizes_from_which_on_a_state_is_reached_are_named() -> None:
    found = _of(MSI, "#S >= 3", "#M >= 1 & #I >= 4", "#S >= 3 & #M >= 1", "#I >= 1 | #M >= 1")
    assert [verdict.exactly for verdict in found] == ["n >= 3", "n >= 5", "false", None]
    assert [verdict.outcome for verdict in found] == ["violated", "violated", "violated", "holds"]
    assert all(verdict.method == NAME for verdict in found[:3])
    assert all(verdict.values == {"n": 1} and verdict.smallest for verdict in found[:3])


def test_what_is_not_upward_closed_is_not_named() -> None:
    """Both with a goal and with a guard that ask for few, though the smallest size that has none is found."""
    (three,) = _of(MSI, "#S = 3")
    assert (three.outcome, three.values, three.exactly) == ("violated", {"n": 1}, None)
    alone = "system alone\nparam n = 2 where n >= 1\nstates A, B\ngroup P of n\ninit A\ntrans A -> B if #A <= 3"
    (two,) = _of(alone, "#B >= 2")
    assert (two.outcome, two.values, two.exactly) == ("violated", {"n": 1}, None)


def test_sizes_of_several_groups_are_named_together() -> None:
    groups = """system groups  param r = 1 where r >= 0  param w = 1 where w >= 0  states A, B, C  group R of r
group W of w  init A
trans A -> B { R: true }
trans A -> C { W: #B >= 2 }
ctl both: EF #C >= 2
"""
    (both,) = verdicts(opened(groups, "r", "w"), Budget().within(300))
    assert (both.exactly, both.values, both.smallest) == ("r >= 2 & w >= 2", {"r": 0, "w": 0}, True)


def test_a_state_is_to_be_reached_from_each_of_several_starts() -> None:
    several = """system several  param n = 2 where n >= 1  states A, B, C  group P of n
init where #A + 1 >= n & #C = 0
trans A -> B
trans B -> C if #B >= 2"""
    inside, twice = _of(several, "#B >= 1", "#C >= 1")
    assert (inside.outcome, inside.method) == ("holds", NAME)
    assert inside.proof is not None
    assert (twice.outcome, twice.values, twice.smallest, twice.exactly) == ("violated", {"n": 1}, True, None)


def test_the_proof_of_a_size_is_a_certificate_of_the_model() -> None:
    system = opened(f"{MSI}\nctl g: EF #S >= 3\n", "n")
    verdict = verdicts(system, Budget().within(300))[-1]
    scopes = read(document("", present(verdict.proof).scopes))
    assert all(goal.valid for goal in recheck(scopes, Budget()))
    assert [(one.name, one.holds, one.values) for one in proven(scopes, system, Budget())] == [("g", False, {"n": 1})]


@pytest.mark.parametrize("seed", range(many(2)))
def test_what_is_said_of_all_sizes_is_true_of_small_ones(seed: int) -> None:
    drawn = text(Random(seed), denying=seed % 2 == 1)
    system = opened(drawn, "n")
    found = verdicts(system, Budget().within(300))
    _check_proofs(system, found)
    small = [checked(load(Source("drawn.gsst", drawn), {"n": size}), "explicit").outcomes for size in SIZES]
    for number, verdict in enumerate(found):
        holding = [outcomes[number].verdict.outcome == "holds" for outcomes in small]
        assert verdict.outcome != "unknown"
        if verdict.values is None:
            assert all(holding)
            continue
        first = verdict.values["n"]
        assert all(holding[: first - 1])
        assert first not in SIZES or not holding[first - 1]
        assert verdict.exactly is not None or seed % 2 == 1
        if verdict.exactly is not None:
            assert holding == [_is_in(verdict.exactly, size) for size in SIZES]


def _check_proofs(system: System, found: Sequence[Verdict]) -> None:
    """Checks that each property that holds has a valid proof, and that the proofs show the verdicts on this system."""
    assert all(one.proof is not None for one in found if one.outcome == "holds")
    scopes = read(document("", {name: text for one in found if one.proof for name, text in one.proof.scopes.items()}))
    assert all(goal.valid for goal in recheck(scopes, Budget()))
    verdict_of = {prop.name: verdict for prop, verdict in zip(system.properties, found, strict=True)}
    for one in proven(scopes, system, Budget()):
        assert (verdict_of[one.name].outcome == "holds") == one.holds


def _is_in(exactly: str, size: int) -> bool:
    """Tells if a condition like `n >= 3`, or `false`, admits a size."""
    return exactly != "false" and size >= int(exactly.removeprefix("n >= "))
