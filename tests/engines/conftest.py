"""The compiler of the tests of engines, with sanitizers."""

from __future__ import annotations

import os

import pytest

from tests.conftest import SANITIZERS


@pytest.fixture(autouse=True)
def _sanitized(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sanitizers, which end a program with an error where C leaves its behaviour undefined."""
    monkeypatch.setenv("CC", f"{os.environ['CC']} {SANITIZERS}")
