"""An editor as far as the server sees one, by the protocol's own client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from tests.support.running import PROGRAM


class Editor(LanguageClient):
    """A client that keeps the server's diagnostics and messages, and notes its requests to refresh."""

    def __init__(self) -> None:
        super().__init__("test", "1")
        self.marked: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []
        self.refreshed = asyncio.Event()

        def marked(params: lsp.PublishDiagnosticsParams) -> None:
            self.marked.put_nowait(params)

        def said(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

        def refreshed(_: None) -> None:
            self.refreshed.set()

        self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(marked)
        self.feature(lsp.WINDOW_SHOW_MESSAGE)(said)
        self.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)(refreshed)

    @property
    def server(self) -> asyncio.subprocess.Process:
        """The process that was started."""
        assert self._server is not None
        return self._server

    async def leave(self) -> None:
        """Wait for nothing more, and end the server if it has not ended."""
        if self.server.returncode is None:
            self.server.kill()
        stop: Callable[[], Awaitable[None]] = self.stop
        await stop()

    def open(self, path: Path, text: str | None = None, version: int = 1) -> lsp.TextDocumentIdentifier:
        """Open a file, perhaps with another text."""
        shown = path.read_text(encoding="utf-8") if text is None else text
        item = lsp.TextDocumentItem(path.as_uri(), "gsst", version, shown)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return lsp.TextDocumentIdentifier(path.as_uri())

    def change(self, document: lsp.TextDocumentIdentifier, version: int, text: str) -> None:
        """Write another text."""
        self.edit(document, version, [lsp.TextDocumentContentChangeWholeDocument(text)])

    def edit(
        self, document: lsp.TextDocumentIdentifier, version: int, changes: Sequence[lsp.TextDocumentContentChangeEvent]
    ) -> None:
        """Change the text at some places, one after the other."""
        known = lsp.VersionedTextDocumentIdentifier(version, document.uri)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(known, changes))

    async def errors(self, version: int, document: lsp.TextDocumentIdentifier | None = None) -> list[lsp.Diagnostic]:
        """The diagnostics of a version of a text, once the server has sent them."""
        while True:
            told = await self.marked.get()
            if told.version == version and (document is None or told.uri == document.uri):
                return [*told.diagnostics]

    async def end(self) -> int:
        """End the server, at last as an editor does that is gone; its status."""
        await self.shutdown_async(None)
        assert self.server.stdin is not None
        self.server.stdin.close()
        return await self.server.wait()


def conversation(
    talk: Callable[[Editor], Awaitable[None]],
    encoding: lsp.PositionEncodingKind | None = None,
    seconds: float = 600,
    **options: Any,
) -> Editor:
    """The editor after a conversation with a server, given the seconds for a question and an encoding of columns."""

    async def held() -> Editor:
        editor = Editor()
        await editor.start_io(str(PROGRAM), "lsp", "--timeout", str(seconds))
        refreshed = lsp.CodeLensWorkspaceClientCapabilities(refresh_support=True)
        workspace = lsp.WorkspaceClientCapabilities(code_lens=refreshed)
        general = lsp.GeneralClientCapabilities(position_encodings=encoding and [encoding])
        capabilities = lsp.ClientCapabilities(workspace=workspace, general=general)
        await editor.initialize_async(lsp.InitializeParams(capabilities, initialization_options=options or None))
        editor.initialized(lsp.InitializedParams())
        try:
            await talk(editor)
        finally:
            await editor.leave()
        return editor

    return asyncio.run(asyncio.wait_for(held(), 300))
