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
"""Options with which a program is compiled whole, as fast programs are: others have their search compiled apart."""

WITHOUT_SANITIZERS = os.environ["CC"]
"""The compiler of other tests, for claims that do not depend on what sanitizers see."""


@pytest.fixture(autouse=True)
def _sanitized(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sanitizers, which end a program with an error where C leaves its behaviour undefined."""
    if request.module.__name__ not in WITHOUT:
        monkeypatch.setenv("CC", f"{WITHOUT_SANITIZERS} {SANITIZERS}")


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs compiled whole, which takes three times as long."""
    monkeypatch.setattr(takeover, "FAST", WHOLE)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No sanitizers, for searches that only work until a limit, through many states or in many processes."""
    monkeypatch.setenv("CC", WITHOUT_SANITIZERS)
