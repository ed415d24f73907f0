"""In which format a picture is written."""

from __future__ import annotations

import sys
from pathlib import PurePath

import click

_ENDINGS = {
    ".svg": "svg",
    ".png": "png",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".md": "markdown",
}


def picture_format(asked: str | None, output: str | None) -> str:
    """The format asked for, else the one that the output's name ends with, else SVG; in a Markdown file, Mermaid text
    is a block of code. Raises UsageError for a name that tells nothing, and for pixels that a terminal would show."""
    ending = "" if output in (None, "-") else PurePath(str(output)).suffix.lower()
    form = asked or _ENDINGS.get(ending, "" if ending else "svg")
    if not form:
        raise click.UsageError(
            f"`{output}` does not end in a picture format; write .svg, .png, .dot or .mmd, or --format"
        )
    if form == "mermaid" and ending == ".md":
        return "markdown"
    if form == "png" and output in (None, "-") and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("a PNG is not for a terminal; write it with -o picture.png")
    return form
