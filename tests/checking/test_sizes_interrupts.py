"""Ctrl-C while properties are decided for all sizes: pressed when a certain work begins, and never later."""

from __future__ import annotations

import signal

from tests.support.composing import checked
from tests.support.loading import load_open
from vsym.basics.limits import REASONS
from vsym.basics.source import Source
from vsym.checking.answer import Outcome
from vsym.engines.smt.open_sizes import NOT_ALL_STARTS
from vsym.system.report import Silence

TEXT = """system pressed
param n = 3 where n >= 1
states A, B, C
group P of n
init where #A >= n - 1
trans A -> B
trans B -> C if #C = 0
trans C -> B
ctl circles: AF #A >= n + 1
ctl reached: EF #C >= 1
"""


class _Pressing(Silence):
    """A report that presses Ctrl-C at the first message about some work that follows one about other work."""

    def __init__(self, work: str, after: str = "") -> None:
        self._work, self._after, self.said = work, after, list[str]()
        self._pressed = False

    def say(self, what: str) -> None:
        """Note it, and press."""
        self.said.append(what)
        ready = any(one.startswith(self._after) for one in self.said)
        if ready and not self._pressed and what.startswith(self._work):
            self._pressed = True
            signal.raise_signal(signal.SIGINT)


def _outcomes(report: _Pressing, *names: str) -> tuple[Outcome, ...]:
    subject = load_open(Source("pressed.gsst", TEXT), {}, ("n",)).asking(names)
    return checked(subject, "smt", report=report).outcomes


def test_while_all_sizes_are_asked_about_no_single_one_is_looked_at() -> None:
    report = _Pressing("deciding circles")
    verdict = _outcomes(report, "circles")[0].verdict
    assert (verdict.outcome, verdict.reason) == ("unknown", REASONS["keyboard"])
    assert not any(said.startswith("deciding circles at ") for said in report.said)


def test_while_small_sizes_are_looked_at_it_stays_open_for_the_reason_that_it_was() -> None:
    report = _Pressing("deciding reached at n = 2")
    verdict = _outcomes(report, "reached")[0].verdict
    assert (verdict.outcome, verdict.reason) == ("unknown", NOT_ALL_STARTS)
    assert "deciding reached at n = 3" not in report.said


def test_while_a_violation_is_shown_it_alone_is_not_said() -> None:
    report = _Pressing("building the counter abstraction", after="showing how circles is violated")
    circles, reached = _outcomes(report, "circles", "reached")
    assert (circles.verdict.outcome, circles.verdict.reason) == ("unknown", REASONS["keyboard"])
    assert circles.run is None
    assert reached.verdict.reason == NOT_ALL_STARTS
