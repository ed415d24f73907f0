"""The front end: from the text of a `.gsst` file to a model."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vsym.model import Model
from vsym.source import Source


def load(source: Source, overrides: Mapping[str, int] = MappingProxyType({})) -> Model:
    """The model that a text describes, with some of its parameters overridden.

    Raises vsym.source.DiagnosticError with every error that could be found.
    """
    # The parser generator is imported only where something is parsed.
    from vsym.gsst.elaborate import elaborate
    from vsym.gsst.parse import parse

    return elaborate(parse(source), overrides)
