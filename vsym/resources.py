"""The texts that come with the package: grammars and templates."""

from __future__ import annotations

from pathlib import Path


def read(folder: str, name: str) -> str:
    """The text of `folder/name`; raises FileNotFoundError where there is none.

    An installed package carries the folder inside itself; in a checkout it stands beside the package.
    """
    return directory(folder).joinpath(name).read_text(encoding="utf-8")


def directory(folder: str) -> Path:
    """Where the files of `folder` are, for libraries that resolve imports by themselves."""
    package = Path(__file__).parent
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder
