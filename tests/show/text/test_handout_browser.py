"""A page that goes through a model by itself, in headless Chromium: each step that it takes is one of the semantics."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from playwright.sync_api import Page

from tests.show.text.tab import Scheme, Tab
from tests.show.text.test_page_browser import CONTRASTS
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.commands.lab import exported
from vsym.languages.registry import parsed
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State, initial_states, steps
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics
from vsym.models.program.spelling import columns
from vsym.system.report import Silence

Lanes: TypeAlias = Mapping[str, str]
Successors: TypeAlias = "Callable[[Lanes | None], list[Lanes]]"

PAIRS = """type P: scalarset(3);
var other: array [P] of P; bag: multiset [2] of P;
startstate for p: P do other[p] := p; end; undefine bag; end;
ruleset p: P; q: P do
  rule "join" other[p] = p & other[q] = q & p != q ==> other[p] := q; other[q] := p; end;
  rule "part" other[p] = q & p != q ==> other[p] := p; other[q] := q; end;
end;
"""


def _opened(tab: Tab, file: Path, text: str, name: str, width: int = 1200) -> Page:
    written = exported(parsed(Source(name, text)), {}, Budget(), Silence()).raw
    assert isinstance(written, str)
    file.write_text(written, "utf-8")
    return tab.open(file, width=width)


def _walked(page: Page, drawn: Sequence[float]) -> list[Lanes]:
    """The values in the column where one stands: at first, and after each of some steps, where one is possible. Which
    button is pressed is drawn, from 0 to 1 each time."""
    found: list[dict[str, str]] = page.evaluate(
        """(drawn) => {
             const lanes = () => Object.fromEntries([...document.querySelectorAll("tr.lane")].map(
               (row) => [row.cells[0].textContent, row.querySelector(".current").textContent]));
             const found = [lanes()];
             for (const one of drawn) {
               const possible = document.querySelectorAll(".possible button:enabled");
               if (!possible.length) break;
               possible[Math.floor(one * possible.length)].click();
               found.push(lanes());
             }
             return found;
           }""",
        drawn,
    )
    return [*found]


def _of_processes(model: Model) -> Successors:
    shared = [variable.name for variable in model.shared]

    def told(state: State) -> Lanes:
        groups = {p: group.name for group in model.groups for p in group.processes}
        lanes = {f"{groups[p]} {p}": location for p, location in enumerate(state.locations, 1)}
        spelled = {variable.name: variable for variable in model.shared}
        return lanes | {name: spelled[name].spelled(value) for name, value in state.shared}

    def successors(lanes: Lanes | None) -> list[Lanes]:
        if lanes is None:
            return [told(state) for state in initial_states(model)]
        locations = tuple(value for name, value in lanes.items() if name not in shared)
        values = {one.name: [one.spelled(v) for v in range(one.low, one.high + 1)] for one in model.shared}
        lows = {one.name: one.low for one in model.shared}
        state = State(locations, tuple((name, values[name].index(lanes[name]) + lows[name]) for name in shared))
        assert told(state) == lanes
        return [told(step.target) for step in steps(model, state)]

    return successors


def _of_program(program: Program) -> Successors:
    semantics = Semantics(program)
    known = {}

    def remembered(state: tuple[int, ...]) -> Lanes:
        known[tuple(columns(program, state))] = state
        return dict(columns(program, state))

    def successors(lanes: Lanes | None) -> list[Lanes]:
        if lanes is None:
            return [remembered(one.state) for one in semantics.starts() if one.state is not None]
        fired = semantics.fire(known[tuple(lanes.items())])
        return [remembered(one.state) for one in fired if one.state is not None]

    return successors


def _model(text: str, name: str) -> Successors:
    found = parsed(Source(name, text)).at({})
    return _of_program(found) if isinstance(found, Program) else _of_processes(found)


@pytest.mark.parametrize("name", ["rw.gsst", "bridge.gsst", "programs/spinlock.m", "pairs.m"])
def test_every_path_on_the_page_is_one_of_the_model(tab: Tab, tmp_path: Path, name: str) -> None:
    text = PAIRS if name == "pairs.m" else (EXAMPLES / name).read_text("utf-8")
    page = _opened(tab, tmp_path / "page.html", text, name)
    successors, random = _model(text, name), Random(5)
    walked = _walked(page, [random.random() for _ in range(16)])
    assert len(walked) > 4
    assert walked[0] in successors(None)
    for before, after in pairwise(walked):
        assert after in successors(before)
    assert tab.messages == []
    assert tab.requests == [(tmp_path / "page.html").as_uri()]


def test_keys_go_back_and_forth_and_take_steps(tab: Tab, tmp_path: Path) -> None:
    page = _opened(tab, tmp_path / "page.html", (EXAMPLES / "rw.gsst").read_text("utf-8"), "rw.gsst")
    said = page.locator(".said")

    def state() -> int:
        found = re.match(r"State (\d+)", said.inner_text())
        assert found
        return int(found[1])

    for key, place in (("1", 1), ("2", 2), ("ArrowLeft", 1), ("Home", 0), ("End", 2), ("r", 3), ("9", 3)):
        page.keyboard.press(key)
        assert state() == place
    page.locator("thead button").nth(1).click()
    assert state() == 1
    page.keyboard.press("1")
    assert page.locator("thead button").count() == 3
    page.get_by_role("button", name="Start again").press("Enter")
    assert (state(), page.locator("thead button").count()) == (0, 1)
    page.get_by_text("T -> C").first.click()
    assert "#T[R] >= 1 is false: #T[R] = 0" in page.locator(".why").first.inner_text()


def test_a_state_that_comes_again_closes_a_loop_which_the_keys_go_round(tab: Tab, tmp_path: Path) -> None:
    page = _opened(tab, tmp_path / "page.html", (EXAMPLES / "rw.gsst").read_text("utf-8"), "rw.gsst", 400)
    said = page.locator(".said")
    for step in ("N -> T by W", "T -> C by W", "C -> N by W"):
        assert page.locator(".arc").count() == 0
        assert page.get_by_role("button", name="One state forward").get_attribute("aria-disabled") == "true"
        page.locator(".possible button", has_text=step).first.click()
    assert said.inner_text().endswith("It can repeat from state 0 for ever.")
    assert page.locator(".arc").is_visible()
    page.keyboard.press("ArrowRight")
    assert said.inner_text().startswith("The loop begins again. State 1: N -> T by W 2.")
    assert page.locator("tr.lane .current").all_inner_texts() == ["N", "T", "N"]
    assert page.locator("th[aria-current=step]").inner_text() == "1"
    page.keyboard.press("ArrowLeft")
    assert said.inner_text().startswith("State 0. ")
    assert page.locator(".arc").is_visible()
    page.locator(".possible button", has_text="N -> T by R").first.click()
    assert page.locator(".arc").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 400


def test_it_fits_a_telephone_and_can_be_read(tab: Tab, tmp_path: Path) -> None:
    text = (EXAMPLES / "programs" / "spinlock.m").read_text("utf-8")
    page = _opened(tab, tmp_path / "page.html", text, "spinlock.m", 400)
    for key in ("1", "1", "2", "ArrowLeft"):
        page.keyboard.press(key)
    for width in (400, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    schemes: list[Scheme] = ["light", "dark"]
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        assert min(ratio for ratio, _ in page.evaluate(CONTRASTS)) >= 4.5


def test_what_is_cut_is_said_and_what_leads_there_cannot_be_taken(
    tab: Tab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vsym.commands.lab.STATES", 3)
    text = (EXAMPLES / "rw.gsst").read_text("utf-8")
    page = _opened(tab, tmp_path / "page.html", text, "rw.gsst")
    assert "the 3 states nearest to the start" in page.locator(".summary").inner_text()
    page.keyboard.press("1")
    assert page.locator(".possible button:disabled", has_text="not on this page").count() >= 1


def test_a_text_cannot_end_the_data(tab: Tab, tmp_path: Path) -> None:
    text = 'var x: 0..1; startstate x := 0; end;\nrule "</script><script>document.title=1</script>" x := 1 - x; end;\n'
    page = _opened(tab, tmp_path / "page.html", text, "x.m")
    page.keyboard.press("1")
    assert page.title() == "x – step by step"
    assert "</script>" in page.locator(".possible button").first.inner_text()
    assert (len(tab.requests), tab.messages) == (1, [])
