"""Texts while they are typed, and texts that are broken: every request has an answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.drawn import TIMES, many
from tests.lsp.opened import EVERY, found, opened
from vsym.lsp.completion import completions
from vsym.lsp.document import Document
from vsym.lsp.findings import actions, shown
from vsym.lsp.hover import hover
from vsym.lsp.navigation import definition, highlights, references, renamed_place
from vsym.lsp.outline import folds, symbols

TYPED = EVERY if TIMES > 1 else [path for path in EVERY if path.name in ("rw.gsst", "misuse.m")]


def asked(document: Document, offset: int) -> None:
    """Everything that an editor asks of a text with the caret at an offset."""
    problems = found(document)
    end = document.places.position(len(document.source.text))
    for marked in shown(document, problems):
        assert marked.range.start <= marked.range.end <= end
    actions(document, problems, 0, offset)
    for symbol in symbols(document):
        assert symbol.range.start <= symbol.selection_range.start <= symbol.selection_range.end <= symbol.range.end
    folds(document)
    completions(document, offset)
    hover(document, offset, None)
    definition(document, offset)
    for place in references(document, offset, declared=True):
        assert place.range.end <= end
    highlights(document, offset)
    renamed_place(document, offset)


@pytest.mark.parametrize("path", TYPED, ids=lambda path: path.name)
def test_a_text_is_typed_character_by_character(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = opened("", path.name)
    # Programs take longer: their characters come in pairs, but for a night.
    step = 1 if TIMES > 1 or path.suffix == ".gsst" else 2
    for length in (*range(1, len(text), step), len(text)):
        document = opened(text[:length], path.name, document)
        asked(document, length)
    assert document.naming == document.names


PARTS = (
    "for",
    "{",
    "}",
    "end;",
    "/*",
    "*/",
    '"',
    "--",
    "//",
    ":=",
    "\N{GRINNING FACE}",
    "\x00",
    "\ud800",
    "ruleset",
    "(",
)


@settings(max_examples=many(5), phases=[Phase.generate])
@given(st.sampled_from(EVERY), st.data())
def test_a_broken_text_is_answered(path: Path, data: st.DataObject) -> None:
    """Pieces are cut out of an example, and signs put in."""
    text = path.read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 200)))
        text = text[:start] + data.draw(st.sampled_from(PARTS)) + text[end:]
    before = opened(path.read_text(encoding="utf-8"), path.name)
    for ends in ("\n", "\r\n"):
        document = opened(text.replace("\n", ends), path.name, before)
        asked(document, data.draw(st.integers(0, len(document.source.text))))
