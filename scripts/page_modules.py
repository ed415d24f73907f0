"""Modules of the page that runs vsym, compiled by the Python of that page, which loads them in half of the time, and
compressed, as the page has all of them in its memory.

It runs in that Python, so that both are of one version: scripts/in_page.mjs starts it. Paths are absolute.

Usage: page_modules.py packages DOWNLOADS STANDARD TARGET
       page_modules.py vsym PACKAGE TARGET

The first writes the archive of downloaded packages, without what only installers and tests read, Z3 as a file of its
own, and the archive STANDARD of Python's own modules. The second one writes each module of the package as a file that
is named after the source, and removes those of other sources.
"""

from __future__ import annotations

import gzip
import io
import sys
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash
from pathlib import Path, PurePosixPath

HOST = Path("/host")
"""The place in which the page's Python has the files of the machine."""

HOME = "/page"
"""The place of all modules in the page, as its worker has it."""

Z3 = "z3/lib/libz3.so"
"""The one compiled part, which a browser compiles while it comes."""

COMPILED = {".c", ".pyd", ".pyi", ".pyx", ".so"}
"""The ends of names of what is compiled for other platforms, or from which it is."""

WITHOUT = ("pygments/lexers/", "z3/include/", "z3/lib/")
"""The beginnings of names of what nothing in the page reads."""

WITH = ("pygments/lexers/__init__.py", "pygments/lexers/_mapping.py", Z3)
"""The files that are read of these."""


def packages(downloads: Path, standard: Path, target: Path) -> None:
    """Write the archives of packages and of Python's own modules, and Z3."""
    files = {name: content for one in sorted(downloads.iterdir()) for name, content in _modules(one)}
    (target / "z3.bin").write_bytes(gzip.compress(files.pop(Z3), mtime=0))
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as written:
        for name, content in _compiled(HOME, files.items()):
            if name.endswith(".pyc"):
                name, content = f"{name}.z", zlib.compress(content, 9)
            about = tarfile.TarInfo(name)
            about.size = len(content)
            written.addfile(about, io.BytesIO(content))
    (target / "packages.bin").write_bytes(gzip.compress(archive.getvalue(), mtime=0))
    with zipfile.ZipFile(standard) as own, zipfile.ZipFile(target / standard.name, "w") as compiled:
        sources = ((name, own.read(name)) for name in own.namelist() if not name.endswith("/"))
        for name, content in _compiled("/lib/python314.zip", sources, optimize=2):
            compiled.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)


def vsym(package: Path, target: Path) -> None:
    """Write the modules of the package that are not there yet, and nothing but modules of it."""
    target.mkdir(exist_ok=True)
    found = set()
    for path in sorted(package.rglob("*.py")):
        place, source = f"{HOME}/vsym/{path.relative_to(package).as_posix()}", path.read_bytes()
        digest = sha256(f"{place}\0".encode() + source).hexdigest()
        file = target / f"{digest}.pyc.z"
        found.add(file.name)
        if not file.exists():
            file.write_bytes(zlib.compress(_module(place, source), 9))
    for file in target.iterdir():
        if file.name not in found:
            file.unlink()


def _compiled(place: str, files: Iterable[tuple[str, bytes]], optimize: int = 0) -> Iterator[tuple[str, bytes]]:
    """Files, with the modules among them compiled in place of their sources."""
    for name, content in files:
        if name.endswith(".py"):
            yield f"{name}c", _module(f"{place}/{name}", content, optimize)
        else:
            yield name, content


def _module(place: str, source: bytes, optimize: int = 0) -> bytes:
    """A compiled module, which is loaded without a look at its source."""
    code = compile(source, place, "exec", dont_inherit=True, optimize=optimize)
    return bytes(_code_to_hash_pyc(code, source_hash(source), checked=False))


def _modules(package: Path) -> Iterator[tuple[str, bytes]]:
    for name, content in _files(package):
        path = PurePosixPath(name)
        if {"test", "tests"} & {*path.parts} or path.parts[0].endswith((".dist-info", ".data")):
            continue
        if name not in WITH and (path.suffix in COMPILED or name.startswith(WITHOUT)):
            continue
        yield name, content


def _files(package: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a wheel, or those below `src` of a package's source."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(io.BytesIO(package.read_bytes())) as wheel:
            yield from ((one, wheel.read(one)) for one in wheel.namelist() if not one.endswith("/"))
        return
    with tarfile.open(package) as source:
        for member in source:
            _, _, name = member.name.partition("/src/")
            opened = source.extractfile(member) if name and ".egg-info" not in name else None
            if opened is not None:
                yield name, opened.read()


def main(task: str, *paths: str) -> None:
    """Do one of the two."""
    # What Python says of packages is for those who write them.
    warnings.simplefilter("ignore")
    {"packages": packages, "vsym": vsym}[task](*(HOST / path.removeprefix("/") for path in paths))


main(*sys.argv[1:])
