"""Guards without what follows from the rest, from the sizes or from a lemma, at one size and at all of them."""

from __future__ import annotations

import pytest

from tests.loading import load_open
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.stages import identified, reduced
from vsym.models.counting.spelling import Spelling
from vsym.system.report import Silence

FRAME = """system s
param n = 3 where n >= 2
param m = 2 where m >= 1
states N, T
group R of n
group W of m
shared x : 0..3 = 0
init N
"""


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        ("N -> T if #T >= 1 & #T >= 2", "#N >= 1 & #T >= 2"),
        ("N -> T if #T <= n | #T >= n + 1", "#N >= 1"),
        ("N -> T if #N >= n & (#T = 0 | #N + #T = n + m)", "#N >= n"),
        ("N -> T if x = 1 | x = 1 & #T >= n", "#N >= 1 & x = 1"),
        ("N -> T if x >= 0 & #T + #N >= 3", "#N >= 1"),
        ("N -> T if #T > n + m", None),
        ("N -> T if #T >= 1 & #N >= n | #N >= n + 1", "#N >= n"),
    ],
)
@pytest.mark.parametrize("names", [(), ("n", "m")])
def test_nothing_is_said_twice(step: str, shown: str | None, names: tuple[str, ...]) -> None:
    subject = load_open(Source("s.gsst", f"{FRAME}trans {step}\n"), {}, names)
    decided = identified(subject, Budget(), Silence())
    counters = reduced(subject, decided, Budget(), Silence())[1].counters
    said = [Spelling(subject.model).formula(one.guard) for one in counters.transitions]
    if names:
        assert said == ([] if shown is None else [shown])
    assert len(said) == (shown is not None)
    assert all(one.count("#") <= (shown or "").count("#") for one in said)
