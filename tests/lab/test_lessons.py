"""Each lesson in headless Chromium, by clicking and typing: what it opens, what it changes, and what is ticked."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.lab.opening import TEXT, Opened, checked, text, waiting, write
from tests.lab.solutions import SOLUTIONS, Solution, begun, blocks, changed
from vsym.lab import lessons


@pytest.fixture(scope="module")
def page(shared: Opened) -> Page:
    """The page with the lessons at its side; no line of theirs is wrapped."""
    page = shared.begin(anew=True)
    page.set_viewport_size({"width": 1200, "height": 700})
    page.click("#lessons")
    expect(page.locator("#lesson option")).to_have_count(len(lessons.names()))
    return page


@pytest.mark.parametrize("name", lessons.names())
def test_it_is_done_by_clicking_and_typing(page: Page, name: str) -> None:
    hidden = lessons.lesson(name)["hidden"]
    _select(page, name)
    checked(page)
    with waiting(page):
        _click_through(page, name)
    for solution in SOLUTIONS[name]:
        with waiting(page):
            _open(page, name, solution)
        checked(page)
        wanted = set(range(hidden)) if solution.met is None else {*solution.met}
        assert not _ticked(page) >= wanted
        write(page, solution.edits)
        checked(page)
        assert _ticked(page) >= wanted
    expect(page.locator("#hidden")).to_contain_text(f"({hidden} of {hidden} met)")
    assert "expect" not in page.locator("#lesson").inner_text()


def test_a_wrong_answer_is_not_ticked_until_it_is_put_right(page: Page) -> None:
    """All of it is typed by the keys, letter by letter."""
    [solution] = SOLUTIONS["2-readers-and-writers"]
    page.locator("#lesson select").select_option("2-readers-and-writers")
    expect(page.locator("#hidden")).to_contain_text("(0 of 3 met)")
    checked(page)
    with waiting(page):
        _open(page, "2-readers-and-writers", solution)
    write(page, solution.wrong, keys=100)
    checked(page)
    assert len(_ticked(page)) == 1
    write(page, solution.correction)
    checked(page)
    assert len(_ticked(page)) == 3
    write(page, [(new, old) for old, new in solution.correction])
    checked(page)
    assert len(_ticked(page)) == 1


def test_only_the_lessons_own_model_is_ticked(page: Page) -> None:
    """The file that is open has a broken step and a property as the lesson asks for; so has a text from a link."""
    [solution] = SOLUTIONS["2-readers-and-writers"]
    _select(page, "2-readers-and-writers")
    with waiting(page):
        _open(page, "2-readers-and-writers", solution)
    write(page, solution.edits)
    checked(page)
    answer = text(page)
    assert len(_ticked(page)) == 3
    _select(page, "3-breaking-it")
    _select(page, "2-readers-and-writers")
    expect(page.locator("#hidden")).to_contain_text("(3 of 3 met)")
    _select(page, "1-mutual-exclusion")
    with waiting(page):
        _open(page, "1-mutual-exclusion", SOLUTIONS["1-mutual-exclusion"][0])
    _select(page, "2-readers-and-writers")
    page.locator(".cm-content").press("Control+a")
    page.keyboard.insert_text(answer)
    checked(page)
    expect(page.locator("#hidden")).to_contain_text("(0 of 3 met); open a model of this lesson, since no other counts")
    page.click("#back")
    checked(page)
    expect(page.locator("#hidden")).to_contain_text("(0 of 3 met); open")


def _select(page: Page, name: str) -> None:
    """A lesson is chosen from the list."""
    page.locator("#lesson select").select_option(name)
    expect(page.locator("#lesson h1")).to_have_text(lessons.text(name).partition("\n")[0].removeprefix("# "))


def _click_through(page: Page, name: str) -> None:
    """Each block is opened or applied by its button, and then stands in the editor."""
    found = blocks(name)
    assert page.locator("#lesson .code button").all_inner_texts() == [
        "apply" if one.kind == "diff" else "open" for one in found
    ]
    expected = [""]
    for block in found:
        expected.append(changed(expected[-1], block.text) if block.kind == "diff" else block.text)
    assert _pressed(page, range(len(found))) == expected[1:]


def _pressed(page: Page, places: Iterable[int]) -> list[str]:
    """The text in the editor after each of some buttons, which the page presses itself. A click of the mouse takes
    long, and the one on the last button of a solution is enough."""
    script = f"""places => {{
        const buttons = document.querySelectorAll('#lesson .code button');
        return places.map(place => {{ buttons[place].click(); return {TEXT}; }});
    }}"""
    found: list[str] = page.evaluate(script, [*places])
    return found


def _open(page: Page, name: str, solution: Solution) -> None:
    """The model in which a solution is typed is opened, with what the lesson changes in it."""
    if isinstance(solution.opened, str):
        page.locator("#lesson").get_by_role("button", name=solution.opened).last.click()
        return
    kinds = [one.kind for one in blocks(name)]
    first = [number for number, kind in enumerate(kinds) if kind != "diff"][solution.opened]
    last = first + solution.changes
    _pressed(page, range(first, last))
    page.locator("#lesson .code button").nth(last).click()
    assert text(page) == begun(name, solution)[0]


def _ticked(page: Page) -> set[int]:
    """The checks that the lesson hides and that are ticked, by their numbers."""
    told = page.locator("#hidden").inner_text().partition(": ")[2].partition(" (")[0].split()
    return {number for number, sign in enumerate(told) if sign == "✓"}
