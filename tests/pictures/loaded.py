"""Models to draw."""

from __future__ import annotations

from tests.running import EXAMPLES
from vsym.gsst import load
from vsym.model import Model
from vsym.source import Source


def example(name: str, **parameters: int) -> Model:
    """One of the examples."""
    path = EXAMPLES / f"{name}.gsst"
    return load(Source(path.name, path.read_text(encoding="utf-8")), parameters)


def model(text: str) -> Model:
    """A model from its text."""
    return load(Source("drawn.gsst", text), {})
