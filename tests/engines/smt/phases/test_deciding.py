"""Phases on protocols written by hand: what each part of the formula is for, the fragment, paths and certificates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from tests.engines.smt.open_models import is_confirmed, opened, verdicts
from tests.engines.smt.phases.drawn_systems import phases
from tests.support.drawn import chosen
from tests.system.systems import of
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import document
from vsym.engines.smt.certificate_model import proven
from vsym.engines.smt.certificate_reading import UnreadableError, read, recheck
from vsym.engines.smt.engine import ENGINE
from vsym.engines.smt.phases.asked import left_to_others
from vsym.engines.smt.phases.certificate import PhaseRule
from vsym.engines.smt.phases.vacuity import unmet
from vsym.reductions.evidence import require_system
from vsym.system.report import Silence
from vsym.system.result import Verdict
from vsym.system.system import System

BROADCAST = """system broadcast  param n = 4, t = 1, f = 1 where n > 3 * t & t >= f & f >= 0 & t >= 1
states V0, V1, SE, AC  group P of n - f  shared x : 0..n = 0  init where all in {V0, V1}
trans a: V1 -> SE do x := x + 1
trans b: V0 -> SE if x + f >= t + 1 do x := x + 1
trans c: SE -> AC if x + f >= n - t
ltl corr: #V1 = n - f -> F #AC = n - f
ltl relay: G (#AC >= 1 -> F #AC = n - f)
ltl unforged: #V1 = 0 -> G #AC = 0
ltl slow: #V1 >= 1 -> F #AC >= 1
ltl few: G #AC <= 3
"""

CHAIN = """system chain  param n = 3 where n >= 1  states A, B, C, D  group P of n  init A  shared x : 0..3 * n = 0
trans b: A -> B {first} do x := x + 1
trans c: B -> C {second} do x := x + 1
trans d: C -> D {third}
{wanted}
"""


def chain(wanted: str, first: str = "", second: str = "", third: str = "", fair: str = "") -> Verdict:
    """The verdict by phases on a property of processes that go from A to D, for all n."""
    [verdict] = chains(wanted, first=first, second=second, third=third, fair=fair)
    return verdict


def chains(*wanted: str, first: str = "", second: str = "", third: str = "", fair: str = "") -> list[Verdict]:
    """The verdicts on several properties."""
    stated = "".join(f"ltl p{number}: {one}\n" for number, one in enumerate(wanted))
    system = opened(CHAIN.format(wanted=f"{stated}{fair}", first=first, second=second, third=third), "n")
    verdicts = []
    for prop in system.properties:
        # The engine gets each property alone.
        verdict = phases(replace(system, properties=(prop,))).verdict(prop)
        assert isinstance(verdict, Verdict), verdict
        verdicts.append(verdict)
    return verdicts


@cache
def broadcast() -> tuple[System, tuple[Verdict, ...]]:
    """The system of BROADCAST for all sizes, and its verdicts."""
    system = opened(BROADCAST, "n", "t", "f")
    return system, tuple(verdicts(system, Budget()))


def test_liveness_of_a_broadcast_holds_for_all_sizes_or_fails_at_the_smallest() -> None:
    _, found = broadcast()
    assert [one.outcome for one in found] == ["holds"] * 3 + ["violated"] * 2
    assert all(one.method == "phases" for one in found)
    assert all(is_confirmed(one.proof) for one in found[:3])
    assert [one.values for one in found[3:]] == [{"n": 4, "t": 1, "f": 0}] * 2


@pytest.mark.parametrize("bound", [1, 2, 3])
def test_each_threshold_on_the_way_has_its_phase(bound: int) -> None:
    guards = [f"if x >= {place}" for place in range(1, bound + 1)] + [""] * (3 - bound)
    first, second, third = "", guards[0], guards[1] if bound > 1 else guards[2]
    third = "if x >= 5" if bound > 2 else third
    found = chain("G #D = 0", first, second, third)
    assert (found.outcome, found.values) == ("violated", {"n": 3 if bound > 2 else 1})


def test_a_guard_that_becomes_false_lets_one_process_pass() -> None:
    assert chain("G #B <= 1", "if x < 1").outcome == "holds"
    assert chain("G #B <= 2", "if x < 3").values == {"n": 3}
    assert chain("G (#B <= 1 | x >= 3)", "if x < 2", "if x >= 9").values == {"n": 2}


def test_a_guard_may_rise_and_fall() -> None:
    assert chain("G #A >= n - 1", "if x < 1 | x >= 3").outcome == "holds"
    assert chain("G #A >= n - 2", "if x < 2 | x >= 3").values == {"n": 3}


def test_processes_go_on_together_after_one_that_made_a_guard_false() -> None:
    inside, last = chains("G #C <= 2", "G #D <= 3", first="if x < 3")
    assert (inside.values, last.outcome) == ({"n": 3}, "holds")
    assert chain("G #D <= 2", "if x < 3", third="if x >= 5").values == {"n": 3}


CRASHES = """system crashes  param n = 3, f = 1 where n >= 1 & f >= 0  states A, B, C  group P of n  init A
shared x : 0..3 * n = 0  shared y : 0..2 * n = 0
trans one: A -> B if x < f do {by}
trans other: B -> C {second}
ltl p: {wanted}
"""


Guarded = tuple[str, str, str, Mapping[str, int] | None]

_GUARDED: list[Guarded] = [
    # Nobody else raises x: a phase may take all steps that make the guard false.
    ("G #B <= f", "x := x + 1", "", None),
    ("G (#B = 0 | #A >= 1)", "x := x + 1", "", {"n": 1, "f": 1}),
    # The last of such steps may lead beyond.
    ("G #B <= 1", "x := x + 2", "", {"n": 2, "f": 3}),
    # Somebody else raises x, or asks for it without raising it.
    ("G (#B = 0 | #C = 0)", "x := x + 1", "do x := x + 1", {"n": 2, "f": 2}),
    ("G #C + 1 <= f", "x := x + 1", "if x < f", {"n": 1, "f": 0}),
    ("G (f = 0 | #C + 1 <= f)", "x := x + 1", "if x < f", None),
    # Both raise x, by different numbers.
    ("G (f <= 0 | x <= f)", "x := x + 1", "if x < f do x := x + 2", {"n": 1, "f": 2}),
    ("G (x <= f | #C >= 1)", "x := x + 1", "if x < f do x := x + 2", None),
    # What rises must hold before the first step.
    ("G x <= 0", "x := x + 1", "if x >= 1 do x := x + 1", {"n": 1, "f": 1}),
    ("G #C = 0", "y := y + 1", "if x >= 1 do x := x + 1", None),
]

_MORE: list[Guarded] = [
    ("G #B <= 1", "x := x + 1", "", {"n": 2, "f": 2}),
    ("G 2 * #B <= f", "x := x + 2", "", {"n": 1, "f": 1}),
    ("G #C <= 1", "x := x + 1", "do x := x + 1", {"n": 2, "f": 2}),
    ("G #C = 0", "x := x + 1", "if x < f", {"n": 1, "f": 2}),
    ("G (f <= 0 | x <= f)", "x := x + 1", "if x < f do x := x + 1", None),
]


@pytest.mark.parametrize(("wanted", "by", "second", "values"), [*_GUARDED, *chosen([], _MORE)])
def test_a_guard_that_only_its_own_moves_make_false(
    wanted: str, by: str, second: str, values: Mapping[str, int] | None
) -> None:
    system = opened(CRASHES.format(wanted=wanted, by=by, second=second), "n", "f")
    found = phases(system).verdict(system.properties[0])
    assert isinstance(found, Verdict)
    assert (found.outcome, found.values) == ("holds" if values is None else "violated", values)


def test_what_is_always_empty_is_not_passed_through() -> None:
    *holding, one, two = chains(
        "G #B = 0 -> G #C = 0",
        "G (#B = 0 | x >= 2) -> G #C = 0",
        "G (#B = 0 | x <= 3) -> G #C <= 2",
        "G (#B = 0 | x <= 1 | x >= 4) -> G #C <= 1",
        "G (#B = 0 | x >= 1) -> G #C = 0",
        "G (#B = 0 | x <= 3) -> G #C <= 1",
    )
    assert [found.outcome for found in holding] == ["holds"] * 4
    assert (one.values, two.values) == ({"n": 1}, {"n": 2})
    assert chain("G !(#A < n & G #B = 0 & F #D = n)", third="if x >= 2").values == {"n": 1}


def test_an_end_has_no_step_left_and_is_fair() -> None:
    assert chain("F #D = n").outcome == "holds"
    assert chain("F #D = n", third="if x >= 4").values == {"n": 1}
    assert chain("F #D >= 1", third="if x >= 4", fair="fairness x >= 4").outcome == "holds"
    assert chain("F #D >= 3", third="if x >= 4", fair="fairness x >= 3").values == {"n": 2}


def test_events_come_in_their_order() -> None:
    after = chains("G (#D >= 1 -> G #B = 0)", "G (#D >= 1 -> G #A = 0)", second="if x >= n")
    assert [found.outcome for found in after] == ["violated", "holds"]
    ordered = chains("!(F (#B = 2 & F #C = 2) & F (#A = 1 & #B = 1))", "!F (#C = 2 & F #B = 2)")
    assert [found.values for found in ordered] == [{"n": 2}, {"n": 4}]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"c: SE -> AC": "c: SE -> V0"}, "processes can go round, by `c: SE -> V0` and `b: V0 -> SE`"),
        ({"x + f >= t + 1": "#SE >= 2"}, "`b: V0 -> SE` asks for `#SE >= 2`, which can become true and false again"),
        ({"do x := x + 1\ntrans b": "do x := f\ntrans b"}, "`a: V1 -> SE` changes `x` by what is no constant"),
        ({"G #AC <= 3": "G F X #AC <= 3"}, "it has `X`, and phases take `F` and `G` alone"),
    ],
)
def test_what_leaves_the_fragment_is_named(changed: Mapping[str, str], reason: str) -> None:
    text = BROADCAST
    for old, new in changed.items():
        assert old in text
        text = text.replace(old, new)
    system = opened(text, "n", "t", "f")
    assert reason in (left_to_others(system, system.properties[-1]) or "")
    found = phases(system).verdict(system.properties[-1])
    assert isinstance(found, str)


def test_what_can_change_often_is_asked_for_between_phases() -> None:
    """The engine then gives a verdict only with a proof, or with a path that refutes the property."""
    proved, refuted = chains("F (#B = 0 & #C = 0)", "F (#B = 2 & G #A = 0)")
    assert (proved.outcome, refuted.values) == ("holds", {"n": 1})
    text = CHAIN.format(wanted="ltl p: F #B = 1", first="", second="", third="")
    system = opened(text, "n")
    assert isinstance(phases(system).verdict(system.properties[0]), str)


def test_a_billion_processes_have_a_replayed_path_of_few_repeated_steps() -> None:
    system = of(BROADCAST, n=1_000_000_000, t=300_000_000, f=1_000)
    found = ENGINE.verify(system, system.properties, Budget(), Silence()).verdicts
    assert [one.outcome for one in found] == ["holds"] * 3 + ["violated"] * 2
    for prop, one in zip(system.properties[3:], found[3:], strict=True):
        assert one.path is not None
        assert len(one.path.states) < 10
        require_system(system, prop, one, one.path)


def test_a_path_is_a_shortest_one() -> None:
    system = of(BROADCAST, n=7, t=2, f=0)
    [found] = ENGINE.verify(system, system.properties[-1:], Budget(), Silence()).verdicts
    assert found.path is not None
    assert (found.path.length, found.method) == (5 + 4, "phases")


def test_a_certificate_is_made_anew_from_the_model() -> None:
    system, found = broadcast()
    proofs = [one.proof for one in found[:3]]
    text = document("", {name: scope for proof in proofs if proof is not None for name, scope in proof.scopes.items()})
    scopes = read(text)
    assert [one.name for one in proven(scopes, system, Budget())] == ["corr", "relay", "unforged"]
    assert all(goal.valid for goal in recheck(scopes, Budget()))
    other = opened(BROADCAST.replace("n > 3 * t", "n > 2 * t"), "n", "t", "f")
    with pytest.raises(UnreadableError, match="is not that of the model"):
        proven(scopes, other, Budget())
    weaker = opened(BROADCAST.replace("G (#AC >= 1 -> F", "G (#AC >= 2 -> F"), "n", "t", "f")
    with pytest.raises(UnreadableError, match="is not that of the model"):
        proven(scopes, weaker, Budget())


@pytest.mark.parametrize("fewer", ["phases", "change"])
def test_a_certificate_of_fewer_phases_is_none(fewer: str) -> None:
    text = CHAIN.format(
        wanted="ltl p: G #B <= 1", first="if x < 1" if fewer == "change" else "", second="if x >= 1", third="if x >= 2"
    )
    text = text if fewer == "change" else text.replace("G #B <= 1", "G #D <= n")
    system = opened(text, "n")
    [found] = verdicts(system, Budget())
    assert found.proof is not None
    [scope] = read(document("", {"p": found.proof.scopes["p"]}))
    assert isinstance(scope.rule, PhaseRule)
    shorter = replace(scope, rule=replace(scope.rule, length=scope.rule.length - 1))
    with pytest.raises(UnreadableError):
        proven([shorter], system, Budget())


@pytest.mark.parametrize(
    ("wanted", "condition"),
    [
        ("#AC >= 1 -> G #SE = 0", "`#AC >= 1`, is true in no initial state"),
        ("F G (x < 0 & #V1 = 0) -> F #AC >= 1", "is true in no state"),
        ("#V1 = 0 -> G #AC = 0", None),
        *chosen([], [("F G (x >= n - t & #SE = 0) -> F #AC >= 1", None)]),
    ],
)
def test_a_condition_that_nothing_meets_is_named(wanted: str, condition: str | None) -> None:
    system = opened(BROADCAST.replace("G #AC <= 3", wanted), "n", "t", "f")
    said = unmet(system, system.properties[-1], Budget())
    assert said == condition or (said is not None and condition is not None and condition in said)
