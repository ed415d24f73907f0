"""The server: requests of the protocol, answered by the functions beside this one."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import suppress
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcContentModified, JsonRpcException
from pygls.lsp.server import LanguageServer

from vsym import __version__
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.lsp import completion, findings, hover, lenses, navigation, outline
from vsym.lsp.desk import Desk, Sheet, starters
from vsym.lsp.document import Document
from vsym.lsp.knowledge import Failure, Limits


class Server(LanguageServer):
    """The server with the texts that are open. Where the client sets `messages` to false as it begins, what commands
    come to is their result alone, and else a message, too."""

    def __init__(self, limits: Limits) -> None:
        super().__init__("vsym", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.desk = Desk(self._publish, limits)
        self.messages = True

    def report_server_error(self, error: Exception, source: Any) -> None:
        """What the client cannot have meant is nothing to show to a person; it is in the log."""

    @property
    def encoding(self) -> str:
        """The units in which editor and server count columns."""
        return str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))

    def sheet(self, uri: str) -> Sheet:
        """A text that is open; raises JsonRpcException for another."""
        found = self.desk.sheet(uri)
        if found is None:
            raise JsonRpcException(f"{uri} is not open", code=lsp.LSPErrorCodes.RequestFailed)
        return found

    def at(self, params: Any) -> tuple[Document, int]:
        """The text and the offset that a request is about."""
        document = self.sheet(params.text_document.uri).document
        return document, document.places.offset(params.position)

    def say(self, text: str) -> str:
        """What a command comes to."""
        if self.messages:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        return text

    def _publish(self, document: Document, found: tuple[findings.Finding, ...] | None) -> None:
        shown = [] if found is None else findings.shown(document, found)
        params = lsp.PublishDiagnosticsParams(document.uri, shown, version=document.version)
        self.text_document_publish_diagnostics(params)


def serve(limits: Limits) -> None:
    """Answer on standard input and output until the client ends that; nothing else is written there."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    logging.getLogger("pygls").setLevel(logging.ERROR)
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_unexpected)
    # The first requests would wait for the parsers.
    for source in starters():
        _warm(Document.of(source.name, "", 0, source.text, "utf-16", None))
    made(limits).start_io(stdout=output)


def _unexpected(record: logging.LogRecord) -> bool:
    """Whether something is worth the log: what is refused or cancelled is answered as such."""
    return record.exc_info is None or not isinstance(record.exc_info[1], JsonRpcException)


def made(limits: Limits) -> Server:
    """A server that has not begun yet."""
    server = Server(limits)
    _add_texts(server)
    _add_names(server)
    _add_verdicts(server)
    return server


def _warm(document: Document) -> None:
    with suppress(DiagnosticError):
        document.language.formatted(document.source)
    outline.folds(document)
    completion.completions(document, 0)
    hover.hover(document, 0, None)
    navigation.rename(document, document.names.names[0].place.start, "other")


def _add_texts(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        options = params.initialization_options
        server.messages = not isinstance(options, dict) or options.get("messages") is not False

    @server.feature(lsp.INITIALIZED)
    async def initialized(_: lsp.InitializedParams) -> None:
        await server.desk.prepare()

    @server.feature(lsp.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.desk.end()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        one = params.text_document
        server.desk.put(one.uri, one.language_id, one.version, one.text, server.encoding)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        known, one = server.desk.sheet(params.text_document.uri), params.text_document
        if known is not None and params.content_changes:
            text = params.content_changes[-1].text
            name = "murphi" if known.document.source.name.endswith(".m") else "gsst"
            server.desk.put(one.uri, name, one.version, text, server.encoding)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.desk.close(params.text_document.uri)

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


def _add_names(server: Server) -> None:
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
        return completion.completions(*server.at(params))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return outline.symbols(server.sheet(params.text_document.uri).document)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folds(server.sheet(params.text_document.uri).document)


def _add_verdicts(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        sheet = server.sheet(params.text_document.uri)
        found = hover.hover(*server.at(params), sheet.known)
        server.desk.look_for_group(sheet)
        return found

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=True))
    def listed(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return lenses.lenses(server.sheet(params.text_document.uri))

    @server.feature(lsp.CODE_LENS_RESOLVE)
    async def resolve(lens: lsp.CodeLens) -> lsp.CodeLens:
        data: Any = lens.data
        if data is None:
            return lens
        sheet = server.sheet(data["uri"])
        if sheet.document.version != data["version"]:
            raise JsonRpcContentModified
        try:
            known = await server.desk.symmetry(sheet)
        except asyncio.CancelledError:
            if sheet.symmetry.cancelled():
                raise JsonRpcContentModified from None
            raise
        return lenses.resolved(lens, sheet.document, known)

    @server.command(lenses.CHECK)
    async def check(uri: str, start: int, end: int) -> str:
        sheet = server.sheet(uri)
        found = await server.desk.check(sheet, start, end)
        if isinstance(found, Failure):
            return server.say(found.reason)
        _refresh(server)
        return server.say(found.text)

    @server.command(lenses.WITNESS)
    async def witness(uri: str, start: int, end: int) -> str:
        sheet = server.sheet(uri)
        known = await server.desk.symmetry(sheet)
        found = lenses.judged(sheet.document, known, start, end)
        told = None if found is None else found.witness
        return server.say(told or known.reason or "there is no witness: a limit was reached")


def _refresh(server: Server) -> None:
    workspace = server.client_capabilities.workspace
    if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
        server.workspace_code_lens_refresh(None)


def _refused(error: RefusedError) -> JsonRpcException:
    return JsonRpcException(str(error), code=lsp.LSPErrorCodes.RequestFailed)
