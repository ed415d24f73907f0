"""The page in headless Chromium: a lesson by clicking and typing, at every width, light and dark, by the keys alone."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from tests.running import EXAMPLES, PROGRAM
from tests.show.text.chromium import chromium
from vsym.lab.laboratory import Laboratory
from vsym.lab.lexical import KINDS, lexical
from vsym.lab.places import Places
from vsym.lab.server import Server
from vsym.languages.registry import LANGUAGES, language
from vsym.working.task import Limits

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RW = (EXAMPLES / "rw_broken.gsst").read_text("utf-8")

SECONDS = 15_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("lab")
    (found / "rw.gsst").write_text(RW, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    assert AXE.is_file(), "these tests need what scripts/build-web.sh builds"
    command = [str(PROGRAM), "lab", "rw.gsst", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    """The page, which asks nobody but its own server for anything, and has nothing to complain of."""
    yield from _opened(browser, url)


def _opened(browser: Browser, url: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1600, "height": 1000}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(SECONDS)
    expect.set_options(timeout=SECONDS)
    requests: list[Request] = []
    said: list[ConsoleMessage | Exception] = []
    page.on("request", lambda one: requests.append(one))
    page.on("console", lambda one: said.append(one))
    page.on("pageerror", lambda one: said.append(one))
    page.goto(url)
    expect(page.locator("#status")).to_contain_text("checked in")
    yield page
    own = url.partition("#")[0]
    assert [one.url for one in requests if not one.url.startswith(own)] == []
    assert [str(one) for one in said] == []
    assert "token" not in page.url
    context.close()


def _line(page: Page, old: str, new: str) -> None:
    """Write a line anew, as one does by hand."""
    page.locator(".cm-line", has_text=old).click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type(new)


def _checked(page: Page) -> None:
    expect(page.locator("#verdicts")).not_to_have_class(re.compile("stale"))
    expect(page.locator("#status")).to_contain_text("checked in")


def _verdict(page: Page, name: str) -> str:
    row = page.locator("#tables tr", has=page.get_by_role("button", name=name, exact=True))
    return row.locator(".verdict").inner_text()


def test_a_lesson_is_done_by_clicking_and_typing(page: Page) -> None:
    page.click("#lessons")
    expect(page.locator("#lesson option")).to_have_count(13)
    expect(page.locator("#hidden")).to_contain_text("hides 3 checks")
    page.locator("#lesson .code").first.get_by_role("button", name="open").click()
    expect(page.locator("#tables")).to_contain_text("exclusive")
    _checked(page)
    assert _verdict(page, "exclusive") == "✓ holds"
    page.get_by_role("button", name="apply").first.click()
    expect(page.locator("#changes")).to_contain_text("changed: exclusive ✓ holds → ✗ violated")
    page.get_by_role("button", name="path of exclusive").click()
    expect(page.locator(".lanes thead th")).to_have_count(6)
    page.locator(".lanes").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text("State 4 of 4: T -> C by 2")
    assert page.locator(".lanes td.here.changed").inner_text() == "C"
    _line(page, "trans T -> C", "trans T -> C if #C < 2")
    _line(page, "invariant exclusive", "invariant exclusive: #C <= 2")
    page.keyboard.press("Control+End")
    page.keyboard.type("\nctl both: AG (#T >= 2 -> AF #C >= 2)\n")
    expect(page.locator("#hidden")).to_contain_text("3 of 3 met")
    assert _verdict(page, "both") == "✗ violated"
    page.get_by_role("button", name="Back to rw.gsst").click()
    expect(page.locator("#tables")).to_contain_text("reader_served")


def test_mistakes_are_marked_explained_and_mended(page: Page) -> None:
    _line(page, "ctl mutex", "ctl mutex: AG #C[Rr] <= 1")
    expect(page.locator(".cm-lintRange-error")).to_have_text("[Rr]")
    expect(page.locator("#verdicts")).to_have_class(re.compile("stale"))
    expect(page.locator("#status")).to_contain_text("the text has errors")
    page.locator("#findings").get_by_role("button", name="explain VS203").click()
    expect(page.locator("#explained h2")).to_have_text("VS203: an unknown group")
    _accessible(page)
    page.get_by_role("button", name="close").click()
    page.locator("#findings").get_by_role("button", name="Write `R` instead of `Rr`").click()
    expect(page.locator("#findings")).to_have_text("No errors.")
    _checked(page)
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)


def test_by_hand_and_from_a_picture(page: Page) -> None:
    page.locator("#path").get_by_role("button", name="start").click()
    page.get_by_role("button", name="N -> T by 2..3 (W)").click()
    expect(page.locator(".disabled")).to_contain_text("#C >= 1 is false: #C = 0")
    page.get_by_role("button", name="T -> C by 2 (W)").click()
    expect(page.locator(".where")).to_contain_text("State 2 of 2: T -> C by 2")
    page.get_by_role("button", name="back").click()
    expect(page.locator(".where")).to_contain_text("State 1 of 2")
    page.get_by_role("button", name="random steps").click()
    expect(page.locator(".where")).to_contain_text("State 6 of 6")
    page.locator('#picture [data-edge][aria-label^="R: #C = 0"]').focus()
    page.keyboard.press("Enter")
    assert page.evaluate("getSelection().toString()").startswith("trans T -> C {")
    page.get_by_role("button", name="orbits and counters").click()
    page.locator('#picture [data-node="q2"]').press("Enter")
    expect(page.locator("#path strong")).to_contain_text("from 2:")


def test_guards_are_tried_without(page: Page) -> None:
    page.get_by_role("button", name="try each").click()
    results = page.locator(".guards .result")
    expect(results.nth(0)).to_contain_text("mutex: ✓ holds → ✗ violated")
    expect(results.nth(1)).to_contain_text("mutex: ✓ holds → ✗ violated")
    assert "if true" not in page.locator(".cm-content").inner_text()


def test_the_file_is_saved_and_a_link_does_not_overwrite_it(page: Page, folder: Path) -> None:
    page.click("#share")
    link = page.locator("#link").input_value()
    _line(page, "param writers", "param writers = 3")
    page.keyboard.press("Control+s")
    expect(page.locator("#told")).to_have_text("saved rw.gsst")
    changed = RW.replace("param writers = 2", "param writers = 3")
    assert (folder / "rw.gsst").read_text("utf-8") == changed
    page.fill("#given", link)
    page.locator("#sharing").get_by_role("button", name="open").click()
    expect(page.locator(".cm-content")).to_contain_text("param writers = 2")
    page.keyboard.press("Control+s")
    expect(page.locator("#told")).to_contain_text("this is not rw.gsst")
    assert (folder / "rw.gsst").read_text("utf-8") == changed
    (folder / "rw.gsst").write_text(RW, "utf-8")


def test_the_keys_are_enough(page: Page) -> None:
    expect(page.locator(".drawing svg")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "verdicts"
    while page.evaluate("document.activeElement.textContent") != "reader_served":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#path strong")).to_have_text("reader_served: violated")
    assert page.evaluate("getSelection().toString()").startswith("ctl reader_served")
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.closest('section, header')?.id ?? ''"))
        if page.evaluate("document.activeElement.classList.contains('lanes')"):
            break
    assert {"verdicts", "picture", "path"} <= seen
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text("State 1 of")


def _accessible(page: Page) -> None:
    """No violation that axe knows of, but in the part of the editor that scrolls and is reached by its text."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        "axe.run({ exclude: [['.cm-scroller']] }, { resultTypes: ['violations'] }).then(found =>"
        "  found.violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html} ${node.failureSummary}`)))"
    )
    assert found == []


