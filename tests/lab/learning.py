"""The actions of a person in a lesson: choosing it, opening its models, and typing its solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TypeAlias

from playwright.sync_api import Page, expect

from tests.lab.opening import TEXT, checked, text, write
from tests.lab.solutions import SOLUTIONS, Solution, begun, blocks, changed
from vsym.lab import lessons

Pausing: TypeAlias = Callable[[Page], AbstractContextManager[object]]
"""A context in which the page checks no change before the end, where that saves time."""


def learn(page: Page, name: str, pausing: Pausing) -> None:
    """Do a lesson by clicking and typing; raises AssertionError where something is not as it says."""
    hidden = lessons.lesson(name)["hidden"]
    select(page, name)
    checked(page)
    with pausing(page):
        click_through(page, name)
    for solution in SOLUTIONS[name]:
        with pausing(page):
            open_model(page, name, solution)
        checked(page)
        wanted = set(range(hidden)) if solution.met is None else {*solution.met}
        assert not ticked(page) >= wanted
        write(page, solution.edits)
        checked(page)
        assert ticked(page) >= wanted
    expect(page.locator("#hidden")).to_contain_text(f"({hidden} of {hidden} met)")
    assert "expect" not in page.locator("#lesson").inner_text()


def select(page: Page, name: str) -> None:
    """Choose a lesson from the list."""
    page.locator("#lesson select").select_option(name)
    expect(page.locator("#lesson h1")).to_have_text(lessons.text(name).partition("\n")[0].removeprefix("# "))


def click_through(page: Page, name: str) -> None:
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


def open_model(page: Page, name: str, solution: Solution) -> None:
    """Opens the model in which a solution is typed, with the changes that the lesson makes to it."""
    if isinstance(solution.opened, str):
        page.locator("#lesson").get_by_role("button", name=solution.opened).last.click()
        return
    kinds = [one.kind for one in blocks(name)]
    first = [number for number, kind in enumerate(kinds) if kind != "diff"][solution.opened]
    last = first + solution.changes
    _pressed(page, range(first, last))
    page.locator("#lesson .code button").nth(last).click()
    assert text(page) == begun(name, solution)[0]


def ticked(page: Page) -> set[int]:
    """The checks that the lesson hides and that are ticked, by their numbers."""
    told = page.locator("#hidden").inner_text().partition(": ")[2].partition(" (")[0].split()
    return {number for number, sign in enumerate(told) if sign == "✓"}
