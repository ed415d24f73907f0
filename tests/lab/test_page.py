"""The page in headless Chromium: a lesson by clicking and typing, at every width, light and dark, by the keys alone."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.lab.opening import RW, TYPED, Opened, accessible, at_every_width, by_keys, checked, opened, verdict, write
from vsym.lab.colouring import KINDS
from vsym.lab.laboratory import Laboratory
from vsym.lab.server import Server
from vsym.languages.registry import language
from vsym.subprocesses.process import Limits


@pytest.fixture
def page(shared: Opened, request: pytest.FixtureRequest) -> Page:
    """The page with the text of the file; as it is found, for tests that change the text or begin at its top."""
    return shared.begin(anew=getattr(request, "param", False))


fresh = pytest.mark.parametrize("page", [True], indirect=True, ids=[""])


@fresh
def test_a_change_that_breaks_a_property_is_told_and_shown(page: Page) -> None:
    page.click("#lessons")
    expect(page.locator("#lesson h1")).to_be_visible()
    checked(page)
    page.locator("#lesson .code").first.get_by_role("button", name="open").click()
    checked(page)
    assert verdict(page, "exclusive") == "✓ holds"
    page.get_by_role("button", name="apply").first.click()
    checked(page)
    expect(page.locator("#changes")).to_contain_text("changed: exclusive ✓ holds → ✗ violated")
    page.get_by_role("button", name="path of exclusive").click()
    expect(page.locator(".lanes th[data-say]")).to_have_count(5)
    page.locator(".lanes-box").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#path .said")).to_contain_text("State 4 of 4: T -> C by 2")
    assert page.locator(".lanes td.current.moved").inner_text() == "C"
    page.get_by_role("button", name="Back to rw.gsst").click()
    checked(page)
    expect(page.locator("#tables")).to_contain_text("reader_served")


@fresh
def test_mistakes_are_marked_explained_and_mended(page: Page) -> None:
    write(page, [("ctl mutex", "ctl mutex: AG #C[Rr] <= 1")])
    page.clock.run_for(TYPED)
    expect(page.locator(".cm-lintRange-error")).to_have_text("[Rr]")
    expect(page.locator("#verdicts")).to_have_class(re.compile("stale"))
    expect(page.locator("#status")).to_contain_text("the text has errors")
    page.locator("#findings").get_by_role("button", name="explain VS203").click()
    expect(page.locator("#explained h2")).to_have_text("VS203: an unknown group")
    accessible(page, "#explained")
    page.get_by_role("button", name="close").click()
    page.locator("#findings").get_by_role("button", name="Write `R` instead of `Rr`").click()
    expect(page.locator("#findings")).to_have_text("No errors.")
    checked(page)
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)


def test_by_hand_and_from_a_picture(page: Page) -> None:
    page.locator("#path").get_by_role("button", name="start").click()
    page.get_by_role("button", name="N -> T by 2..3 (W)").click()
    expect(page.locator(".disabled")).to_contain_text("#C >= 1 is false: #C = 0")
    page.get_by_role("button", name="T -> C by 2 (W)").click()
    expect(page.locator("#path .said")).to_contain_text("State 2 of 2: T -> C by 2")
    page.get_by_role("button", name="back").click()
    expect(page.locator("#path .said")).to_contain_text("State 1 of 2")
    page.get_by_role("button", name="random steps").click()
    expect(page.locator("#path .said")).to_contain_text("State 6 of 6")
    page.locator('#picture [data-edge][aria-label^="R: #C = 0"]').focus()
    page.keyboard.press("Enter")
    assert page.evaluate("getSelection().toString()").startswith("trans T -> C {")
    page.get_by_role("button", name="orbits and counters").click()
    page.locator('#picture [data-node="q2"]').press("Enter")
    expect(page.locator("#path strong")).to_contain_text("from 2:")


def test_a_goal_is_gone_to_and_values_are_watched_on_the_way(page: Page) -> None:
    page.locator("#path").get_by_role("button", name="start").click()
    goal, watch = page.get_by_label("goal", exact=True), page.get_by_label("watch", exact=True)
    values = page.locator(".lanes .counter td:not(.next)")
    watch.press_sequentially("#T + #C")
    watch.press("Enter")
    expect(values).to_have_text(["0"])
    goal.fill("#C = 1 & #T[W] = 2")
    goal.press("Enter")
    expect(page.locator("#goal-said")).to_have_text("4 steps to it")
    expect(page.locator("#path .said")).to_contain_text("State 4 of 4: N -> T by")
    expect(values).to_have_text(["0", "1", "2", "2", "3"])
    assert page.locator(".lanes .counter .changed").count() == 3
    for field, written, said in (
        (goal, "#C = 2", "unreachable from here; no start reaches it"),
        (goal, "#Cc = 1", "✗ column 2: `Cc` is not a local state; did you mean `C`?"),
        (watch, "#T +", "✗ column 4: the file ends here; expected a condition or a number after `+`"),
    ):
        field.fill(written)
        field.press("Enter")
        expect(page.locator(f"#{field.get_attribute('id')}-said")).to_have_text(said)
        assert field.get_attribute("aria-invalid") == str("✗" in said).lower()
    accessible(page, "#path")
    page.get_by_role("button", name="back").click()
    page.get_by_role("button", name="N -> T by 3 (W)").hover()
    expect(page.locator(".lanes .next").last).to_have_text("3")
    page.get_by_role("button", name="watch #T + #C no longer").press("Enter")
    expect(values).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "watch"


def test_the_next_state_stands_beside_this_one(page: Page) -> None:
    page.locator("#path").get_by_role("button", name="start").click()
    step = page.get_by_role("button", name="N -> T by 2..3 (W)")
    step.hover()
    beside = page.locator(".lanes .next")
    expect(beside).to_have_text(["next", "", "N", "T", "N"])
    assert page.locator(".lanes .next.moved").all_inner_texts() == ["T"]
    assert page.evaluate("getComputedStyle(document.querySelector('.next.moved .place')).fontWeight") == "700"
    page.mouse.move(0, 0)
    expect(beside).to_have_count(0)
    step.focus()
    expect(beside).to_have_count(5)
    step.press("Enter")
    expect(page.locator("#path .said")).to_contain_text("State 1 of 1: N -> T by 2")
    # Whoever uses the keys stays among the steps.
    expect(beside.first).to_be_visible()
    assert page.evaluate("document.activeElement.closest('.choices') !== null")
    page.locator(".lanes-box").focus()
    expect(beside).to_have_count(0)


@fresh
def test_parameters_are_changed_in_their_fields(page: Page) -> None:
    """The page shows a parameter's condition and checks the typed value against it; the text stays as it is."""
    write(page, [("param readers", "param readers = 1 where readers >= 1")])
    checked(page)
    readers = page.get_by_label("readers")
    expect(page.locator("#about-readers")).to_have_text("where readers >= 1")
    expect(page.locator("#tables")).to_contain_text("12 reachable")
    readers.fill("2")
    checked(page)
    expect(page.locator("#tables")).to_contain_text("20 reachable")
    expect(page.locator(".expected li.good")).to_have_count(0)
    assert "param readers = 1" in page.locator(".cm-content").inner_text()
    readers.fill("0")
    page.clock.run_for(TYPED)
    expect(page.locator("#about-readers")).to_contain_text("`readers` = 0 is outside its domain: readers >= 1")
    expect(readers).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#status")).to_contain_text("the model does not accept the value of a parameter")
    accessible(page, "#parameters")
    page.get_by_role("button", name="as in the text").click()
    checked(page)
    expect(readers).to_have_value("1")
    expect(page.locator("#tables")).to_contain_text("12 reachable")


