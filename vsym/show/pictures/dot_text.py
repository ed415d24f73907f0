"""Names, labels and colours as Graphviz reads them."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import MappingProxyType

from vsym.basics.source import visible
from vsym.show.pictures.picture import Color, Named, Stroke

HEX: Mapping[Named, str] = MappingProxyType(
    {
        "black": "#000000",
        "grey": "#767676",
        "blue": "#0072b2",
        "vermilion": "#d55e00",
        "green": "#007a5a",
        "purple": "#aa4499",
        "orange": "#b07d00",
        "sky": "#2b8cc4",
    }
)
"""The colours, those of the palette that are too light for lines on white made darker."""

_HEX: Mapping[str, str] = MappingProxyType({str(name): code for name, code in HEX.items()})

FONT = "DejaVu Sans,Verdana,Geneva,sans-serif"
"""Families with the same widths, so that a text fits whichever of them is there; a reader's own is usually narrower."""


def hex_of(color: Color) -> str:
    """A colour as `#d55e00`."""
    return _HEX.get(color, color)


def quoted(name: str) -> str:
    """A name or an attribute in quotes."""
    return '"{}"'.format(visible(name).replace("\\", "\\\\").replace('"', '\\"'))


def label(text: str) -> str:
    """The inside of a label in quotes, in which Graphviz reads both its own escapes and those of HTML."""
    escaped = visible(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return escaped.replace("\n", "\\n")


def html(text: str) -> str:
    """Text in an HTML-like label, in which Graphviz still reads its own escapes."""
    return escape(visible(text)).replace("\\", "\\\\").replace("\n", "<BR/>")


def colored(stroke: Stroke) -> list[str]:
    """The attributes for the colour of a line and its text."""
    color = hex_of(stroke.color)
    return [] if stroke.color == "black" else [f'color="{color}"', f'fontcolor="{color}"']
