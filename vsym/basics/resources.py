"""Files of the package: its grammars and templates, the sections of its handbook on error codes and on terms, and the
files that it keeps between runs; and the command that runs a part of it in a process of its own."""

from __future__ import annotations

import json
import os
import re
import sys
import zlib
from pathlib import Path

from platformdirs import user_cache_path

from vsym.basics.frozen import frozen


def read(folder: str, name: str) -> str:
    """The text of `folder/name`; raises FileNotFoundError where there is none.

    An installed package carries the folder inside itself; in a checkout it stands beside the package.
    """
    return directory(folder).joinpath(name).read_text(encoding="utf-8")


def directory(folder: str) -> Path:
    """The directory of the files of `folder`, for libraries that resolve imports by themselves."""
    package = Path(__file__).parents[1]
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder


def serving(module: str, call: str = "serve()", *arguments: str) -> list[str]:
    """The command of a Python that calls `serve` of a module, independent of the main program of this process.

    That Python has the search path of this process; the further arguments are `sys.argv[2:]` there.
    """
    code = f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {module} import serve; {call}"
    return [sys.executable, "-I", "-c", code, json.dumps(sys.path), *arguments]


def cache_file(name: str) -> str | None:
    """The path of a cache file for results that vsym can compute again; None where its directory cannot be made.

    Each Python and each copy of the package has its own file, since the results may name files of the package.
    """
    directory = user_cache_path("vsym")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    copy = zlib.crc32(os.fsencode(Path(__file__).parent))
    return str(directory / f"{name}-{sys.implementation.cache_tag}-{copy:08x}")


_PAGES = ("errors.md", "terms.md")
_ALSO = re.compile(r"\s*\*Also: (?P<names>.*)\.\*\n")


@frozen
class Section:
    """A section of the handbook: its title, the other names it is found by, and its text in Markdown."""

    title: str
    also: tuple[str, ...]
    text: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names that find it: `VS203` of `VS203: an unknown group`, or a term and its other names."""
        return (self.title.partition(":")[0], *self.also)


def sections() -> tuple[Section, ...]:
    """Every section, in the order of the handbook: codes, then terms."""
    return tuple(map(_section, (part for page in _PAGES for part in read("docs", page).split("\n## ")[1:])))


def find(name: str) -> Section | None:
    """The section on a code or a term, however it is capitalised or spaced; None where there is none."""
    key = _key(name)
    return next((section for section in sections() if key in map(_key, section.names)), None)


def _section(written: str) -> Section:
    title, _, text = written.partition("\n")
    if also := _ALSO.match(text):
        return Section(title, tuple(also["names"].split(", ")), text[also.end() :].strip())
    return Section(title, (), text.strip())


def _key(name: str) -> str:
    return " ".join(name.replace("-", " ").casefold().split())
