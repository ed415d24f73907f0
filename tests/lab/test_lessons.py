"""Each lesson in headless Chromium, by clicking and typing: what it opens, what it changes, and what is ticked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.lab.opening import Opened, checked, text, write
from tests.lab.solutions import SOLUTIONS, Solution, begun, blocks, changed
from vsym.lab import lessons


@pytest.fixture(scope="module")
def page(shared: Opened) -> Page:
    """The page with the lessons at its side, so wide that no line of theirs is wrapped."""
    page = shared.begin()
    shared.changed = True
    page.set_viewport_size({"width": 1200, "height": 700})
    page.click("#lessons")
    expect(page.locator("#lesson option")).to_have_count(len(lessons.names()))
    return page


@pytest.mark.parametrize("name", lessons.names())
def test_it_is_done_by_clicking_and_typing(page: Page, name: str) -> None:
    page.locator("#lesson select").select_option(name)
    title = lessons.text(name).partition("\n")[0].removeprefix("# ")
    expect(page.locator("#lesson h1")).to_have_text(title)
    checked(page)
    _click_through(page, name)
    for solution in SOLUTIONS[name]:
        _open(page, name, solution)
        write(page, solution.wrong)
        checked(page)
        wanted = set(range(lessons.lesson(name)["hidden"])) if solution.met is None else {*solution.met}
        assert not _ticked(page, name) >= wanted
        write(page, solution.correction)
        checked(page)
        assert _ticked(page, name) >= wanted
    assert "expect" not in page.locator("#lesson").inner_text()


def _click_through(page: Page, name: str) -> None:
    """Each block is opened or applied by its button, and then stands in the editor."""
    found = blocks(name)
    buttons = page.locator("#lesson .code button")
    assert buttons.all_inner_texts() == ["apply" if one.kind == "diff" else "open" for one in found]
    expected = ""
    for place, block in enumerate(found):
        buttons.nth(place).click()
        if block.kind == "diff":
            expected = changed(expected, block.text)
        else:
            expected = block.text
            checked(page)
        assert text(page) == expected


def _open(page: Page, name: str, solution: Solution) -> None:
    """The model in which a solution is typed is opened, with what the lesson changes in it."""
    if isinstance(solution.opened, str):
        page.locator("#lesson").get_by_role("button", name=solution.opened).last.click()
    else:
        kinds = [one.kind for one in blocks(name)]
        place = [number for number, kind in enumerate(kinds) if kind != "diff"][solution.opened]
        for number in range(place, place + 1 + solution.changes):
            page.locator("#lesson .code button").nth(number).click()
        assert text(page) == begun(name, solution)[0]
    checked(page)


def _ticked(page: Page, name: str) -> set[int]:
    """The checks that the lesson hides and that are ticked, by their numbers."""
    told = page.locator("#hidden").inner_text().partition(": ")[2].partition(" (")[0].split()
    assert len(told) == lessons.lesson(name)["hidden"] > 0
    return {number for number, sign in enumerate(told) if sign == "✓"}
