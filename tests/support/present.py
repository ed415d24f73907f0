"""Values that a test needs and that may be missing."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def present(value: T | None) -> T:
    """The value, which is there."""
    assert value is not None
    return value