def test_a_picture_is_made_larger_by_keys_buttons_and_the_wheel(page: Page) -> None:
    width = "document.querySelector('#drawing svg').getBoundingClientRect().width"
    page.get_by_role("button", name="local states").click()
    page.get_by_role("button", name="fit the picture in").click()
    fits = page.evaluate(width)
    page.get_by_role("button", name="larger").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(width) == pytest.approx(1.25 * fits, rel=0.01)
    page.locator("#drawing").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("-")
    assert page.evaluate(width) == pytest.approx(1.25**2 * fits, rel=0.01)
    page.keyboard.press("0")
    assert page.evaluate(width) == fits
    page.locator("#drawing").hover()
    page.mouse.wheel(0, -100)
    page.wait_for_function(f"{width} > 1.2 * {fits}")
    expect(page.locator("#scale")).to_have_text(re.compile(r"\d+ %"))
    page.locator(".skip").focus()
    page.locator("#drawing").hover()
    scaled = page.evaluate(width)
    page.mouse.wheel(0, 1)
    page.keyboard.down("Control")
    page.mouse.wheel(0, 100)
    page.keyboard.up("Control")
    page.wait_for_function(f"{width} < 0.9 * {scaled}")
    page.get_by_role("button", name="orbits and counters").click()
    expect(page.locator("#drawing")).to_have_attribute("aria-label", re.compile("concrete states"))
    accessible(page, "#picture")


