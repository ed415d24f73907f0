"""The page as a folder of files, for any server of files: it runs vsym itself, in the Python of the browser."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from vsym.basics import resources
from vsym.basics.options import RefusedError
from vsym.lab.laboratory import editor_built

BROWSER = "browser"
"""The folder in `web` with Python, Graphviz and packages for a browser, which scripts/build-page.sh builds."""

MODEL = f"{BROWSER}/model.json"
"""The file that says with which text the page begins."""

FOLDERS = ("grammars", "templates", "examples", "docs")
"""The folders beside the package that its answers need."""

_SUFFIXES = {".py", ".lark", ".md", ".gsst", ".m", ".sys", ".ta", ".pp", ".c", ".j2", ".txt"}
_VERSION = b"unwritten"
"""In the script that keeps the page for later: its version."""

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
    if not (web / BROWSER / "packages.zip").is_file():
        raise RefusedError("the page's Python is not built: in a checkout, run scripts/build-page.sh")
    page = {name: file.read_bytes() for name, file in _below(web / "page") if not name.endswith(".d.ts")}
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    index = page["index.html"].decode().replace(_HEAD, '<html lang="en" data-python>')
    page["index.html"] = index.replace("<head>", f"<head>\n  {policy}").encode()
    page[f"{BROWSER}/vsym.zip"] = _package()
    page[MODEL] = json.dumps({"name": name, "text": text, "editor": editor_built()}).encode()
    page |= {f"{BROWSER}/{name}": file.read_bytes() for name, file in _below(web / BROWSER)}
    version = sha256(b"".join(content for _, content in sorted(page.items()))).hexdigest()
    listed = json.dumps(["./", *(name for name in page if name != "sw.js")]).encode()
    page["sw.js"] = page["sw.js"].replace(_VERSION, version.encode()).replace(_FILES, b"FILES = " + listed)
    return page


def _package() -> bytes:
    """The package with the folders that it reads, as one archive, which has no dates."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, file in _files():
            archive.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return written.getvalue()


def _files() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).parents[1]
    for root, place in [(package, "vsym"), *((resources.directory(one), f"vsym/{one}") for one in FOLDERS)]:
        yield from ((f"{place}/{name}", file) for name, file in _below(root) if file.suffix in _SUFFIXES)


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files in a folder and below, by their names from there."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield file.relative_to(folder).as_posix(), file
