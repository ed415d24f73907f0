"""Lines on any model, and the common settings of all tables: their rows, and the colours of verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from rich.console import RenderableType
from rich.text import Text

from vsym.models.counting.structure import every_size_text
from vsym.models.protocol import AnyModel

Story: TypeAlias = list[RenderableType]

ROWS = 40
"""The most rows of a table without `everything`."""

TIME_WIDTH = 8
"""Columns wide enough for a time, so that tables do not change their shape with it."""

VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "symmetric": "green",
        "virtually symmetric": "green",
        "broken": "red",
        "undecided": "yellow",
        "holds": "green",
        "holds up to k": "yellow",
        "violated": "red",
        "unknown": "yellow",
        "proves": "green",
        "fails": "red",
    }
)
"""The colour of each verdict."""

_EVERY_SIZE: Mapping[str, Callable[[Any], str]] = MappingProxyType({"processes": every_size_text})
"""The sizes that a model of a kind stands for, where it leaves parameters open."""


def system_line(model: AnyModel, extent: str | None = None) -> Text:
    """A model in one line; its `extent` where that differs from its own words."""
    return Text.assemble((model.name, "bold"), f": {model.words.extent if extent is None else extent}")


def every_size(model: AnyModel) -> str:
    """`for all readers >= 1, writers >= 1`; nothing where no parameter is open."""
    written = _EVERY_SIZE.get(model.kind)
    return "" if written is None else written(model)


def values_text(values: Iterable[tuple[str, int]]) -> str:
    """`readers = 1, writers = 2`."""
    return ", ".join(f"{name} = {value}" for name, value in values)
