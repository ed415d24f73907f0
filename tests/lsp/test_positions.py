"""Columns in the units of editors, checked against Python's own encodings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from vsym.basics.source import Source, Span
from vsym.lsp.document import Places

WIDTHS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
TEXTS = st.text(st.sampled_from("a ü→\N{GRINNING FACE}\N{COMBINING ACUTE ACCENT}\u2028\x0b\n"), max_size=12)


def units(text: str, encoding: str) -> int:
    codec, width = WIDTHS[encoding]
    return len(text.encode(codec)) // width


@given(TEXTS, st.sampled_from([*WIDTHS]))
def test_every_offset_is_where_its_encoding_says(text: str, encoding: str) -> None:
    places = Places(Source("model.gsst", text), encoding)
    for offset in range(len(text) + 1):
        lines = text[:offset].split("\n")
        position = places.position(offset)
        assert (position.line, position.character) == (len(lines) - 1, units(lines[-1], encoding))
        assert places.offset(position) == offset


@given(TEXTS, st.integers(0, 5), st.integers(0, 30))
def test_no_place_is_outside_the_text(text: str, line: int, character: int) -> None:
    offset = Places(Source("model.gsst", text)).offset(lsp.Position(line, character))
    assert 0 <= offset <= len(text)
    lines = text.split("\n")
    assert text[:offset].count("\n") == min(line, len(lines) - 1)


def test_a_place_inside_a_character_is_that_of_the_character() -> None:
    assert Places(Source("", "\N{GRINNING FACE}x")).offset(lsp.Position(0, 1)) == 0


@pytest.mark.parametrize(("encoding", "columns"), [("utf-8", (12, 14)), ("utf-16", (7, 8)), ("utf-32", (5, 6))])
def test_a_stretch_after_umlauts_and_emoji(encoding: str, columns: tuple[int, int]) -> None:
    source = Source("", "// x\nü\N{GRINNING FACE}\N{GRINNING FACE}  ä")
    assert source.text[10] == "ä"
    found = Places(source, encoding).range(Span(source, 10, 11))
    assert (found.start.line, found.start.character, found.end.character) == (1, *columns)
