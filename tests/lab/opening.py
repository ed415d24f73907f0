"""The page of a laboratory in a browser, and a person's actions there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.support.running import EXAMPLES

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RW = (EXAMPLES / "rw_broken.gsst").read_text("utf-8")

SECONDS = 15_000

TYPED = 300
"""Milliseconds for which the page waits for more typing; tests put its clock forward instead."""

TEXT = "[...document.querySelectorAll('.cm-line')].map(one => one.textContent).join('\\n')"
"""An expression of the page's language for the text in the editor."""

CHECKED = """() =>
    !document.querySelector('#verdicts').classList.contains('stale')
    && document.querySelector('#status').textContent.includes('checked in')
"""
"""A predicate of the page's language: the page has verdicts on its current text."""


@dataclass
class Opened:
    """A page in the browser, with its requests, and its errors and console messages."""

    page: Page
    url: str
    requests: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    used: bool = False
    changed: bool = False

    def begin(self, *, anew: bool = False) -> Page:
        """The page with the file's text, reloaded where a caller wants it `anew` now, or wanted it last time."""
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size({"width": 1600, "height": 1000})
        self.page.mouse.move(0, 0)
        if self.changed or (anew and self.used):
            self.page.reload()
        self.used, self.changed = True, anew
        checked(self.page)
        return self.page

    def end(self) -> None:
        """Check that the page sent requests to its own server alone, reported nothing, and has no token in its URL."""
        own = self.url.partition("#")[0]
        assert [one for one in self.requests if not one.startswith(own)] == []
        assert self.said == []
        assert "token" not in self.page.url


@contextmanager
def opened(browser: Browser, url: str) -> Iterator[Opened]:
    """The page of a laboratory, whose requests and messages are checked at the end."""
    context = browser.new_context(viewport={"width": 1600, "height": 1000}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(SECONDS)
    expect.set_options(timeout=SECONDS)
    page.clock.install()
    found = Opened(page, url)
    page.on("request", lambda one: found.requests.append(one.url))
    page.on("console", lambda one: found.said.append(one.text))
    page.on("pageerror", lambda one: found.said.append(str(one)))
    page.goto(url)
    yield found
    found.end()
    context.close()


def write(page: Page, edits: Iterable[tuple[str, str]], keys: int = 2) -> None:
    """Rewrite lines as one does by hand; each old line is on the page, or at the end of its text.

    The last `keys` characters of each line are typed, each by its key; the rest comes at once, as if pasted.
    """
    for old, new in edits:
        line = page.locator(".cm-line", has_text=old).first
        if not line.count():
            page.locator(".cm-content").press("Control+End")
        box = line.bounding_box()
        assert box is not None
        # Hover text appears where the pointer rests on a word, and would be in the way.
        line.click(position={"x": box["width"] - 5, "y": box["height"] / 2})
        page.keyboard.press("Shift+Home")
        for number, one in enumerate(new.split("\n")):
            if number:
                # Refuse the completions of the last word.
                page.keyboard.press("Escape")
                page.keyboard.press("Enter")
            page.keyboard.insert_text(one[:-keys])
            page.keyboard.type(one[-keys:])


@contextmanager
def waiting(page: Page) -> Iterator[None]:
    """The page's clock stands still, so that the page checks changes only at the end."""
    # A moment that is still to come, however slow the machine is.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 600"))
    yield
    page.clock.resume()


def checked(page: Page) -> None:
    """The page has verdicts of the text as it is now."""
    page.clock.run_for(TYPED)
    # An expectation on a locator would describe itself at length each time that it fails.
    page.wait_for_function(CHECKED, polling=20)


def text(page: Page) -> str:
    """The text in the editor, which is short enough to be visible at once."""
    found: str = page.evaluate(TEXT)
    return found


def verdict(page: Page, name: str) -> str:
    """The verdict on a property."""
    row = page.locator("#tables tr", has=page.get_by_role("button", name=name, exact=True))
    return row.locator(".verdict").inner_text()


def accessible(page: Page, part: str = "html") -> None:
    """No violation that axe knows of in a part of the page, a selector, but in the part of the editor that scrolls and
    is reached by its text. Of the whole page, axe takes half a second."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        "part => axe.run({ include: [[part]], exclude: [['.cm-scroller']] }, { resultTypes: ['violations'] }).then("
        "  found => found.violations.flatMap(one =>"
        "    one.nodes.map(node => `${one.id}: ${node.html} ${node.failureSummary}`)))",
        part,
    )
    assert found == []


def by_keys(page: Page) -> None:
    """From the top of the page, the keys lead to a verdict on `reader_served`, its line and the states of its path."""
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
        if page.evaluate("document.activeElement.classList.contains('lanes-box')"):
            break
    assert {"verdicts", "picture", "path"} <= seen
    page.keyboard.press("ArrowRight")
    expect(page.locator("#path .said")).to_contain_text("State 1 of")


def at_every_width(page: Page) -> None:
    """With a lesson and a path, nothing is wider than the page, and axe finds nothing in the light and the dark."""
    page.get_by_role("button", name="path of reader_served").click()
    expect(page.locator("#lesson h1")).to_be_visible()
    checked(page)
    expect(page.locator(".choices")).to_be_visible()
    for width in (400, 899, 900, 1000, 1359, 1360, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert all(box["width"] >= 200 for one in page.locator("main section").all() if (box := one.bounding_box()))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        accessible(page)
