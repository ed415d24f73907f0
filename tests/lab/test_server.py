"""The server answers its own page alone, and leaves nothing behind, however it ends."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.running import descendants, gone
from tests.support.running import EXAMPLES, PROGRAM, Vsym
from vsym.basics.source import Source
from vsym.lab.laboratory import Folio, Laboratory
from vsym.lab.protocol import Request
from vsym.lab.server import CONNECTIONS, HEADERS, LARGEST, TOKEN, Server
from vsym.lab.workers import Worker
from vsym.subprocesses.process import Limits

GROUPS = 60


def _line(group: int, state: str, operator: str, bound: int) -> str:
    """A guard that reads many groups, each with a factor of its own."""
    terms = (f"{1 + group * place % 47}*#{state}[G{(group * 7 + place * place) % GROUPS}]" for place in range(1, 13))
    return f"  G{group}: {' + '.join(terms)} {operator} {bound}\n"


BUSY = (
    "system busy\nstates A, B\n"
    + "".join(f"group G{group} of 9\n" for group in range(GROUPS))
    + "init A\ntrans A -> B {\n"
    + "".join(_line(group, "B", "<", 300 + 7 * group) for group in range(GROUPS))
    + "}\ntrans B -> A {\n"
    + "".join(_line(group, "A", ">", 100 + 3 * group) for group in range(GROUPS))
    + "}\nctl all_back: AG EF #A = 540\n"
)
"""More states than there is time for."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server(Laboratory(None, "model.gsst", "", Limits()), "secret")
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()
    found.laboratory.close()


def _asked(server: Server, method: str, path: str, body: bytes = b"", /, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body or None, given)
    return connection.getresponse()


RIGHT = {TOKEN: "secret", "Content-Type": "application/json"}


def test_the_page_asks_and_is_answered(server: Server) -> None:
    found = _asked(server, "POST", "/api/explain", b'{"name": "VS203"}', **RIGHT, Origin=f"http://{server.host}")
    assert found.status == 200
    assert json.loads(found.read())["answer"]["title"].startswith("VS203")
    page = _asked(server, "GET", "/")
    assert page.status == 200
    for name in HEADERS:
        assert page.headers[name]
    assert "nonce-" in page.headers["Content-Security-Policy"]
    assert server.url == f"http://127.0.0.1:{server.server_port}/#token=secret"


@pytest.mark.parametrize(
    ("status", "changed"),
    [
        (403, {TOKEN: "wrong"}),
        (403, {TOKEN: ""}),
        (403, {TOKEN: "sécret"}),
        (403, {"Origin": "http://evil.example"}),
        (403, {"Origin": "null"}),
        (400, {"Host": "evil.example"}),
        (400, {"Host": "localhost"}),
        (415, {"Content-Type": "text/plain"}),
    ],
)
def test_another_page_is_refused(server: Server, status: int, changed: dict[str, str]) -> None:
    changed = {name: value.encode("utf-8").decode("latin-1") for name, value in changed.items()}
    assert _asked(server, "POST", "/api/cancel", b"{}", **{**RIGHT, **changed}).status == status


def test_a_foreign_host_gets_no_page_either(server: Server) -> None:
    assert _asked(server, "GET", "/", Host=f"evil.example:{server.server_port}").status == 400
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as raw:
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {server.host}\r\nHost: evil.example\r\n\r\n".encode())
        assert raw.recv(100).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/README.md", "/etc/passwd", "/index.html/", "/api/begin", "/x"]
)
def test_only_the_files_of_the_page_are_there(server: Server, path: str) -> None:
    assert _asked(server, "GET", path).status == 404


def test_bad_bodies_are_refused(server: Server) -> None:
    assert _asked(server, "POST", "/api/lint", b"{", **RIGHT).status == 400
    assert _asked(server, "POST", "/api/lint", b"[" * 100_000, **RIGHT).status == 400
    assert _asked(server, "POST", "/api/nothing", b"{}", **RIGHT).status == 400
    assert _asked(server, "POST", "/api/lesson/..%2f..%2fREADME", b"{}", **RIGHT).status == 404
    head = f"POST /api/lint HTTP/1.1\r\nHost: {server.host}\r\n{TOKEN}: secret\r\n"
    for length in (str(LARGEST + 1), "-1", "x", "9" * 5000):
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as raw:
            raw.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode())
            assert raw.recv(100)[9:12] in (b"411", b"413")
    assert _asked(server, "DELETE", "/", b"", **RIGHT).status == 501


def test_who_opens_connections_and_says_nothing_keeps_nobody_out(server: Server) -> None:
    """The server ends the connections that have waited longest, and answers those that send a request."""
    silent = [socket.create_connection(("127.0.0.1", server.server_port), timeout=20) for _ in range(CONNECTIONS + 5)]
    for one in silent[1:]:
        with suppress(OSError):
            one.sendall(b"POST /api/lint HTTP/1.1\r\nHost:")
    with suppress(ConnectionResetError):
        assert silent[0].recv(100) == b""
    assert _asked(server, "GET", "/").status == 200
    assert _asked(server, "POST", "/api/explain", b'{"name": "VS203"}', **RIGHT).status == 200
    for one in silent:
        one.close()


