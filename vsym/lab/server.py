"""The server of the page, on this machine alone, by the standard library."""

from __future__ import annotations

import hmac
import json
import secrets
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from vsym.basics.options import RefusedError
from vsym.lab import laboratory as files
from vsym.lab import lessons
from vsym.lab.laboratory import Laboratory
from vsym.lab.protocol import Request

if TYPE_CHECKING:
    from vsym.lab import shapes

ADDRESS = "127.0.0.1"
TOKEN = "X-Vsym-Token"
"""The header with the token that the URL has in its fragment, which no browser sends by itself."""

LARGEST = 1_000_000
"""The most bytes of the body of a request."""

SECONDS = 30.0
"""Seconds for which a connection may be silent."""

CONNECTIONS = 100
"""The most connections that are waited for at a time."""

HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-NONCE'; "
        # A browser adds a style to text that is typed over coloured text.
        "style-src-attr 'unsafe-inline'; "
        "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
)


class RequestError(Exception):
    """A request that is not answered, with the status that says why."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class Server(ThreadingHTTPServer):
    """A laboratory at a port, 0 for any free one; the server answers only clients that know the token."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, laboratory: Laboratory, token: str, port: int = 0) -> None:
        self.laboratory, self.token = laboratory, token
        self.files = files.table()
        # The editor brings its styles with it, which a page of another origin does not.
        self.nonce = secrets.token_urlsafe(16)
        super().__init__((ADDRESS, port), Handler)
        # Those that have sent no whole request yet, the oldest first.
        self._waiting: dict[socket.socket, None] = {}
        self._guard = threading.Lock()

    @property
    def host(self) -> str:
        """The host that each request has to name."""
        return f"{ADDRESS}:{self.server_port}"

    @property
    def url(self) -> str:
        """The address of the page, with the token in the fragment."""
        return f"http://{self.host}/#token={self.token}"

    @cached_property
    def lessons(self) -> dict[str, shapes.Lesson]:
        """The lessons by their names."""
        return {name: lessons.lesson(name) for name in lessons.names()}

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection; of more than CONNECTIONS that are waited for, the one that has waited longest ends."""
        self.wait_for(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        self.at_work_on(request)
        super().shutdown_request(request)

    def wait_for(self, connection: socket.socket) -> None:
        """Note that a connection has nothing to answer."""
        with self._guard:
            self._waiting.pop(connection, None)
            self._waiting[connection] = None
            oldest = next(iter(self._waiting)) if len(self._waiting) > CONNECTIONS else None
            if oldest is not None:
                del self._waiting[oldest]
        if oldest is not None:
            with suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)

    def at_work_on(self, connection: socket.socket) -> None:
        """Note that a connection has sent a request, which is answered however many others there are."""
        with self._guard:
            self._waiting.pop(connection, None)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore it: a client that leaves in the middle of an answer is no error of the server."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "vsym"
    sys_version = ""
    timeout = SECONDS

    def do_GET(self) -> None:
        """A file of the page."""
        try:
            self._check_host()
            self.server.at_work_on(self.connection)
            self._send(HTTPStatus.OK, *self._file())
        except RequestError as error:
            self._refuse(error)
        finally:
            self.server.wait_for(self.connection)

    def do_POST(self) -> None:
        """The answer to a verb, the values that the page begins with, or a lesson."""
        try:
            self._check_host()
            self._check_sender()
            body = self._body()
            self.server.at_work_on(self.connection)
            answer = json.dumps(self._answered(self.path.removeprefix("/api/"), body))
            self._send(HTTPStatus.OK, "application/json", answer.encode())
        except RequestError as error:
            self._refuse(error)
        finally:
            self.server.wait_for(self.connection)

    def _file(self) -> tuple[str, bytes]:
        path = self.path.partition("?")[0]
        if path not in self.server.files:
            raise RequestError(HTTPStatus.NOT_FOUND, "there is nothing at this address")
        return self.server.files[path]

    def _answered(self, verb: str, body: object) -> shapes.Reply:
        if not self.path.startswith("/api/"):
            raise RequestError(HTTPStatus.NOT_FOUND, "there is nothing at this address")
        if verb == "begin":
            return {"answer": {**self.server.laboratory.beginning(), "nonce": self.server.nonce}}
        if verb.startswith("lesson/"):
            name = unquote(verb.removeprefix("lesson/"))
            if name not in self.server.lessons:
                raise RequestError(HTTPStatus.NOT_FOUND, "there is no such lesson")
            return {"answer": self.server.lessons[name]}
        try:
            request = Request.of(verb, body)
        except RefusedError as error:
            raise RequestError(HTTPStatus.BAD_REQUEST, str(error)) from error
        return self.server.laboratory.answered(request)

    def _check_host(self) -> None:
        """Refuse a request for another host, as from a foreign page whose host name leads here (DNS rebinding)."""
        if self.headers.get_all("Host") != [self.server.host]:
            raise RequestError(HTTPStatus.BAD_REQUEST, "this request is for another host")

    def _check_sender(self) -> None:
        origin = self.headers.get("Origin")
        if origin not in (None, f"http://{self.server.host}"):
            raise RequestError(HTTPStatus.FORBIDDEN, "this request comes from another page")
        given = self.headers.get(TOKEN, "")
        if not hmac.compare_digest(given.encode("utf-8", "surrogateescape"), self.server.token.encode()):
            raise RequestError(HTTPStatus.FORBIDDEN, "the token is wrong: open the address that `vsym lab` printed")

    def _body(self) -> object:
        length = self.headers.get("Content-Length", "")
        if "Transfer-Encoding" in self.headers or not (length.isascii() and length.isdecimal()):
            raise RequestError(HTTPStatus.LENGTH_REQUIRED, "the length of the body is missing")
        if len(length) > 9 or int(length) > LARGEST:
            raise RequestError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "a request has at most 1 MB")
        if self.headers.get_content_type() != "application/json":
            raise RequestError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "the body must be JSON")
        content = self.rfile.read(int(length))
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as error:
            raise RequestError(HTTPStatus.BAD_REQUEST, "the body is not JSON") from error

    def _refuse(self, error: RequestError) -> None:
        # The unread rest of a request must not be read as the next one.
        self.close_connection = True
        self._send(error.status, "text/plain; charset=utf-8", f"{error}\n".encode())

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value.replace("NONCE", self.server.nonce))
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Log nothing."""
