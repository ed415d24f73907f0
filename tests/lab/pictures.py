"""The pictures of docs/lab.md: `python -m tests.lab.pictures` takes them anew."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tests.show.text.chromium import chromium
from tests.support.running import EXAMPLES, PROGRAM

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def main() -> None:
    """Take every picture."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        shutil.copy(EXAMPLES / "rw_broken.gsst", Path(folder) / "rw.gsst")
        command = [str(PROGRAM), "lab", "rw.gsst", "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            for name, width, scheme in (
                ("lab", 1400, "light"),
                ("lab-lesson", 1400, "dark"),
                ("lab-narrow", 420, "light"),
            ):
                page = browser.new_page(
                    viewport={"width": width, "height": 860},
                    color_scheme="dark" if scheme == "dark" else "light",
                    reduced_motion="reduce",
                )
                page.goto(url)
                _arrange(page, name)
                page.screenshot(path=PICTURES / f"{name}.png")
                page.close()
            server.terminate()


def _arrange(page: Page, name: str) -> None:
    page.locator("#tables .verdict").first.wait_for()
    page.locator(".drawing svg").wait_for()
    if name == "lab-lesson":
        page.click("#lessons")
        page.locator("#lesson .code").first.get_by_role("button", name="open").click()
        page.locator("#tables", has_text="exclusive").wait_for()
        page.get_by_role("button", name="apply").first.click()
        page.locator("#changes li").wait_for()
        page.get_by_role("button", name="path of exclusive").click()
    else:
        page.get_by_role("button", name="path of reader_served").click()
    page.locator(".choices").wait_for()
    if name == "lab-narrow":
        page.locator("#verdicts").scroll_into_view_if_needed()
        page.evaluate("document.querySelector('#verdicts').scrollIntoView()")
    else:
        page.evaluate("scrollTo(0, 0)")
    page.locator(".lanes-box").press("ArrowRight")
    page.locator("#path .said", has_text="State 1").wait_for()
    page.locator(".choices").wait_for()


if __name__ == "__main__":
    main()
