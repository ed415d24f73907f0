"""The server with the texts that are open, and the requests of the protocol, each answered by a function beside this
module."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcContentModified, JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from vsym import __version__
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Span
from vsym.languages.findings import Finding
from vsym.lsp import findings, navigation, outline
from vsym.lsp.document import Document
from vsym.lsp.workspace import Sheet, Workspace
from vsym.subprocesses.process import Failure, Limits


class Protocol(LanguageServerProtocol):
    """The protocol without pygls's own copies of the texts, which would break lines where no editor does. Only the
    workspace has the texts."""

    lsp_text_document__did_open = None  # type: ignore[assignment]
    lsp_text_document__did_change = None  # type: ignore[assignment]
    lsp_text_document__did_close = None  # type: ignore[assignment]


class Server(LanguageServer):
    """The server with the open texts. It shows the results of commands as messages, unless the client sets `messages`
    to false at initialization."""

    def __init__(self, limits: Limits) -> None:
        super().__init__("vsym", __version__, lsp.TextDocumentSyncKind.Incremental, protocol_cls=Protocol)
        self.texts = Workspace(self._publish, limits)
        self.messages = True

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Show nothing to the user: the error is in the log."""

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
        """The result of a command; with `messages`, it is also shown as a message."""
        if self.messages:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        return text

    def refresh(self) -> None:
        """Let the client ask for lenses anew."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def _publish(self, document: Document, reports: tuple[Finding, ...] | None) -> None:
        diagnostics = [] if reports is None else findings.shown(document, reports)
        params = lsp.PublishDiagnosticsParams(document.uri, diagnostics, version=document.version)
        self.text_document_publish_diagnostics(params)


def add_texts(server: Server) -> None:
    """Requests about texts: opening, changing and closing them, their style, and quick fixes."""

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        options = params.initialization_options
        server.messages = not isinstance(options, dict) or options.get("messages") is not False

    @server.feature(lsp.INITIALIZED)
    async def initialized(_: lsp.InitializedParams) -> None:
        await server.texts.prepare()

    @server.feature(lsp.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.texts.end()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        one = params.text_document
        server.texts.open(Document.of(one.uri, one.language_id, one.version, one.text, server.encoding))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        one = params.text_document
        if server.texts.sheet(one.uri) is not None:
            server.texts.change(one.uri, one.version, params.content_changes)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.texts.close(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = server.sheet(params.text_document.uri).document
        try:
            text = document.language.formatted(document.source)
        except DiagnosticError as error:
            raise _refused(RefusedError(error.diagnostics[0].message)) from None
        return [] if text == document.source.text else [lsp.TextEdit(document.places.whole, text)]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        sheet = server.sheet(params.text_document.uri)
        places = sheet.document.places
        start, end = places.offset(params.range.start), places.offset(params.range.end)
        return findings.actions(sheet.document, sheet.findings, start, end)


def add_names(server: Server) -> None:
    """Requests about names."""

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        return navigation.definition(*server.at(params))

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        return navigation.references(*server.at(params), declared=params.context.include_declaration)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        return navigation.highlights(*server.at(params))

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def renamed_place(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        return navigation.renamed_place(*server.at(params))

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        try:
            return navigation.rename(*server.at(params), params.new_name)
        except RefusedError as error:
            raise _refused(error) from None

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["."]))
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return outline.completions(*server.at(params))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return outline.symbols(server.sheet(params.text_document.uri).document)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folds(server.sheet(params.text_document.uri).document)


def add_verdicts(server: Server) -> None:
    """Requests about symmetry and properties."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        sheet = server.sheet(params.text_document.uri)
        page = navigation.hover(*server.at(params), sheet.known)
        server.texts.look_for_group(sheet)
        return page

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=True))
    def listed(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return findings.lenses(server.sheet(params.text_document.uri))

    @server.feature(lsp.CODE_LENS_RESOLVE)
    async def resolve(lens: lsp.CodeLens) -> lsp.CodeLens:
        data: Any = lens.data
        if data is None:
            return lens
        sheet = server.sheet(data["uri"])
        if sheet.document.version != data["version"]:
            raise JsonRpcContentModified
        try:
            symmetry = await server.texts.symmetry(sheet)
        except asyncio.CancelledError:
            if sheet.symmetry.cancelled():
                raise JsonRpcContentModified from None
            raise
        return findings.resolved(lens, sheet.document, symmetry)

    @server.command(findings.CHECK)
    async def check(uri: str, start: int, end: int) -> str:
        sheet = server.sheet(uri)
        verdicts = await server.texts.check(sheet, start, end)
        if isinstance(verdicts, Failure):
            return server.say(verdicts.text)
        server.refresh()
        return server.say(verdicts.text)

    @server.command(findings.WITNESS)
    async def witness(uri: str, start: int, end: int) -> str:
        sheet = server.sheet(uri)
        symmetry = await server.texts.symmetry(sheet)
        verdict = symmetry.inside(Span(sheet.document.source, start, end))
        text = None if verdict is None else verdict.witness
        return server.say(text or symmetry.reason or "there is no witness: a limit was reached")


def _refused(error: RefusedError) -> JsonRpcException:
    return JsonRpcException(str(error), code=lsp.LSPErrorCodes.RequestFailed)
