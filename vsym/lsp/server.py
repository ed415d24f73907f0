"""The server with the texts that are open, as requests need it."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from vsym import __version__
from vsym.languages.findings import Finding
from vsym.lsp import findings
from vsym.lsp.document import Document
from vsym.lsp.workspace import Sheet, Workspace
from vsym.subprocesses.process import Limits


class Protocol(LanguageServerProtocol):
    """The workspace alone has the texts: what pygls would keep of them ends lines where no editor does."""

    lsp_text_document__did_open = None  # type: ignore[assignment]
    lsp_text_document__did_change = None  # type: ignore[assignment]
    lsp_text_document__did_close = None  # type: ignore[assignment]


class Server(LanguageServer):
    """The server with the texts that are open. Where the client sets `messages` to false as it begins, what commands
    come to is their result alone, and else a message, too."""

    def __init__(self, limits: Limits) -> None:
        super().__init__("vsym", __version__, lsp.TextDocumentSyncKind.Incremental, protocol_cls=Protocol)
        self.texts = Workspace(self._publish, limits)
        self.messages = True

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Nothing is shown to a person that the client cannot have meant; it is in the log."""

    @property
    def encoding(self) -> str:
        """The units in which editor and server count columns."""
        return str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))

    def sheet(self, uri: str) -> Sheet:
        """A text that is open; raises JsonRpcException for another."""
        sheet = self.texts.sheet(uri)
        if sheet is None:
            raise JsonRpcException(f"{uri} is not open", code=lsp.LSPErrorCodes.RequestFailed)
        return sheet

    def at(self, params: Any) -> tuple[Document, int]:
        """The text and the offset that a request is about."""
        document = self.sheet(params.text_document.uri).document
        return document, document.places.offset(params.position)

    def say(self, text: str) -> str:
        """The result of a command, which is said."""
        if self.messages:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        return text

    def refresh(self) -> None:
        """Let the client ask for lenses anew."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def _publish(self, document: Document, found: tuple[Finding, ...] | None) -> None:
        shown = [] if found is None else findings.shown(document, found)
        params = lsp.PublishDiagnosticsParams(document.uri, shown, version=document.version)
        self.text_document_publish_diagnostics(params)
