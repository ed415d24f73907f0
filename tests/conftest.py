"""Options of the tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Goldens are compared, unless they are to be written anew."""
    parser.addoption("--update-goldens", action="store_true", help="write the golden files instead of comparing them")
