"""A browser for all tests of output: it takes two seconds to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.show.text.chromium import chromium


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser."""
    with chromium() as found:
        yield found
