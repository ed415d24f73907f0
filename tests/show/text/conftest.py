"""A browser, and a tab of it, for all tests of pages: each new tab costs more than most of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.show.text.chromium import chromium
from tests.show.text.tab import Tab


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="package")
def tab(browser: Browser) -> Tab:
    """A tab with scripts."""
    return Tab.of(browser)


@pytest.fixture(scope="package")
def plain(browser: Browser) -> Tab:
    """A tab without."""
    return Tab.of(browser, scripts=False)
