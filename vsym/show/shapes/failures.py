"""The shapes of errors in a text, and of warnings."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from vsym.basics.shapes import Keywords, Positive
from vsym.basics.source import WarningKind


class Diagnostic(TypedDict):
    """An error of a model or of a command."""

    code: Annotated[str, Keywords(pattern=r"^VS\d{3}$")] | None
    """The code that `vsym explain` explains; null: not an error of a model."""
    file: str | None
    """null: it has no place in a file."""
    line: Positive | None
    """null: it is about the whole file."""
    column: Positive | None
    message: str
    hint: str | None


class Place(TypedDict):
    """A place in a text."""

    file: str
    line: Positive
    column: Positive


class ModelWarning(TypedDict):
    """A fact that is true by accident, or said to no purpose."""

    kind: WarningKind
    message: str
    place: Place | None
