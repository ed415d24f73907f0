"""Programs that these tests compile are held to what C defines, and to what compilers warn of."""

from __future__ import annotations

import os

import pytest

CHECKS = "-Wall -Wextra -Wno-unused-function -Werror -fsanitize=address,undefined -fno-sanitize-recover=all"
"""Options of the compiler. What a model does not need of the templates is no mistake."""


@pytest.fixture(autouse=True)
def checked_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each access and each operation is checked, and a program that is wrong ends."""
    monkeypatch.setenv("CC", f"{os.environ['CC']} {CHECKS}")
    monkeypatch.setenv("ASAN_OPTIONS", "detect_leaks=0")
