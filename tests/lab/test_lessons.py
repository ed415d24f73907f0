"""Each lesson in headless Chromium, by clicking and typing: the opened models, the changes, and the ticked checks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.lab.learning import learn, open_model, select, ticked
from tests.lab.opening import Opened, checked, text, waiting, write
from tests.lab.solutions import SOLUTIONS
from tests.support.drawn import chosen
from vsym.lab import lessons


@pytest.fixture(scope="module")
def page(shared: Opened) -> Page:
    """The page with the lessons at its side; no line of theirs is wrapped."""
    page = shared.begin(anew=True)
    page.set_viewport_size({"width": 1200, "height": 700})
    page.click("#lessons")
    expect(page.locator("#lesson option")).to_have_count(len(lessons.names()))
    return page


@pytest.mark.parametrize("name", chosen(lessons.names()[::4], lessons.names()))
def test_it_is_done_by_clicking_and_typing(page: Page, name: str) -> None:
    """Without the page, all lessons are in `test_browser.py`."""
    learn(page, name, waiting)


def test_a_wrong_answer_is_not_ticked_until_it_is_put_right(page: Page) -> None:
    """All of it is typed by the keys, letter by letter."""
    [solution] = SOLUTIONS["2-readers-and-writers"]
    page.locator("#lesson select").select_option("2-readers-and-writers")
    expect(page.locator("#hidden")).to_contain_text("(0 of 3 met)")
    checked(page)
    with waiting(page):
        open_model(page, "2-readers-and-writers", solution)
    write(page, solution.wrong, keys=100)
    checked(page)
    assert len(ticked(page)) == 1
    write(page, solution.correction)
    checked(page)
    assert len(ticked(page)) == 3
    write(page, [(new, old) for old, new in solution.correction])
    checked(page)
    assert len(ticked(page)) == 1


def test_only_the_lessons_own_model_is_ticked(page: Page) -> None:
    """The file that is open has a broken step and a property as the lesson asks for; so has a text from a link."""
    [solution] = SOLUTIONS["2-readers-and-writers"]
    select(page, "2-readers-and-writers")
    with waiting(page):
        open_model(page, "2-readers-and-writers", solution)
    write(page, solution.edits)
    checked(page)
    answer = text(page)
    assert len(ticked(page)) == 3
    select(page, "3-breaking-it")
    select(page, "2-readers-and-writers")
    expect(page.locator("#hidden")).to_contain_text("(3 of 3 met)")
    select(page, "1-mutual-exclusion")
    with waiting(page):
        open_model(page, "1-mutual-exclusion", SOLUTIONS["1-mutual-exclusion"][0])
    select(page, "2-readers-and-writers")
    page.locator(".cm-content").press("Control+a")
    page.keyboard.insert_text(answer)
    checked(page)
    expect(page.locator("#hidden")).to_contain_text("(0 of 3 met); open a model of this lesson, since no other counts")
    page.click("#back")
    checked(page)
    expect(page.locator("#hidden")).to_contain_text("(0 of 3 met); open")
