"""Files of the package: the grammars and templates that come with it, and what it keeps between runs."""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path

from platformdirs import user_cache_path


def read(folder: str, name: str) -> str:
    """The text of `folder/name`; raises FileNotFoundError where there is none.

    An installed package carries the folder inside itself; in a checkout it stands beside the package.
    """
    return directory(folder).joinpath(name).read_text(encoding="utf-8")


def directory(folder: str) -> Path:
    """Where the files of `folder` are, for libraries that resolve imports by themselves."""
    package = Path(__file__).parents[1]
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder


def cache_file(name: str) -> str | None:
    """Where what can be computed again is kept for this Python and this copy of the package, as what is kept may name
    its files; None where no directory can be made for it."""
    directory = user_cache_path("vsym")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    copy = zlib.crc32(os.fsencode(Path(__file__).parent))
    return str(directory / f"{name}-{sys.implementation.cache_tag}-{copy:08x}")
