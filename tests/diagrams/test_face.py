"""What the library says of itself."""

from __future__ import annotations

import doctest

import vsym.diagrams


def test_the_example_at_the_top_is_right() -> None:
    found = doctest.testmod(vsym.diagrams)
    assert found.attempted
    assert not found.failed
