"""The times of the page: they add up, even with work measured in parallel, and include those of the tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.show.text.models import checked
from tests.show.text.pages import page
from vsym import check, load
from vsym.checking.answer import Checked
from vsym.show.page.page import times

MODEL = (
    "system s\nstates A, B\ngroup P of 3\ninit A\ntrans A -> B\ntrans B -> A\nctl p: AG #B <= 3\nctl q: AG #B <= 2\n"
)


def _took(found: Checked, seconds: float) -> Checked:
    """The same with every verdict taking so long."""
    outcomes = tuple(replace(one, verdict=replace(one.verdict, seconds=seconds)) for one in found.outcomes)
    return replace(found, outcomes=outcomes)


def _milliseconds(shown: str) -> int:
    return round(1000 * float(shown.removesuffix(" s").replace(",", "")))


def test_each_stage_has_its_time() -> None:
    found = replace(_took(checked(MODEL), 0.25), seconds=1.0)
    assert found.decided is not None
    decisions = tuple(replace(decision, seconds=0.125) for decision in found.decided.decisions)
    found = replace(found, decided=replace(found.decided, decisions=decisions, seconds=0.5))
    shown = times(found, 2.0, 0.75)
    assert [value for _, value in shown.stages] == ["0.250 s", "0.250 s", "0.500 s", "0.500 s", "0.500 s", "0.750 s"]
    assert shown.total == "2.750 s"


@pytest.mark.parametrize("seconds", [0.0, 0.0004, 0.3333, 5.0])
@pytest.mark.parametrize("judging", [0.0005, 1.0006])
def test_they_add_up_to_the_last_digit(seconds: float, judging: float) -> None:
    """Several processes may work at a time, or a clock may jump: no time is negative."""
    for found in (_took(checked(MODEL), seconds), check(load(MODEL), engine="adaptive")):
        shown = times(found, judging, 0.0006)
        parts = [_milliseconds(value) for _, value in shown.stages]
        assert min(parts) >= 0
        assert sum(parts) == _milliseconds(shown.total) == round(1000 * (judging + 0.0006))


def test_the_page_shows_them() -> None:
    found = page("rw.gsst")
    *stages, (_, total) = found.document.rows("statistics")[1:]
    assert sum(_milliseconds(value) for _, value in stages) == _milliseconds(total) > 0
