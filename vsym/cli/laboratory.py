"""`vsym lab` in a browser, from its options to its exit status."""

from __future__ import annotations

import secrets
import sys
import webbrowser
from pathlib import Path
from typing import NoReturn

from vsym.basics import files
from vsym.basics.options import HOLDS, RefusedError
from vsym.cli.delivery import print_text, write_file
from vsym.cli.failures import complain
from vsym.cli.running import guarded

LARGEST = 900_000
"""How many bytes a file may have that is opened, so that a request has room for it."""


def run_laboratory(file: str | None, port: int, *, browser: bool, seconds: float, megabytes: int) -> NoReturn:
    """Serve the page until it is interrupted."""
    sys.exit(guarded(lambda: _served(file, port, browser=browser, seconds=seconds, megabytes=megabytes)))


def _served(file: str | None, port: int, *, browser: bool, seconds: float, megabytes: int) -> int:
    from vsym.lab.files import BUILDING, EDITOR, editor_built
    from vsym.lab.laboratory import Folio, Laboratory
    from vsym.lab.server import Server
    from vsym.languages.registry import DEFAULT, LANGUAGES
    from vsym.working.task import Limits

    folio: Folio | None = None
    name, text = f"untitled{DEFAULT}", LANGUAGES[DEFAULT].starter("untitled")
    if file is not None:
        opened = _Opened(_inside(file))
        name, text = opened.path.name, opened.read()
        folio = Folio(name, text, opened.read, opened.save)
    laboratory = Laboratory(folio, name, text, Limits(seconds, megabytes))
    try:
        server = Server(laboratory, secrets.token_urlsafe(16), port)
    except OSError as error:
        raise RefusedError(f"port {port}: {error.strerror}; --port 0 takes any that is free") from error
    laboratory.preload()
    if not editor_built():
        complain(f"the page has a plain field for text, as {EDITOR} is not built; {BUILDING}", HOLDS)
    status = print_text(f"{server.url}\n", HOLDS)
    if browser:
        webbrowser.open(server.url)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        # Whoever has seen enough ends it so.
        return status
    finally:
        server.server_close()
        laboratory.close()
    return status


class _Opened:
    """A file, whose lines end as they did when it is written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ending = "\n"
        self._mark = ""

    def read(self) -> str:
        """Its text, with plain ends of lines; raises OSError, UnicodeDecodeError, RefusedError."""
        content = files.read_regular(self.path, LARGEST)
        text = content.decode("utf-8")
        self._mark = "\ufeff" if text.startswith("\ufeff") else ""
        self._ending = "\r\n" if "\r\n" in text else "\n"
        return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

    def save(self, text: str) -> None:
        """Write it, through a link that leads to where it may write; raises OSError, RefusedError."""
        _inside(str(self.path))
        write_file(self.path, (self._mark + text.replace("\n", self._ending)).encode())


def _inside(file: str) -> Path:
    """The file, which is to be in the folder that the command was started in or below."""
    from vsym.languages.registry import LANGUAGES

    path = Path(file).resolve()
    if not path.is_relative_to(Path.cwd().resolve()):
        raise RefusedError(f"{file} is outside the folder in which `vsym lab` was started; it writes only there")
    if path.suffix not in LANGUAGES:
        raise RefusedError(f"{file}: a model ends in {' or '.join(LANGUAGES)}")
    return path
