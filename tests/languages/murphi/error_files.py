"""Files with errors, each with a comment on the faulty line that says which, and part of the hint that it must carry.

Run as a module, it writes the complete messages beside the files, for review.
"""

from __future__ import annotations

import re
from pathlib import Path

from vsym.basics.source import Diagnostic, DiagnosticError, Source
from vsym.languages.registry import parsed

FOLDER = Path(__file__).parent / "errors"
_EXPECTED = re.compile(r"-- E:((?: VS\d+)+)(?: hint: (.+))?$")


def error_files() -> list[Path]:
    """Every file with errors."""
    return sorted(FOLDER.glob("*.m"))


def expected(path: Path) -> set[tuple[int, str]]:
    """The line and the code of every error that the file's comments announce."""
    return {(number, code) for number, codes, _ in _announced(path) for code in codes.split()}


def expected_hints(path: Path) -> set[tuple[int, str]]:
    """The line and the text of every hint that the file's comments announce."""
    return {(number, hint) for number, _, hint in _announced(path) if hint}


def diagnostics(path: Path) -> tuple[Diagnostic, ...]:
    """What the front end says about the file."""
    try:
        parsed(Source(path.name, path.read_text("utf-8"))).at({})
    except DiagnosticError as error:
        return error.diagnostics
    return ()


def messages(path: Path) -> str:
    """The complete messages, as the user sees them."""
    return "".join(f"{diagnostic}\n\n" for diagnostic in diagnostics(path))


def _announced(path: Path) -> list[tuple[int, str, str | None]]:
    lines = enumerate(path.read_text("utf-8").split("\n"), 1)
    return [(number, match[1], match[2]) for number, line in lines if (match := _EXPECTED.search(line))]


if __name__ == "__main__":
    for file in error_files():
        file.with_suffix(".txt").write_text(messages(file), encoding="utf-8")
