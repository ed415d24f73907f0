"""Texts that are not written to their end, and texts that are broken: every request has an answer."""

from __future__ import annotations

from pathlib import Path

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.lsp.opened import EVERY, found, opened
from tests.support.drawn import many
from vsym.lsp.document import Document
from vsym.lsp.findings import actions, shown
from vsym.lsp.navigation import definition, highlights, hover, references, renamed_place
from vsym.lsp.outline import completions, folds, symbols


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


PARTS = (
    *("for", "{", "}", "end;", "/*", "*/", '"', "--", "//", ":=", "ruleset", "("),
    *("\N{GRINNING FACE}", "\x00", "\ud800"),
)


@settings(max_examples=many(5), phases=[Phase.generate])
@given(st.sampled_from(EVERY), st.data())
def test_a_broken_text_is_answered(path: Path, data: st.DataObject) -> None:
    """Pieces are cut out of an example, or all after a place, and signs put in."""
    text = path.read_text(encoding="utf-8")
    text = text[: data.draw(st.just(len(text)) | st.integers(0, len(text)))]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 200)))
        text = text[:start] + data.draw(st.sampled_from(PARTS)) + text[end:]
    before = opened(path.read_text(encoding="utf-8"), path.name)
    for ends in ("\n", "\r\n"):
        document = opened(text.replace("\n", ends), path.name, before)
        asked(document, data.draw(st.integers(0, len(document.source.text))))
