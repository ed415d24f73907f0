"""Serving an editor on standard input and output."""

from __future__ import annotations

import gc
import logging
import os
import sys
from contextlib import suppress
from typing import BinaryIO, cast

from pygls.exceptions import JsonRpcException

from vsym.basics.source import DiagnosticError
from vsym.lsp import completion, hover, navigation, outline
from vsym.lsp.desk import starters
from vsym.lsp.document import Document
from vsym.lsp.input import Input
from vsym.lsp.requests import add_names, add_texts, add_verdicts
from vsym.lsp.server import Server
from vsym.working.task import Limits


def serve(limits: Limits) -> str | None:
    """Answer on standard input and output until the client ends that; nothing else is written there.

    What the client has sent that is no message, which ends it too; None where all was.
    """
    if sys.stdin is None:
        return "standard input is closed, on which an editor asks"
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    logging.getLogger("pygls").setLevel(logging.ERROR)
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_unexpected)
    # The first requests would wait for the parsers.
    for source in starters():
        _warm(Document.of(source.name, "", 0, source.text, "utf-16"))
    # What is loaded by now stays, and no collection of garbage needs to look at it while an editor waits.
    gc.collect()
    gc.freeze()
    # A million objects that came since take 0.2 s to look at; few at a time are no pause that one would notice.
    gc.set_threshold(10_000)
    asked = Input(sys.stdin.buffer)
    # pygls reads lines and bodies of it, and nothing else.
    made(limits).start_io(stdin=cast(BinaryIO, asked), stdout=output)
    return asked.problem


def _unexpected(record: logging.LogRecord) -> bool:
    """Whether something is worth the log: what is refused or cancelled is answered as such."""
    return record.exc_info is None or not isinstance(record.exc_info[1], JsonRpcException)


def made(limits: Limits) -> Server:
    """A server that has not begun yet."""
    server = Server(limits)
    add_texts(server)
    add_names(server)
    add_verdicts(server)
    return server


def _warm(document: Document) -> None:
    with suppress(DiagnosticError):
        document.language.formatted(document.source)
    outline.folds(document)
    completion.completions(document, 0)
    hover.hover(document, 0, None)
    navigation.rename(document, document.names.names[0].place.start, "other")
