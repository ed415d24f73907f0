"""Response times of `vsym lsp` to an editor, on all examples as they are and broken at places drawn at random."""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types as lsp
from measuring import SHORT
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient
from rich import box
from rich.console import Console
from rich.table import Table

EXAMPLES = Path(__file__).parent.parent / "examples"
BREAKING = ("(", "}", ";", '"', "/*", "end", "x", "")
PLACES = 1 if SHORT else 3
LIMIT = 0.1
"""Seconds that an answer may take."""


def questions(document: lsp.TextDocumentIdentifier, at: lsp.Position) -> dict[str, tuple[str, object]]:
    """The requests of an editor, each with its parameters."""
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(9999, 0))
    return {
        "symbols": (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lsp.DocumentSymbolParams(document)),
        "folding": (lsp.TEXT_DOCUMENT_FOLDING_RANGE, lsp.FoldingRangeParams(document)),
        "lenses": (lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensParams(document)),
        "actions": (
            lsp.TEXT_DOCUMENT_CODE_ACTION,
            lsp.CodeActionParams(document, whole, lsp.CodeActionContext([])),
        ),
        "formatting": (
            lsp.TEXT_DOCUMENT_FORMATTING,
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, insert_spaces=True)),
        ),
        "completion": (lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionParams(document, at)),
        "hover": (lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(document, at)),
        "definition": (lsp.TEXT_DOCUMENT_DEFINITION, lsp.DefinitionParams(document, at)),
        "references": (
            lsp.TEXT_DOCUMENT_REFERENCES,
            lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), document, at),
        ),
        "highlights": (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, lsp.DocumentHighlightParams(document, at)),
        "rename": (lsp.TEXT_DOCUMENT_RENAME, lsp.RenameParams(document, at, "another")),
    }


async def measured(seed: int) -> dict[tuple[str, bool], list[tuple[float, str]]]:
    """The seconds of all answers with the name of the example, by question and whether the text is whole; before each
    question there is another version of the text, of which the server knows nothing."""
    drawn, found = random.Random(seed), defaultdict(list)
    editor = LanguageClient("benchmark", "1")
    editor.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda _: None)
    await editor.start_io(str(Path(sys.executable).with_name("vsym")), "lsp")
    await editor.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities()))
    editor.initialized(lsp.InitializedParams())
    for path in sorted([*EXAMPLES.rglob("*.gsst"), *EXAMPLES.rglob("*.m")]):
        text, version = path.read_text(encoding="utf-8"), 1
        item = lsp.TextDocumentItem(path.as_uri(), "", version, text)
        editor.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        document = lsp.TextDocumentIdentifier(path.as_uri())
        for number in range(2 * PLACES):
            offset = drawn.randrange(len(text))
            at = lsp.Position(text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1)
            broken = text[:offset] + drawn.choice(BREAKING) + text[offset + 1 :] if number % 2 else text
            for name, (method, params) in questions(document, at).items():
                version += 1
                known = lsp.VersionedTextDocumentIdentifier(version, document.uri)
                changes = [lsp.TextDocumentContentChangeWholeDocument(broken + " " * (version % 2))]
                editor.text_document_did_change(lsp.DidChangeTextDocumentParams(known, changes))
                began = time.perf_counter()
                try:
                    await editor.protocol.send_request_async(method, params)
                except JsonRpcException:
                    assert name in ("rename", "formatting")
                found[name, broken == text].append((time.perf_counter() - began, path.name))
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(document))
    await editor.shutdown_async(None)
    editor.exit(None)
    stop: Callable[[], Awaitable[None]] = editor.stop
    await stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    found = asyncio.run(measured(parser.parse_args().seed))
    table = Table(box=box.MARKDOWN)
    for title in ("request", "text", "answers", "median ms", "99 % ms", "max ms", "longest"):
        table.add_column(title, justify="right" if "ms" in title or title == "answers" else "left")
    for (name, whole), answers in sorted(found.items()):
        answers.sort()
        seconds = [one for one, _ in answers]
        late = seconds[int(0.99 * len(seconds))]
        figures = [f"{1000 * one:.1f}" for one in (statistics.median(seconds), late, seconds[-1])]
        table.add_row(name, "as it is" if whole else "broken", str(len(answers)), *figures, answers[-1][1])
    Console(width=110).print(table)
    late = sum(one > LIMIT for answers in found.values() for one, _ in answers)
    print(f"{late} of {sum(map(len, found.values()))} answers took more than {LIMIT} s")


if __name__ == "__main__":
    main()
