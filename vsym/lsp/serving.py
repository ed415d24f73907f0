"""Serving an editor on standard input and output.

vsym reads the input message by message. The first malformed one ends the input, and vsym keeps the reason.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import re
import sys
from contextlib import suppress
from typing import IO, BinaryIO, cast

from pygls.exceptions import JsonRpcException

from vsym.basics.source import DiagnosticError
from vsym.lsp import navigation, outline
from vsym.lsp.document import Document
from vsym.lsp.server import Server, add_names, add_texts, add_verdicts
from vsym.lsp.workspace import starters
from vsym.subprocesses.process import Limits

_LARGEST = 64_000_000
"""The most bytes of a message."""

_LINE = 8_192
"""The most bytes in a line of a header."""

_HEADER = re.compile(rb"([!-9;-~]+): *([ -~]*)\r\n")


def serve(limits: Limits) -> str | None:
    """Answer on standard input and output until the client ends that; nothing else is written there.

    Returns the problem with a malformed message, which ends the serving as well; None where there was none.
    """
    if sys.stdin is None:
        return "standard input is closed, and editors send their requests there"
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
    # The collector takes 0.2 s for a million newer objects; collecting few at a time causes no noticeable pause.
    gc.set_threshold(10_000)
    messages = Input(sys.stdin.buffer)
    # pygls reads lines and bodies of it, and nothing else.
    made(limits).start_io(stdin=cast(BinaryIO, messages), stdout=output)
    return messages.problem


def _unexpected(record: logging.LogRecord) -> bool:
    """True for a record that belongs in the log: refused and cancelled requests have answers that say so."""
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
    outline.completions(document, 0)
    navigation.hover(document, 0, None)
    navigation.rename(document, document.names.names[0].place.start, "other")


class Input:
    """A stream that pygls reads lines and bodies from; `problem` says why and where it was malformed.

    pygls itself skips lines that are no header, waits for bodies of any length and ends at a body that is not JSON.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self.problem: str | None = None
        self._stream = stream
        self._read = 0
        self._length: int | None = None
        self._begun = False

    def readline(self) -> bytes:
        """The next line of a header; nothing at the end."""
        line = self._stream.readline(_LINE)
        place, self._read = self._read, self._read + len(line)
        if not line:
            return self._ended(place, "the input ends within a header" if self._begun else None)
        if line == b"\r\n":
            return line if self._length else self._ended(place, "a header has no Content-Length")
        self._begun = True
        header = _HEADER.fullmatch(line)
        if header is None:
            return self._ended(place, "this is not a header line")
        if header[1].lower() == b"content-length":
            length = header[2].strip()
            if not length.isdigit() or len(length) > 9 or not 0 < int(length) <= _LARGEST:
                return self._ended(place, f"a message has between 1 and {_LARGEST:,} bytes")
            self._length = int(length)
            # pygls knows this spelling alone.
            return b"Content-Length: %d\r\n" % self._length
        return line

    def read(self, length: int) -> bytes:
        """The next body, which is a message of JSON-RPC; nothing where it is none."""
        body = self._stream.read(length)
        place, self._read = self._read, self._read + len(body)
        self._length, self._begun = None, False
        if len(body) < length:
            return self._ended(place, "the input ends within a message")
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            return self._ended(place, "this message is not JSON")
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return self._ended(place, "this message is not JSON-RPC 2.0")
        return body

    def _ended(self, place: int, problem: str | None) -> bytes:
        if problem is not None:
            self.problem = f"byte {place + 1} of the input: {problem}"
        return b""
