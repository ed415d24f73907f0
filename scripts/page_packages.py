"""One archive of the modules of downloaded packages, for the page that runs vsym: without compiled parts but those for
a browser, and without what only installers and tests read.

Usage: page_packages.py FOLDER ARCHIVE
"""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

COMPILED = {".c", ".pyd", ".pyi", ".pyx", ".so"}
"""The ends of names of what a browser cannot load, or need not."""

BROWSER = "wasm32"
"""In the name of a wheel whose compiled parts are for a browser."""


def main(folder: Path, archive: Path) -> None:
    """Write the archive of all packages in the folder."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
        for package in sorted(folder.iterdir()):
            for name, content in _modules(package):
                # What does not change has no date, so that the archive of the same packages is the same.
                written.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)


def _modules(package: Path) -> Iterator[tuple[str, bytes]]:
    for name, content in _files(package):
        path = PurePosixPath(name)
        if "tests" in path.parts or path.parts[0].endswith((".dist-info", ".data")):
            continue
        if path.suffix in COMPILED and BROWSER not in package.name:
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


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
