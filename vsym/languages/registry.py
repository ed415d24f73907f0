"""The languages, by how the names of their files end: the only list of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source
from vsym.languages import reading
from vsym.languages.protocol import Language
from vsym.languages.reading import kept
from vsym.models.text import AnyText

_LANGUAGES: tuple[Language, ...] = tuple(
    import_module(f"{__package__}.{name}").LANGUAGE for name in ("gsst", "murphi", "systems", "pp", "ta")
)

LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {suffix: one for one in _LANGUAGES for suffix in one.descriptor.suffixes}
)
"""Every language, by each way in which the names of its files end."""

DEFAULT = _LANGUAGES[0].descriptor.suffix
"""The language of standard input, of texts without a file, of files with another suffix, and of formulas in reports."""


def language(name: str = "") -> Language:
    """The language of a file with this name."""
    return LANGUAGES.get(PurePath(name).suffix, LANGUAGES[DEFAULT])


def parsed(source: Source, budget: Budget = UNLIMITED) -> AnyText:
    """The text in its language; raises DiagnosticError with every syntax error that was found, LimitReachedError."""
    return language(source.name).parsed(source, budget)


def read(path: str, budget: Budget = UNLIMITED) -> AnyText:
    """The text at a path (`-` is standard input); raises DiagnosticError where it cannot be read or parsed, and
    LimitReachedError."""
    return parsed_or_kept(reading.read(path), budget)


def parsed_or_kept(source: Source, budget: Budget = UNLIMITED) -> AnyText:
    """As `parsed`, but from the cache if this run or another has read the same before."""
    return kept(source, lambda unknown: parsed(unknown, budget))
