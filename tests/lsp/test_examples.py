"""Examples with the server as editors start it: every kind of request, and texts typed character by character."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import Editor, conversation
from tests.lsp.opened import EVERY
from tests.support.drawn import TIMES, many

SAMPLE = many(2)
"""The number of examples that a run types; each run draws others."""

BURST = max(800 // TIMES, 1)
"""The most changes in one message: each inserts a character, or a whole comment."""

ASKED = 0.1
"""The share of bursts after which the editor sends a request."""

PLACED = 6
"""The number of kinds of requests about a place."""

_PIECE = re.compile(r"(?://|--).*|\n|.")

Document = lsp.TextDocumentIdentifier


def place(text: str, offset: int) -> lsp.Position:
    """The position of an offset in an example, whose characters are all one unit."""
    return lsp.Position(text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1)


async def unless_refused(answer: Awaitable[Any]) -> Any:
    """The answer to a request, or None if the server refuses it."""
    try:
        return await answer
    except JsonRpcException as error:
        if error.code != lsp.LSPErrorCodes.RequestFailed:
            raise
        return None


async def of_text(editor: Editor, document: Document, text: str) -> Sequence[Sequence[Any]]:
    """The answers about a whole text: its outline, foldings, lenses and fixes."""
    symbols = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)) or ()
    folds = await editor.text_document_folding_range_async(lsp.FoldingRangeParams(document)) or ()
    lenses = await editor.text_document_code_lens_async(lsp.CodeLensParams(document)) or ()
    end = place(text, len(text))
    asked = lsp.CodeActionParams(document, lsp.Range(lsp.Position(0, 0), end), lsp.CodeActionContext([]))
    actions = await editor.text_document_code_action_async(asked) or ()
    for symbol in symbols:
        assert isinstance(symbol, lsp.DocumentSymbol)
        assert (
            symbol.range.start <= symbol.selection_range.start <= symbol.selection_range.end <= symbol.range.end <= end
        )
    assert all(0 <= fold.start_line < fold.end_line <= end.line for fold in folds)
    assert all(lens.range.end <= end and (lens.command or lens.data) for lens in lenses)
    return symbols, folds, lenses, actions


async def formatted(editor: Editor, document: Document, text: str) -> None:
    """The text in one style, or a refusal."""
    style = lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, insert_spaces=True))
    edits = await unless_refused(editor.text_document_formatting_async(style)) or ()
    assert all(edit.range.end <= place(text, len(text)) for edit in edits)


async def at(editor: Editor, document: Document, position: lsp.Position, end: lsp.Position, chosen: int) -> Any:
    """The answer to one of the requests that an editor sends about a place."""
    found: Any
    asked: Any
    match chosen:
        case 0:
            found = await editor.text_document_completion_async(lsp.CompletionParams(document, position)) or ()
            assert all(one.label for one in found)
        case 1:
            found = await editor.text_document_hover_async(lsp.HoverParams(document, position))
            # The hover's text depends on how much of the symmetry is decided by now: only its range counts.
            found = found and found.range
            assert found is None or found.start <= position <= found.end
        case 2:
            found = await editor.text_document_definition_async(lsp.DefinitionParams(document, position))
            assert found is None or (found.uri == document.uri and found.range.end <= end)
        case 3:
            context = lsp.ReferenceContext(include_declaration=True)
            asked = lsp.ReferenceParams(context, document, position)
            found = await editor.text_document_references_async(asked) or ()
            assert all(one.range.end <= end for one in found)
        case 4:
            asked = lsp.DocumentHighlightParams(document, position)
            found = await editor.text_document_document_highlight_async(asked) or ()
            assert all(one.range.end <= end for one in found)
        case _:
            found = await editor.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, position))
            assert found is None or found.start <= position <= found.end
    return found


async def renamed(editor: Editor, document: Document, position: lsp.Position) -> None:
    """Rename the symbol at a place: the server edits all places of the name, or refuses."""
    places = await at(editor, document, position, lsp.Position(10**9, 0), 3)
    asked = lsp.RenameParams(document, position, "fresh_name")
    edit = await unless_refused(editor.text_document_rename_async(asked))
    if edit is not None:
        assert edit.changes is not None
        assert len(edit.changes[document.uri]) == len(places)


async def typed(editor: Editor, path: Path, text: str, draw: random.Random) -> tuple[Document, int]:
    """Type a text character by character, with a request now and then, and return its document and last version.

    A comment comes at once: comments are half of most examples, and make no difference to the server.
    """
    document, written, version = editor.open(path, ""), 0, 1
    pieces = _PIECE.findall(text)
    line = column = 0
    while pieces:
        changes: list[lsp.TextDocumentContentChangeEvent] = []
        burst = draw.randint(1, BURST)
        for piece in pieces[:burst]:
            position = lsp.Position(line, column)
            changes.append(lsp.TextDocumentContentChangePartial(lsp.Range(position, position), piece))
            line, column = (line + 1, 0) if piece == "\n" else (line, column + len(piece))
            written += len(piece)
        del pieces[:burst]
        version += 1
        editor.edit(document, version, changes)
        if draw.random() < ASKED:
            end = lsp.Position(line, column)
            await at(editor, document, end, end, draw.randrange(PLACED))
            if draw.random() < ASKED:
                await of_text(editor, document, text[:written])
                await formatted(editor, document, text[:written])
    return document, version


@pytest.mark.slow
def test_examples_are_typed_and_asked_about() -> None:
    """In the end the server answers as it does for the same text opened at once."""
    seed = random.SystemRandom().randrange(2**32)
    print(f"drawn with {seed}")
    draw = random.Random(seed)

    async def talk(editor: Editor) -> None:
        for path in draw.sample(EVERY, min(SAMPLE, len(EVERY))):
            text = path.read_text(encoding="utf-8")
            other, version = await typed(editor, path.with_name(f"typed-{path.name}"), text, draw)
            document = editor.open(path, text, version)
            known = await of_text(editor, document, text)
            await formatted(editor, document, text)
            assert len(known[0]) > 1
            assert len(known[1]) > 0
            again = await of_text(editor, other, text)
            assert [*map(len, known)] == [*map(len, again)]
            assert known[:2] == again[:2]
            end = place(text, len(text))
            compared = draw.sample(range(PLACED), 2)
            for chosen in range(PLACED):
                position = place(text, draw.randrange(len(text)))
                found = await at(editor, document, position, end, chosen)
                if chosen in compared:
                    same = await at(editor, other, position, end, chosen)
                    assert str(found).replace(document.uri, other.uri) == str(same)
            await renamed(editor, document, place(text, draw.randrange(len(text))))
            errors: dict[str, Any] = {document.uri: None, other.uri: None}
            while None in errors.values():
                told = await editor.marked.get()
                # The findings on symmetry may follow in another message.
                if told.version == version and errors.get(told.uri, ()) is None:
                    errors[told.uri] = told.diagnostics
            assert errors[document.uri] == errors[other.uri]
            for one in (document, other):
                editor.text_document_did_close(lsp.DidCloseTextDocumentParams(one))
        assert await editor.end() == 0

    # No time for symmetry, which this test is not about.
    conversation(talk, seconds=0.001)
