"""Models from texts that tests have at hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source
from vsym.checking.check import subject_of
from vsym.checking.question import Subject
from vsym.languages.registry import parsed
from vsym.models.counting.model import Model
from vsym.models.program.program import Dialect, Program
from vsym.models.text import ProgramText, Text

_NOTHING: Mapping[str, int] = MappingProxyType({})


def counting(source: Source, budget: Budget = UNLIMITED) -> Text[Model]:
    """The text of a model of processes that are counted."""
    text = parsed(source, budget)
    assert not isinstance(text, ProgramText)
    return text


def load(source: Source, values: Mapping[str, int] = _NOTHING) -> Model:
    """The model of a text, with some of its parameters overridden."""
    return counting(source).at(values)


def load_open(source: Source, values: Mapping[str, int], names: tuple[str, ...]) -> Subject[Model]:
    """The model of a text with some parameters open, and its instances."""
    return subject_of(counting(source), values, names)


def load_program(text: str, values: Mapping[str, int] = _NOTHING, dialect: Dialect | None = None) -> Program:
    """The program that a text of Murphi stands for."""
    read = parsed(Source("program.m", text))
    assert isinstance(read, ProgramText)
    program: Program = read.with_dialect(dialect or Dialect()).at(values)
    return program