def test_why_a_step_is_broken_is_drawn_and_what_repeats_lies_under_an_arc(page: Page) -> None:
    page.locator("#tables summary", has_text="why").first.click()
    page.get_by_role("button", name="why T -> C is broken, as a picture").click()
    expect(page.locator("#drawing")).to_contain_text("no step to a state")
    page.get_by_role("button", name="path of reader_served").click()
    arc = page.locator(".lanes .arc")
    expect(page.locator(".choices")).to_be_visible()
    expect(arc).to_have_text("repeats")

    def over_the_loop() -> None:
        ends = [page.get_by_role("button", name=f"State {number}", exact=True).bounding_box() for number in (1, 4)]
        box = arc.bounding_box()
        assert box is not None
        assert all(end is not None for end in ends)
        first, last = (end["x"] + end["width"] / 2 for end in ends if end is not None)
        assert box["x"] == pytest.approx(first, abs=8)
        assert box["x"] + box["width"] == pytest.approx(last, abs=8)

    over_the_loop()
    said = page.locator("#path .said")
    page.locator(".lanes-box").press("End")
    expect(said).to_have_text("State 4 of 4: C -> N by 2. It can repeat from state 1 for ever.")
    for place in (2, 0, 4):
        page.locator(".lanes-box").press({2: "ArrowRight", 0: "Home", 4: "End"}[place])
        expect(said).to_contain_text(f"State {place} of 4")
        assert ("The loop begins again" in said.inner_text()) == (place == 2)
        page.locator(".choices button").first.hover()
        expect(page.locator(".lanes thead .next").first).to_have_text("next")
        over_the_loop()
        page.mouse.move(0, 0)
        expect(page.locator(".lanes .next")).to_have_count(0)
    page.get_by_role("button", name="local states").click()
    expect(page.locator("#drawing")).to_contain_text("the local states of a process")


def test_pictures_are_dark_where_the_page_is(page: Page) -> None:
    shades = "getComputedStyle(document.querySelector('#drawing svg')).filter"
    assert page.evaluate(shades) == "none"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(shades).startswith("invert")
    page.emulate_media(color_scheme="light")


def test_guards_are_tried_without(page: Page) -> None:
    page.get_by_role("button", name="try each").click()
    results = page.locator(".guards .result")
    expect(results.nth(0)).to_contain_text("mutex: ✓ holds → ✗ violated")
    expect(results.nth(1)).to_contain_text("mutex: ✓ holds → ✗ violated")
    assert "if true" not in page.locator(".cm-content").inner_text()


