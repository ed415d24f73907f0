"""`vsym new`: a model to begin with."""

from __future__ import annotations

import re
from pathlib import Path, PurePath

from vsym.basics.options import HOLDS, RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.commands.answer import Answer
from vsym.languages.registry import LANGUAGES, language


def new(name: str, file: str | None = None) -> Answer:
    """A commented model of that name, as the text of a new file (None for standard output).

    Raises RefusedError for a name that no system can have, and where the file is there already.
    """
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        raise RefusedError(f"`{name}` cannot be the name of a system; {_hint(name)}")
    written = language(file or "")
    text = written.starter(name)
    try:
        written.parsed(Source(name, text)).at({})
    except DiagnosticError as error:
        message = error.diagnostics[0].hint or error.diagnostics[0].message
        raise RefusedError(f"`{name}` cannot be the name of a system: {message}") from error
    if file is not None and Path(file).exists():
        raise RefusedError(f"{file} exists already; choose another name, or another file with -o")
    return Answer(HOLDS, raw=text)


def _hint(name: str) -> str:
    rule = "it has letters, digits and `_`, and does not begin with a digit"
    suffix = PurePath(name).suffix
    near = re.sub(r"[^A-Za-z0-9]+", "_", name.removesuffix(suffix if suffix in LANGUAGES else "")).strip("_")
    if near[:1].isdigit():
        near = f"_{near}"
    return f"{rule}: `vsym new {near}`" if near else rule
