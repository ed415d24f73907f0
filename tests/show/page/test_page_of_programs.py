"""The page of a program says what its result says."""

from __future__ import annotations

from tests.support.composing import run_by
from tests.support.hand_programs import BROKEN, FAILING
from tests.support.loading import load_program
from vsym.basics.options import TraceStyle
from vsym.checking.answer import Checked
from vsym.checking.groups.choosing import sound_scalarsets
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.show.page.page import page, times
from vsym.show.page.pictures import Pictures
from vsym.show.page.rendering import html
from vsym.show.page.values import Page


def _checked(text: str) -> Checked:
    program = load_program(text)
    return run_by(program, "auto", Quotient(sound_scalarsets(program)))


def _page(checked: Checked, style: TraceStyle, *, everything: bool) -> Page:
    return page(checked, {}, Pictures(), style, times(checked, 0.5), everything=everything)


def test_verdicts_traces_and_figures_are_those_of_the_result() -> None:
    checked = _checked(BROKEN)
    shown = _page(checked, "diff", everything=False)
    verdicts = {one.property.name: one.verdict.outcome for one in checked.outcomes}
    assert {one.name.text: one.verdict.text for one in shown.properties} == verdicts
    assert [trace.property for trace in shown.traces] == ["mutex", "rests"]
    assert checked.reached is not None
    assert ("reachable orbits", str(checked.reached.states)) in shown.statistics
    assert ("concrete states", str(checked.reached.represented)) in shown.statistics
    written = html(shown)
    assert "Elements of scalarsets" in written
    assert "Counters" not in written


def test_everything_has_the_witnesses_too_and_off_has_no_trace() -> None:
    checked = _checked(BROKEN)
    assert "somebody" in [trace.property for trace in _page(checked, "diff", everything=True).traces]
    assert _page(checked, "off", everything=True).traces == ()


def test_an_error_has_its_place_on_the_page() -> None:
    assert "program.m:4:31" in html(_page(_checked(FAILING), "diff", everything=False))
