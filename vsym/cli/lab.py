"""`vsym lab` in a browser, from its options to its exit status."""

from __future__ import annotations

import secrets
import sys
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vsym.basics import files
from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, Delivery, RefusedError
from vsym.basics.platform import require_processes
from vsym.cli.delivery import complain, print_text, write_file
from vsym.cli.help import Command
from vsym.cli.running import end, guarded, narrated
from vsym.cli.settings import COLOR, DEFINITIONS, SOLVER, timeout

if TYPE_CHECKING:
    from vsym.basics.options import Color
    from vsym.commands.answer import Answer


LARGEST = 900_000
"""The most bytes of a file that the lab opens, so that a request has room for it."""


def _served(file: str | None, port: int, *, browser: bool, seconds: float, megabytes: int) -> int:
    from vsym.lab.laboratory import BUILDING, EDITOR, Folio, Laboratory, editor_built
    from vsym.lab.server import Server
    from vsym.languages.registry import DEFAULT, LANGUAGES
    from vsym.subprocesses.process import Limits

    require_processes("the server of the lab")
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
        complain(f"{EDITOR} is not built, so the page has a plain text field; {BUILDING}", HOLDS)
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


def _written(folder: str, file: str | None) -> int:
    from vsym.lab.static import BEGINNING, contents

    name, text = "", ""
    if file is not None:
        opened = _Opened(_inside(file))
        name, text = opened.path.name, opened.read()
    page, place = contents(name, text), Path(folder)
    if place.exists() and any(place.iterdir()) and not (place / BEGINNING).is_file():
        raise RefusedError(f"{folder} holds something else; name a new folder, or one with such a page")
    for one, content in page.items():
        (place / one).parent.mkdir(parents=True, exist_ok=True)
        write_file(place / one, content)
    return print_text(f"{folder}: {sum(map(len, page.values())) / 1_000_000:.0f} MB, for any web server\n", HOLDS)


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


PATIENCE = 30.0
"""Seconds that a check may take unless the options say otherwise."""


@click.command(cls=Command, short_help="Write, check and draw models in the browser.")
@COLOR
@SOLVER
@timeout("The time of one check (30); with --export, of the whole export.")
@click.option(
    "--memory", type=click.IntRange(1), metavar="MB", default=1000, show_default=True, help="The memory of one check."
)
@click.option(
    "--port", metavar="PORT", type=click.IntRange(0, 65535), default=0, help="The port (any free one by default)."
)
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@click.option(
    "--export",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write a page with the model and its states to this file, and exit.",
)
@click.option(
    "--static",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write the whole page to this folder, for any web server: it runs vsym in the browser.",
)
@DEFINITIONS
@click.argument("file", required=False, type=click.Path(dir_okay=False))
def lab(
    file: str | None,
    export: str | None,
    static: str | None,
    definitions: dict[str, int],
    timeout: float | None,
    memory: int,
    port: int,
    solver: str,
    color: Color,
    no_browser: bool,
) -> None:
    """Serve a page on this machine: write a model, see its verdicts while you type, and step through it.

    vsym prints the address of the page and serves it until Ctrl-C. It writes only FILE, and only when you save. With
    --export, it instead writes a page with up to 2,000 states up to symmetry, which needs no server: for slides. With
    --static, it writes a folder that any web server can serve, whose page runs vsym itself: for a class.
    """
    if static is not None:
        if export is not None or definitions:
            raise click.UsageError("--static takes a FILE alone: its page has fields for parameters")
        sys.exit(guarded(lambda: _written(static, file)))
    if export is None:
        if definitions:
            raise click.UsageError("-D is for --export; on the page, set parameters in their fields")
        limit = PATIENCE if timeout is None else timeout
        sys.exit(guarded(lambda: _served(file, port, browser=not no_browser, seconds=limit, megabytes=memory)))
    if file is None:
        raise click.UsageError("--export needs a FILE")
    delivery = Delivery(color, output=export)

    def answered() -> Answer:
        from vsym.commands.lab import exported
        from vsym.languages import registry

        budget = Budget(solver, None if timeout is None else time.monotonic() + timeout)
        with narrated(delivery, quiet=False) as narrator:
            return exported(registry.read(file, budget), definitions, budget, narrator)

    end(answered, delivery, file)
