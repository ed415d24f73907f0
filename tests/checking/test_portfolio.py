"""The engine `auto`: the order in which it asks engines; no engine's trouble costs a verdict."""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.support.composing import checked
from tests.support.drawn import chosen
from tests.system.systems import SIX_IN_A_RING, of
from vsym import load
from vsym.basics.limits import REASONS, Budget
from vsym.checking import portfolio, race
from vsym.checking.portfolio import decided
from vsym.checking.settling import MOMENT_OVER, Settled, Settling
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.system.report import Silence
from vsym.system.system import System

MSI = """system msi
param n = 1000000000
states I, S, M
group P of n
init I
trans I -> S if #M = 0
trans I -> M if #M = 0 & #S = 0
trans S -> I
trans M -> I
trans M -> S
invariant coherent: #M <= 1 & (#M = 0 | #S = 0)
ltl globally: G #M <= 1
ctl unreachable: !EF #M >= 2
"""

RING = f"""{SIX_IN_A_RING}ctl back: AG E [#A >= 0 U #A = n]
ctl through: AG A [#A >= 0 U #F >= 1]
invariant few: #F < n
"""
"""The SMT engine accepts only the last of its properties."""

VERDICTS = {"back": "holds", "through": "holds", "few": "violated"}


def _decided(text: str, smt_seconds: float = 0.3, budget: Budget | None = None, **parameters: int) -> Settled:
    return decided(of(text, **parameters), budget or Budget(), Silence(), smt_seconds)


def _outcomes(settled: Settled) -> Mapping[str, str]:
    return {name: verdict.outcome for name, verdict in settled.verdicts.items()}


@pytest.mark.parametrize("seconds", chosen([60.0], [0.0, 60.0]))
def test_no_verdict_depends_on_how_long_smt_has_at_first(seconds: float) -> None:
    assert set(_outcomes(_decided(MSI, seconds)).values()) == {"holds"}


def test_who_is_faster_at_first_is_asked_no_more() -> None:
    settled = _decided(RING, 0.0)
    assert _outcomes(settled) == VERDICTS
    (attempt,) = settled.attempts
    assert (attempt.engine, attempt.reason) == ("mdd", None)
    assert set(attempt.decided) == set(VERDICTS)
    assert settled.reached is not None
    assert settled.reached.complete


def test_where_the_moment_is_not_enough_others_are_asked_and_the_verdicts_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(portfolio, "LOOKS", 0)
    settled = _decided(RING, 0.0)
    assert _outcomes(settled) == VERDICTS
    assert (settled.attempts[0].engine, settled.attempts[0].reason) == ("mdd", MOMENT_OVER)
    assert len(settled.attempts) > 1


def test_small_systems_are_explored_here() -> None:
    settled = _decided(RING, 60.0, n=3)
    attempts = [(one.engine, *one.properties) for one in settled.attempts]
    assert attempts == [("smt", "few"), ("explicit", "back", "through")]
    assert _outcomes(settled) == VERDICTS


def test_what_nobody_decides_is_unknown_with_the_reason_of_each() -> None:
    system = of(RING)
    settling = Settling(system.properties)
    settling.take("mdd", system.properties, "too many cases", 1.0)
    assert {one.reason for one in settling.settled().verdicts.values()} == {"too many cases"}
    assert not settling.accepted("mdd", system)
    settling.take("smt", system.properties, REASONS["time"], 1.0, cut=MOMENT_OVER)
    assert settling.accepted("smt", system) == system.properties[2:]
    settled = settling.settled()
    assert {one.reason for one in settled.verdicts.values()} == {f"mdd: too many cases; smt: {REASONS['time']}"}
    assert {one.engine for one in settled.verdicts.values()} == {"auto"}
    assert [one.reason for one in settled.attempts] == ["too many cases", MOMENT_OVER]


def test_no_time_is_the_reason_where_there_is_none() -> None:
    settled = _decided(RING, 0.3, Budget(deadline=time.monotonic() - 1))
    assert {verdict.reason for verdict in settled.verdicts.values()} == {REASONS["time"]}


def _raced(system: System, budget: Budget, names: str = "explicit mdd", kind: type[Settling] = Settling) -> Settled:
    settling = kind(system.properties)
    race.race(names.split(), system, settling, budget)
    return settling.settled()


def _without_few(size: int) -> System:
    """The ring with the properties that the SMT engine does not take."""
    whole = of(RING, n=size)
    return replace(whole, properties=whole.properties[:2])


def test_an_engine_that_needs_more_than_its_share_gets_all_once_it_is_alone() -> None:
    system = _without_few(12)
    settled = _raced(system, Budget(megabytes=_megabytes(system)), "explicit smt")
    assert [one.reason for one in settled.attempts if one.engine == "explicit"] == [race.SHARE, None]
    assert _outcomes(settled) == {"back": "holds", "through": "holds"}


def test_no_share_is_less_than_a_megabyte() -> None:
    """Half of one MB rounds down to none, with which no engine would begin."""
    attempts = _raced(_without_few(3), Budget(megabytes=1), "explicit smt").attempts
    assert [(one.engine, one.reason) for one in attempts] == [("explicit", None)]


def _megabytes(system: System) -> int:
    """The least memory with which the system is explored, to a factor of less than two."""
    megabytes = 1
    while True:
        answer = engine("explicit").verify(system, system.properties, Budget(megabytes=megabytes), Silence())
        if all(verdict.outcome != "unknown" for verdict in answer.verdicts):
            return megabytes
        megabytes += megabytes // 2 or 1


def test_who_does_not_end_at_the_deadline_is_ended_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "GRACE", -2000.0)
    attempts = _raced(of(RING, n=90), Budget(deadline=time.monotonic() + 1000)).attempts
    reasons = [(one.engine, one.reason) for one in attempts]
    assert reasons == [("explicit", REASONS["time"]), ("mdd", REASONS["time"])]


class _Pressing(Settling):
    """Presses Ctrl-C when the second engine is about to be started."""

    asked = 0

    def accepted(self, name: str, system: System) -> tuple[Property, ...]:
        """Press the second time."""
        self.asked += 1
        if self.asked == 2:
            signal.raise_signal(signal.SIGINT)
        return super().accepted(name, system)


def test_ctrl_c_ends_all_and_leaves_the_rest_unknown() -> None:
    settled = _raced(of(RING, n=90), Budget(), kind=_Pressing)
    assert {verdict.reason for verdict in settled.verdicts.values()} == {REASONS["keyboard"]}
    assert [(one.engine, one.reason) for one in settled.attempts] == [("explicit", REASONS["keyboard"])]


def test_the_whole_tool_says_who_was_asked() -> None:
    result = checked(load(MSI))
    assert {outcome.verdict.outcome for outcome in result.outcomes} == {"holds"}
    assert result.attempts[0].engine == "smt"
    assert result.reached is None
