"""Options of the tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Goldens are compared, unless they are to be written anew."""
    parser.addoption("--update-goldens", action="store_true", help="write the golden files instead of comparing them")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests on generated models take longest: first, so that no worker is left with one at the end."""
    items.sort(key=lambda item: not any(word in item.nodeid for word in ("fuzz", "every_size", "wheel")))