def test_only_the_file_is_saved_and_not_over_what_another_wrote() -> None:
    there = ["one"]
    folio = Folio("model.gsst", "one", lambda: there[0], lambda text: there.__setitem__(0, text))
    laboratory = Laboratory(folio, "model.gsst", "one", Limits())

    def saved(text: str, **more: object) -> object:
        reply: Any = laboratory.answered(Request.of("save", {"text": text, "version": 1, **more}))
        return reply["answer"]["saved"]

    assert saved("two") is True
    assert saved("three") is True
    there[0] = "somebody else's"
    assert saved("four") is False
    assert there == ["somebody else's"]
    assert saved("four", overwrite=True) is True
    assert there == ["four"]
    nothing = Laboratory(None, "model.gsst", "", Limits())
    assert nothing.answered(Request.of("save", {"text": "", "version": 1}))["problem"]["kind"] == "refused"


def test_a_new_check_ends_the_one_before_and_a_limit_is_undecided() -> None:
    worker = Worker(Limits(seconds=0.5, megabytes=1000))
    slow = Request.of("check", {"text": BUSY, "version": 1})
    found: list[object] = []
    asked = threading.Thread(target=lambda: found.append(worker.ask_alone(slow, Source("m.gsst", BUSY))))
    asked.start()
    while worker.process_number is None:
        time.sleep(0.01)
    first = worker.process_number
    text = (EXAMPLES / "mutex.gsst").read_text("utf-8")
    quick: Any = worker.ask_alone(Request.of("lint", {"text": text, "version": 2}), Source("m.gsst", text))
    asked.join(timeout=20)
    assert quick["answer"]["findings"] == []
    assert found == [{"problem": {"kind": "cancelled", "message": "a newer request replaced this one"}}]
    assert not Path(f"/proc/{first}").exists()
    late: Any = worker.ask(slow, Source("m.gsst", BUSY))
    outcomes = {one["outcome"] for one in late.get("answer", {"properties": []})["properties"]}
    assert late.get("problem", {}).get("kind") == "undecided" or "unknown" in outcomes
    worker.stop()


def _worked(number: int) -> float:
    """The seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{number}/stat").read_text("utf-8").rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def test_a_server_that_is_killed_leaves_no_worker(tmp_path: Path) -> None:
    model = tmp_path / "busy.gsst"
    model.write_text(BUSY, encoding="utf-8")
    with subprocess.Popen(
        [str(PROGRAM), "lab", "busy.gsst", "--no-browser"], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as started:
        assert started.stdout is not None
        url = started.stdout.readline().strip()
        host, _, token = url.removeprefix("http://").partition("/#token=")
        connection = http.client.HTTPConnection(host, timeout=20)
        headers = {TOKEN: token, "Content-Type": "application/json"}
        mutex = (EXAMPLES / "mutex.gsst").read_text("utf-8")
        for verb in ("lint", "check"):
            connection.request("POST", f"/api/{verb}", json.dumps({"text": mutex, "version": 1}), headers)
            assert json.loads(connection.getresponse().read())["answer"]
        loaded = {one: _worked(one) for one in descendants(started.pid)}
        assert len(loaded) >= 2
        connection.request("POST", "/api/check", json.dumps({"text": BUSY, "version": 2}), headers)
        while sum(map(_worked, workers := descendants(started.pid))) < sum(loaded.values()) + 0.5:
            assert started.poll() is None
            time.sleep(0.02)
        os.kill(started.pid, signal.SIGKILL)
        killed = time.monotonic()
    while not gone([*workers]):
        assert time.monotonic() - killed < 3
        time.sleep(0.02)


def test_what_cannot_be_opened_is_refused(vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "outside.gsst").write_text("", encoding="utf-8")
    (tmp_path / "inside").mkdir()
    monkeypatch.chdir(tmp_path / "inside")
    (tmp_path / "inside" / "link.gsst").symlink_to(tmp_path / "outside.gsst")
    for name in ("../outside.gsst", "link.gsst"):
        ran = vsym("lab", name, "--no-browser")
        assert (ran.status, "outside the folder" in ran.err) == (2, True)
    assert vsym("lab", "none.gsst", "--no-browser").status == 2
    assert vsym("lab", "notes.txt", "--no-browser").status == 2
    assert vsym("lab", "-D", "n=3", "--no-browser").status == 2
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = vsym("lab", "--no-browser", "--port", str(taken.getsockname()[1]))
        assert (ran.status, "--port 0" in ran.err) == (2, True)
