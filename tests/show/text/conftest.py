"""A tab for all tests of pages: each new one costs more than most of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.show.text.tab import Tab


@pytest.fixture(scope="package")
def tab(browser: Browser) -> Tab:
    """A tab with scripts."""
    return Tab.of(browser)


@pytest.fixture(scope="package")
def plain(browser: Browser) -> Tab:
    """A tab without."""
    return Tab.of(browser, scripts=False)
