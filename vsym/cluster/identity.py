"""Which vsym this is: results of different versions are never put together."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from vsym import __version__
from vsym.basics.frozen import frozen
from vsym.basics.resources import directory

_FOLDERS = ("grammars", "templates")


@frozen
class Identity:
    """A version, and a digest of all that the package is made of, which tells copies under development apart."""

    version: str
    digest: str

    def __str__(self) -> str:
        return f"{self.version} ({self.digest[:8]})"


@cache
def identity() -> Identity:
    """Which vsym this process runs."""
    package = Path(__file__).parents[1]
    found = hashlib.sha256()
    files = {f"vsym/{path.relative_to(package).as_posix()}": path for path in package.rglob("*.py")}
    for name in _FOLDERS:
        folder = directory(name)
        files |= {f"{name}/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
    for name, path in sorted(files.items()):
        content = path.read_bytes()
        found.update(f"{name}\0{len(content)}\0".encode() + content)
    return Identity(__version__, found.hexdigest())


def described() -> list[str]:
    """The version and the digest, as a process on another machine is asked for them."""
    return [identity().version, identity().digest]