@fresh
def test_the_file_is_saved_and_a_link_does_not_overwrite_it(page: Page, desk: Path) -> None:
    page.click("#share")
    link = page.locator("#link").input_value()
    write(page, [("param writers", "param writers = 3")])
    page.keyboard.press("Control+s")
    expect(page.locator("#told")).to_have_text("saved rw.gsst")
    expect(page.locator("#link")).not_to_have_value(link)
    changed = RW.replace("param writers = 2", "param writers = 3")
    assert (desk / "rw.gsst").read_text("utf-8") == changed
    page.fill("#given", link)
    page.locator("#sharing").get_by_role("button", name="open").click()
    expect(page.locator(".cm-content")).to_contain_text("param writers = 2")
    page.keyboard.press("Control+s")
    expect(page.locator("#told")).to_contain_text("this is not rw.gsst")
    assert (desk / "rw.gsst").read_text("utf-8") == changed
    (desk / "rw.gsst").write_text(RW, "utf-8")


@fresh
def test_the_editor_of_an_earlier_text_is_garbage(page: Page) -> None:
    page.evaluate("window.earlier = new WeakRef(document.querySelector('.cm-content'))")
    page.click("#share")
    page.fill("#given", page.locator("#link").input_value())
    page.locator("#sharing").get_by_role("button", name="open").click()
    expect(page.locator("#file")).to_have_text("a text beside rw.gsst")
    session = page.context.new_cdp_session(page)
    until = time.monotonic() + 60
    while page.evaluate("window.earlier.deref() !== undefined"):
        assert time.monotonic() < until
        session.send("HeapProfiler.collectGarbage")


@fresh
def test_the_keys_are_enough(page: Page) -> None:
    by_keys(page)


def test_every_width_light_and_dark(page: Page) -> None:
    page.click("#lessons")
    at_every_width(page)


COLOURED = """(wanted) => {
  const texts = document.createTreeWalker(document.querySelector(".cm-content"), NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const kind = texts.currentNode.parentElement.closest("[class*=token-]")?.className.match(/token-(\\w+)/)[1];
    for (const one of texts.currentNode.data) if (one.trim()) found.push(`${one} ${kind ?? ""}`);
  }
  return found.join() === wanted;
}"""
"""A predicate of the page's language: the characters in the editor, except blanks, have these kinds."""


def _coloured(page: Page, text: str) -> None:
    """The editor has a text in the colours of the lexers of the command line."""
    tokens = ((KINDS.get(tuple(kind), ""), one) for kind, value in language("model.gsst").tokens(text) for one in value)
    page.wait_for_function(COLOURED, arg=",".join(f"{one} {kind}" for kind, one in tokens if one.strip()), polling=20)


@fresh
def test_the_editor_has_the_colours_of_the_lexers_while_one_types(page: Page) -> None:
    _coloured(page, RW)
    last = RW.rstrip("\n").split("\n")[-1]
    write(page, [(last, "/* ltl G #C")], keys=8)
    _coloured(page, RW.replace(last, "/* ltl G #C"))
    page.keyboard.press("Control+/")
    _coloured(page, RW.replace(last, "// /* ltl G #C"))


def test_without_its_editor_the_page_has_a_field(browser: Browser) -> None:
    server = Server(Laboratory(None, "model.gsst", RW, Limits(), editor=False), "secret")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with opened(browser, server.url) as found:
        page = found.page
        checked(page)
        expect(page.locator("#told")).to_contain_text("vsym doctor")
        page.fill("textarea", RW.replace("#C <= 1", "#Cc <= 1"))
        page.clock.run_for(TYPED)
        expect(page.locator("#findings")).to_contain_text("Cc")
        page.locator("#findings").get_by_role("button", name="Write `C`").click()
        expect(page.locator("#findings")).to_have_text("No errors.")
        checked(page)
        accessible(page)
    server.shutdown()
    server.server_close()
    server.laboratory.close()


def test_without_the_token_nothing_is_shown(browser: Browser, url: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(url.partition("#")[0])
    expect(page.locator("#desk")).to_contain_text("Open the address that `vsym lab` printed")
    context.close()
