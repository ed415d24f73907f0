"""The compiler of the tests of engines, with sanitizers."""

from __future__ import annotations

import os

import pytest

from tests.conftest import SANITIZERS
from vsym.engines.compiled import takeover
from vsym.engines.compiled.compiler import FAST

WITHOUT = ("tests.engines.disk.test_damage", "tests.engines.disk.test_remote", "tests.engines.disk.test_store")
"""Modules of tests that start hundreds of processes, which sanitizers make three times as slow. Others run the same
programs with them."""

WHOLE = (*FAST, "-DWHOLE")
"""Options with which a program is compiled whole, as fast programs are: other tests have its search compiled apart."""


@pytest.fixture(autouse=True)
def _sanitized(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sanitizers, which end a program with an error where C leaves its behaviour undefined."""
    monkeypatch.setattr(takeover, "FAST", WHOLE)
    if request.module.__name__ not in WITHOUT:
        monkeypatch.setenv("CC", f"{os.environ['CC']} {SANITIZERS}")
