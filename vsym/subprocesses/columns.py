"""Columns as editors and browsers count them: in units of an encoding of Unicode, in which characters differ in length.

In UTF-16, which the protocol of language servers and browsers have in common, characters beyond the first 65,536, such
as emoji, take two units.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from types import MappingProxyType

_CODECS: Mapping[str, tuple[str, int]] = MappingProxyType({"utf-16": ("utf-16-le", 2), "utf-8": ("utf-8", 1)})
"""The codec of an encoding, and the bytes of a unit; in all others a character is a unit."""


def units(text: str, encoding: str = "utf-16") -> int:
    """The number of units of a text."""
    if text.isascii() or encoding not in _CODECS:
        return len(text)
    codec, size = _CODECS[encoding]
    return len(text.encode(codec, "surrogatepass")) // size


def within(text: str, number: int, encoding: str = "utf-16") -> int:
    """The number of whole characters in the first `number` units of a text; at most all of its characters."""
    if text.isascii() or encoding not in _CODECS:
        return min(number, len(text))
    codec, size = _CODECS[encoding]
    decoder = codecs.getincrementaldecoder(codec)("surrogatepass")
    return len(decoder.decode(text.encode(codec, "surrogatepass")[: number * size]))
