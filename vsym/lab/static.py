"""The page as a folder of files, for any server of files: it runs vsym itself, in the Python of the browser."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from vsym.basics import resources
from vsym.basics.options import RefusedError
from vsym.lab.laboratory import editor_built

BROWSER = "browser"
"""The folder in `web` with Python, Graphviz and packages for a browser, which scripts/build-page.sh builds."""

FOLDERS = ("grammars", "templates", "examples", "docs")
"""The folders beside the package that its answers need."""

_SUFFIXES = {".py", ".lark", ".md", ".gsst", ".m", ".sys", ".ta", ".pp", ".c", ".j2", ".txt"}
_VERSION = "unwritten"
"""In the script that keeps the page for later: its version."""

_HEAD = '<html lang="en">'
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
)


def write(folder: Path, name: str, text: str) -> int:
    """Write the page to a folder, which begins with a text of this name, or with the starter where the name is empty.

    Returns the bytes of all files. Raises RefusedError where the parts of a browser were not built, or the folder holds
    something else, and OSError.
    """
    web = resources.directory("web")
    built = web / BROWSER
    if not (built / "packages.zip").is_file():
        raise RefusedError("the page's Python is not built: in a checkout, run scripts/build-page.sh")
    if folder.exists() and any(folder.iterdir()) and not (folder / BROWSER / "model.json").is_file():
        raise RefusedError(f"{folder} holds something else; name a new folder, or one with such a page")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(web / "page", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.d.ts"))
    shutil.copytree(built, folder / BROWSER, dirs_exist_ok=True)
    index = folder / "index.html"
    page = index.read_text(encoding="utf-8")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    inside = page.replace(_HEAD, '<html lang="en" data-python>').replace("<head>", f"<head>\n  {policy}")
    index.write_text(inside, encoding="utf-8")
    keeper = folder / "sw.js"
    package = _package()
    keeper.write_text(keeper.read_text(encoding="utf-8").replace(_VERSION, _version(folder, package)), encoding="utf-8")
    model = {"name": name, "text": text, "editor": editor_built()}
    (folder / BROWSER / "model.json").write_text(json.dumps(model), encoding="utf-8")
    (folder / BROWSER / "vsym.zip").write_bytes(package)
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _version(folder: Path, package: bytes) -> str:
    """The page's version: a change of any of its files is another one."""
    digest = sha256(package)
    for file in sorted(folder.rglob("*.*")):
        if file.parent.name != BROWSER:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _package() -> bytes:
    """The package with the folders that it reads, as one archive."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in _files():
            archive.write(file, name)
    return written.getvalue()


def _files() -> Iterator[tuple[str, Path]]:
    package = Path(__file__).parents[1]
    roots = [(package, Path("vsym")), *((resources.directory(one), Path("vsym") / one) for one in FOLDERS)]
    for root, place in roots:
        for file in sorted(root.rglob("*")):
            if file.is_file() and file.suffix in _SUFFIXES and "__pycache__" not in file.parts:
                yield str(place / file.relative_to(root)), file
