"""The page as a folder of files, for any server of files: it runs vsym itself, in the Python of the browser."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from vsym.basics import resources
from vsym.basics.options import RefusedError
from vsym.lab import verbs
from vsym.lab.browser import SECONDS
from vsym.lab.laboratory import editor_built
from vsym.languages.registry import DEFAULT, LANGUAGES

BROWSER = "browser"
"""The folder in `web` with Python, Graphviz and packages for a browser, which scripts/build-page.sh builds."""

BEGINNING = f"{BROWSER}/beginning.json"
"""The file with the values that the page begins with, so that its text is there before its Python."""

COMPILED = "compiled"
"""The folder beside it with the modules of the package, compiled and compressed, whose names are digests of place and
source."""

HOME = "/page"
"""The place of all modules there."""

FOLDERS = ("grammars", "templates", "examples", "docs")
"""The folders beside the package that its answers need."""

_SUFFIXES = {".py", ".lark", ".md", ".gsst", ".m", ".sys", ".ta", ".pp", ".c", ".j2", ".txt"}
_VERSION = b"unwritten"
"""In the scripts that keep the page and its Python for later: the page's version."""

_FILES = b"FILES = []"
"""There: its files."""

_HEAD = '<html lang="en">'
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
)


def contents(name: str, text: str) -> dict[str, bytes]:
    """The files of the page by their names in its folder; it begins with a text of this name, or with the starter where
    the name is empty. Raises RefusedError where the parts of a browser were not built."""
    web = resources.directory("web")
    if not (web / BROWSER / "packages.bin").is_file():
        raise RefusedError("the page's Python is not built: in a checkout, run scripts/build-page.sh")
    page = {one: file.read_bytes() for one, file in _below(web / "page") if not one.endswith(".d.ts")}
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    index = page["index.html"].decode().replace(_HEAD, '<html lang="en" data-python>')
    page["index.html"] = index.replace("<head>", f"<head>\n  {policy}").encode()
    page[f"{BROWSER}/vsym.bin"] = _package(web / COMPILED)
    if not name:
        name, text = f"untitled{DEFAULT}", LANGUAGES[DEFAULT].starter("untitled")
    begun = verbs.beginning(name, text, saves=False, seconds=SECONDS, editor=editor_built())
    page[BEGINNING] = json.dumps({**begun, "nonce": ""}).encode()
    page |= {f"{BROWSER}/{one}": file.read_bytes() for one, file in _below(web / BROWSER)}
    version = sha256(b"".join(content for _, content in sorted(page.items()))).hexdigest()
    listed = json.dumps(["./", *(one for one in page if one != "sw.js")]).encode()
    for one in ("sw.js", "snapshot.js"):
        page[one] = page[one].replace(_VERSION, version.encode())
    page["sw.js"] = page["sw.js"].replace(_FILES, b"FILES = " + listed)
    return page


def _package(compiled: Path) -> bytes:
    """The package with the folders that it reads, as one archive, which has no dates; its modules as the page's Python
    has compiled these very sources, and others as they are."""
    written = io.BytesIO()
    with tarfile.TarFile(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, file in _files():
            content = file.read_bytes()
            digest = sha256(f"{HOME}/{name}\0".encode() + content).hexdigest()
            if (module := compiled / f"{digest}.pyc.z").is_file():
                name, content = f"{name}c.z", module.read_bytes()
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return gzip.compress(written.getvalue(), mtime=0)


def _files() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).parents[1]
    for root, place in [(package, "vsym"), *((resources.directory(one), f"vsym/{one}") for one in FOLDERS)]:
        yield from ((f"{place}/{name}", file) for name, file in _below(root) if file.suffix in _SUFFIXES)


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files in a folder and below, by their names from there."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield file.relative_to(folder).as_posix(), file
