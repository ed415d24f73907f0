"""What the server has beside answers: the files of the page, by their addresses, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vsym.basics import resources

_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml",
    }
)

EDITOR = "editor.js"
"""The editor, which is there where it was built: scripts/build-web.sh builds it."""

BUILDING = "in a checkout with npm, run: scripts/build-web.sh && pip install ."
"""How to get it."""


def editor_built() -> bool:
    """Whether the page has its editor; without it, it has a plain field."""
    return (resources.directory("web") / "page" / EDITOR).is_file()


def table() -> dict[str, tuple[str, bytes]]:
    """Each address with the type and the content of its file."""
    folder = resources.directory("web") / "page"
    found = {
        f"/{path.name}": (_TYPES[path.suffix[1:]], path.read_bytes())
        for path in sorted(folder.iterdir())
        if path.suffix[1:] in _TYPES
    }
    return {"/": found["/index.html"], **found}
