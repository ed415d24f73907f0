"""The compiler of the tests of engines, with sanitizers."""

from __future__ import annotations

import os

import pytest

from tests.conftest import SANITIZERS


@pytest.fixture(autouse=True)
def _sanitized(monkeypatch: pytest.MonkeyPatch) -> None:
    """What C leaves undefined ends a program with an error."""
    monkeypatch.setenv("CC", f"{os.environ['CC']} {SANITIZERS}")
