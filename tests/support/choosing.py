"""Choices by number, of which Hypothesis keeps the strategies: making one for each choice takes longer than drawing."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

T = TypeVar("T")


def one_of(draw: DrawFn, *options: T) -> T:
    """One of these, the first where Hypothesis makes it simpler."""
    return options[draw(st.integers(0, len(options) - 1))]


def chance(draw: DrawFn, percent: int) -> bool:
    """True this often. The false branch is the one that Hypothesis shrinks to."""
    return draw(st.integers(0, 99)) >= 100 - percent
