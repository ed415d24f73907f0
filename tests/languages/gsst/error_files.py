"""Files with errors, each with a comment on the faulty line that says which, and part of the hint that it must carry.

A file that begins with `// for all: a, b` is read with these parameters left open. Run as a module, it writes the
complete messages beside the files, for review.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.loading import load, load_open
from vsym.basics.source import Diagnostic, DiagnosticError, Source

FOLDER = Path(__file__).parent / "errors"
_EXPECTED = re.compile(r"// E:((?: VS\d+)+)(?: hint: (.+))?$")
_KEPT = re.compile(r"// for all: (.*)")


def error_files() -> list[Path]:
    """Every file with errors."""
    return sorted(FOLDER.glob("*.gsst"))


def expected(path: Path) -> set[tuple[int, str]]:
    """The line and the code of every error that the file's comments announce."""
    found = set()
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if announced := _EXPECTED.search(line):
            found |= {(number, code) for code in announced[1].split()}
    return found


def expected_hints(path: Path) -> set[tuple[int, str]]:
    """The line and the text of every hint that the file's comments announce."""
    announced = ((n, _EXPECTED.search(line)) for n, line in enumerate(path.read_text("utf-8").split("\n"), 1))
    return {(number, match[2]) for number, match in announced if match and match[2]}


def diagnostics(path: Path) -> tuple[Diagnostic, ...]:
    """What the front end says about the file."""
    source = Source(path.name, path.read_text("utf-8"))
    kept = _KEPT.match(source.text)
    try:
        if kept is None:
            load(source)
        else:
            load_open(source, {}, tuple(kept[1].split(", ")))
    except DiagnosticError as error:
        return error.diagnostics
    return ()


def messages(path: Path) -> str:
    """The complete messages, as the user sees them."""
    return "".join(f"{diagnostic}\n\n" for diagnostic in diagnostics(path))


if __name__ == "__main__":
    for file in error_files():
        file.with_suffix(".txt").write_text(messages(file), encoding="utf-8")
