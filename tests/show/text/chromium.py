"""The browser that pages are opened in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser: the one that VSYM_CHROMIUM names, or the one on PATH."""
    named = os.environ.get("VSYM_CHROMIUM")
    program = next((found for name in ([named] if named else NAMES) if (found := shutil.which(name))), None)
    assert program is not None, "these tests need Chromium: scripts/install-chromium.sh installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
