"""The answer of a command, for the command line to write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from rich.console import RenderableType

from vsym.basics.frozen import frozen

if TYPE_CHECKING:
    from vsym.show.sarif import Result
    from vsym.show.shapes.documents import Document


@frozen
class Answer:
    """A command's result: for a terminal (`lines`), for a script (`record`) or for another tool (`raw`).

    `files` are texts to be written, by their paths (relative to the directory given to the command, if any);
    `certificate` is the text of the certificate's file. `notes` are for the person at the terminal, wherever the rest
    goes; `reviewed` makes the results for code review.
    """

    status: int
    lines: tuple[RenderableType, ...] = ()
    record: Document | None = None
    raw: str | bytes | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    certificate: str | None = None
    notes: tuple[str, ...] = ()
    reviewed: Callable[[], Sequence[Result]] = tuple
