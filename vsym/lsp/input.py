"""What an editor sends, message by message: the first thing that is no message ends the input, and is kept."""

from __future__ import annotations

import json
import re
from typing import IO

LARGEST = 64_000_000
"""How many bytes a message may have."""

_LINE = 8_192
"""How many bytes a line of a header may have."""

_HEADER = re.compile(rb"([!-9;-~]+): *([ -~]*)\r\n")


class Input:
    """A stream that pygls reads lines and bodies from; `problem` says what was no message, and where.

    pygls itself passes over lines that are no header, waits for bodies of any length and ends over what is no JSON.
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
        found = _HEADER.fullmatch(line)
        if found is None:
            return self._ended(place, "this is no line of a header")
        if found[1].lower() == b"content-length":
            length = found[2].strip()
            if not length.isdigit() or len(length) > 9 or not 0 < int(length) <= LARGEST:
                return self._ended(place, f"a message has between 1 and {LARGEST:,} bytes")
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
            return self._ended(place, "this message is no JSON")
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return self._ended(place, "this message is none of JSON-RPC 2.0")
        return body

    def _ended(self, place: int, problem: str | None) -> bytes:
        if problem is not None:
            self.problem = f"byte {place + 1} of the input: {problem}"
        return b""