def test_every_width_light_and_dark(page: Page) -> None:
    page.get_by_role("button", name="path of reader_served").click()
    page.click("#lessons")
    expect(page.locator("#lesson h1")).to_be_visible()
    _checked(page)
    expect(page.locator(".choices")).to_be_visible()
    for width in (400, 899, 900, 1000, 1359, 1360, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert all(box["width"] >= 200 for one in page.locator("main section").all() if (box := one.bounding_box()))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        _accessible(page)


def test_the_editor_colours_as_the_lexers_do(page: Page) -> None:
    files = [one for one in sorted(EXAMPLES.rglob("*")) if one.suffix in LANGUAGES]
    texts = [[one.read_text("utf-8"), lexical(one.suffix)] for one in files]
    code = "async all => { const { pieces } = await import('/editor.js'); return all.map(one => pieces(...one)); }"
    for file, (text, _), found in zip(files, texts, page.evaluate(code, texts), strict=True):
        assert isinstance(text, str)
        places, offset, kinds = Places(text), 0, dict[int, str]()
        for start, end, kind in found:
            kinds |= dict.fromkeys(range(start, end), kind)
        for token, value in language(file.name).tokens(text):
            for place in range(offset, offset + len(value)):
                if not text[place].isspace():
                    assert kinds.get(places.units(place)) == KINDS.get(tuple(token)), (file, text[offset:][:20])
            offset += len(value)


def test_without_its_editor_the_page_has_a_field(browser: Browser) -> None:
    server = Server(Laboratory(None, "model.gsst", RW, Limits(), editor=False), "secret")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for page in _opened(browser, server.url):
        expect(page.locator("#told")).to_contain_text("vsym doctor")
        page.fill("textarea", RW.replace("#C <= 1", "#Cc <= 1"))
        expect(page.locator("#findings")).to_contain_text("Cc")
        page.locator("#findings").get_by_role("button", name="Write `C`").click()
        expect(page.locator("#findings")).to_have_text("No errors.")
        _checked(page)
        _accessible(page)
    server.shutdown()
    server.server_close()
    server.laboratory.close()


def test_without_the_token_nothing_is_shown(browser: Browser, url: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(url.partition("#")[0])
    expect(page.locator("#desk")).to_contain_text("Open the address that `vsym lab` has printed")
    context.close()
