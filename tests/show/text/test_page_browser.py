"""The page in headless Chromium: its appearance, its keys, and that it sends no request to anybody."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from tests.show.text.pages import HUNDRED_PROCESSES, LONG_PATH, page
from tests.show.text.tab import Scheme, Tab
from tests.support.present import present

PAGES = {
    "rw_broken": ("rw_broken.gsst",),
    "asr": ("asr.gsst", "-D", "resources=2", "-D", "full=2"),
    "long": (LONG_PATH,),
    "hundred": (HUNDRED_PROCESSES,),
    "for_all": ("rw_broken.gsst", "--for-all", "readers,writers", "--prop", "mutex"),
    "timeout": ("rw_broken.gsst", "--timeout", "0"),
    "adaptive": ("vault.gsst", "--engine", "adaptive"),
    "lasso": ("starvation.gsst",),
}

# The contrast of every text that is seen against the background behind it, by the formula of WCAG 2.1.
CONTRASTS = """() => {
  const channels = (color) => {
    const [red, green, blue, alpha = 1] = color.match(/[\\d.]+/g).map(Number);
    return { rgb: [red, green, blue], alpha };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const known = new Map();
  const background = (element) => {
    if (!element) throw new Error("no background");
    if (!known.has(element)) {
      const { rgb, alpha } = channels(getComputedStyle(element).backgroundColor);
      if (alpha > 0 && alpha < 1) throw new Error("a background that can be seen through");
      known.set(element, alpha === 1 ? rgb : background(element.parentElement));
    }
    return known.get(element);
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.closest("svg, script, .hidden, .skip")) continue;
    const [text, behind] = [channels(getComputedStyle(element).color).rgb, background(element)].map(luminance);
    const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
    found.push([ratio, texts.currentNode.data.trim().slice(0, 30)]);
  }
  return found;
}"""


def _said(tab: Tab) -> str:
    """The text of the live region of the first trace."""
    return tab.page.locator(".said").first.inner_text()


def _current(tab: Tab) -> set[int]:
    """The columns of the cells that are marked in the first trace."""
    marked: list[int] = tab.page.locator(".trace").first.evaluate(
        "trace => [...trace.querySelectorAll('.current')].map(cell => cell.cellIndex)"
    )
    return set(marked)


@dataclass(frozen=True)
class Files:
    """The folder of the pages, each written on first use."""

    folder: Path

    def __call__(self, name: str) -> Path:
        """The file of a page."""
        found = self.folder / f"{name}.html"
        if not found.exists():
            found.write_text(page(*PAGES[name]).html, encoding="utf-8")
        return found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("pages"))


@pytest.mark.parametrize("name", [name for name in PAGES if name != "lasso"])
def test_it_is_quiet_and_fits_the_window(tab: Tab, files: Files, name: str) -> None:
    tab.open(files(name), width=400)
    for width in (400, 1200):
        tab.page.set_viewport_size({"width": width, "height": 800})
        assert tab.page.evaluate("document.documentElement.scrollWidth") == width
        assert tab.page.locator("h1").bounding_box() is not None
        cut = tab.page.evaluate(
            """[...document.querySelectorAll("main *")]
                 .filter(e => !e.closest(".scroll, .source, .hidden") && e.scrollWidth > e.clientWidth + 1)
                 .filter(e => getComputedStyle(e).display !== "inline")
                 .map(e => e.outerHTML.slice(0, 80))"""
        )
        assert cut == []
    assert tab.messages == []
    assert tab.requests == [files(name).as_uri()]


def test_every_text_can_be_read(tab: Tab, files: Files) -> None:
    grounds: dict[Scheme, str] = {"light": "rgb(253, 253, 251)", "dark": "rgb(20, 23, 27)"}
    for name in ("rw_broken", "asr", "timeout"):
        tab.open(files(name))
        if name != "timeout":
            tab.page.locator(".trace .scroll").first.focus()
            tab.press("ArrowRight", "ArrowRight")
        for scheme, ground in grounds.items():
            tab.page.emulate_media(color_scheme=scheme)
            assert tab.page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
            contrasts = tab.page.evaluate(CONTRASTS)
            assert len(contrasts) > 100
            assert [text for ratio, text in contrasts if ratio < 4.5] == []


def test_keys_and_buttons_step_through_a_trace(tab: Tab, files: Files) -> None:
    """Keys with others held down are left to the browser."""
    tab.open(files("lasso"))
    tab.page.locator(".trace .scroll").first.focus()
    tab.press("Control+ArrowRight", "Shift+ArrowRight", "a")
    assert _current(tab) == set()
    tab.press("ArrowRight")
    assert _current(tab) == {1}
    assert _said(tab).startswith("State 0, the start: #N[R] = 2, #N[W] = 2")
    tab.press("ArrowRight")
    assert _current(tab) == {2}
    assert _said(tab) == "State 1: process 1 moves from N to T; #N[R] = 1, #T[R] = 1."
    tab.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert _current(tab) == {1}
    tab.press("End")
    assert _said(tab).startswith("State 4: process 3 moves from C to N;")
    tab.press("ArrowRight")
    assert _said(tab).startswith("The loop begins again. State 2:")
    assert _current(tab) == {3}
    tab.press("Home")
    assert _current(tab) == {1}
    assert tab.page.locator("th[aria-current=step]").inner_text() == "0"
    tab.page.get_by_role("button", name="One state forward").first.click()
    tab.page.get_by_role("button", name="One state forward").first.click()
    assert _current(tab) == {3}
    tab.page.get_by_role("button", name="One state back").first.click()
    assert _current(tab) == {2}


def test_a_trace_without_a_loop_ends(tab: Tab, files: Files) -> None:
    tab.open(files("adaptive"))
    tab.page.locator(".trace .scroll").first.focus()
    tab.press("End", "ArrowRight")
    assert _said(tab).startswith("The path ends here. State 6:")


def test_a_state_out_of_sight_is_brought_into_it(tab: Tab, files: Files) -> None:
    tab.open(files("long"), width=400)
    box = tab.page.locator(".trace .scroll").first
    box.focus()
    tab.press("End")
    assert _inside(tab.page.locator("th[aria-current=step]"), box)
    assert tab.page.locator("th[aria-current=step]").inner_text() == "252"
    tab.press("Home")
    assert _inside(tab.page.locator("th[aria-current=step]"), box)
    assert tab.page.evaluate("document.documentElement.scrollWidth") == 400


def _inside(inner: Locator, outer: Locator) -> bool:
    small, large = inner.bounding_box(), outer.bounding_box()
    assert small is not None
    assert large is not None
    return large["x"] <= small["x"] and small["x"] + small["width"] <= large["x"] + large["width"]


def test_the_arc_of_a_lasso_leads_from_the_last_state_to_where_it_repeats(tab: Tab, files: Files) -> None:
    tab.open(files("lasso"))
    arc = present(tab.page.locator(".arc").bounding_box())
    for state, end in (("1", arc["x"]), ("4", arc["x"] + arc["width"])):
        head = present(tab.page.locator(".trace th[data-say]").filter(has_text=state).bounding_box())
        assert abs(head["x"] + head["width"] / 2 - end) < 3


def test_without_scripts_all_of_it_is_there(plain: Tab, files: Files) -> None:
    plain.open(files("lasso"))
    assert plain.page.locator(".controls").count() == 0
    parts = ("h1", ".summary", ".source", "#symmetry table", "#properties table", ".trace table", ".arc", "svg")
    for selector in parts:
        assert plain.page.locator(selector).first.is_visible()
    assert plain.page.locator("main").inner_text().count("process") > 1
    assert plain.messages == []


def test_tabs_reach_every_box_that_scrolls(tab: Tab, files: Files) -> None:
    tab.open(files("rw_broken"), width=400)
    wanted = tab.page.locator(".scroll, .source").count()
    reached = set[str]()
    for _ in range(60):
        if len(reached) == wanted:
            break
        tab.press("Tab")
        focus = tab.page.evaluate("[document.activeElement.className, document.activeElement.ariaLabel]")
        if focus[0] in ("scroll", "source"):
            reached.add(focus[1])
    assert len(reached) == wanted


def test_on_paper_nothing_is_cut_or_to_be_clicked(tab: Tab, files: Files) -> None:
    tab.open(files("lasso"), scheme="dark")
    tab.page.emulate_media(media="print", color_scheme="dark")
    assert not tab.page.locator("nav").is_visible()
    assert not tab.page.locator(".controls").first.is_visible()
    assert tab.page.evaluate("getComputedStyle(document.querySelector('.source')).overflowX") == "visible"
    assert [text for ratio, text in tab.page.evaluate(CONTRASTS) if ratio < 4.5] == []


def _places(box: Locator, *selectors: str) -> list[tuple[float, float]]:
    """The top and bottom of the box and of all that is selected in it, from the box's top downwards. One call reads
    them all, since the page is laid out anew for each."""
    places: list[tuple[float, float]] = box.evaluate(
        """(box, selectors) => {
          const top = box.getBoundingClientRect().top;
          const all = [box, ...selectors.flatMap((one) => [...box.querySelectorAll(one)])];
          return all.map((one) => one.getBoundingClientRect()).map((rect) => [rect.top - top, rect.bottom - top]);
        }""",
        selectors,
    )
    return places


def test_among_a_hundred_lanes_the_mover_and_the_counters_stay_in_sight(tab: Tab, files: Files) -> None:
    tab.open(files("hundred"))
    box = tab.page.locator(".trace .scroll").first
    box.focus()
    moved = 0
    for key in ("ArrowRight", *["ArrowRight"] * 4, "End", "Home", "ArrowRight"):
        tab.press(key)
        whole, steps, counters, *movers = _places(box, ".steps th", ".counters", ".moved.current")
        moved += len(movers)
        for top, bottom in (steps, counters, *movers):
            assert 0 <= top < bottom <= whole[1]
        for top, bottom in movers:
            assert steps[1] <= top + 1
            assert bottom <= counters[0] + 1
    assert moved == 6
    assert _current(tab) == {2}
    assert tab.messages == []


def test_lanes_that_never_move_are_unfolded_by_a_button(tab: Tab, plain: Tab, files: Files) -> None:
    tab.left(files("hundred"))
    resting = tab.page.locator(".trace .rest").first
    assert not resting.is_visible()
    tab.page.get_by_role("button", name="Show").click()
    assert resting.is_visible()
    tab.page.get_by_role("button", name="Hide").click()
    assert not resting.is_visible()
    tab.page.emulate_media(media="print")
    assert resting.is_visible()
    assert plain.open(files("hundred")).locator(".trace .rest").first.is_visible()
