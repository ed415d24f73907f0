"""Files with errors, each with a comment on the faulty line that says which, and part of the hint that it must carry.

A file that begins with a comment `for all: a, b` is read with these parameters left open. Run as a module, it writes
the complete messages beside the files, for review.
"""

from __future__ import annotations

import re
from pathlib import Path

from vsym.basics.source import Diagnostic, DiagnosticError, Source
from vsym.languages.registry import LANGUAGES, language, parsed

FOLDER = Path(__file__).parent
_EXPECTED = re.compile(r"E:((?: VS\d+)+)(?: hint: (.+))?$")
_OPEN = re.compile(r"for all: (.*)")


def error_files(name: str | None = None) -> list[Path]:
    """Every file with errors, or those in the language of a name."""
    return sorted(
        file
        for one in dict.fromkeys(LANGUAGES.values())
        if name in (None, one.descriptor.name)
        for file in (FOLDER / one.descriptor.name / "errors").glob(f"*{one.descriptor.suffix}")
    )


def expected(path: Path) -> set[tuple[int, str]]:
    """The line and the code of every error that the file's comments announce."""
    return {(number, code) for number, codes, _ in _announced(path) for code in codes.split()}


def expected_hints(path: Path) -> set[tuple[int, str]]:
    """The line and the text of every hint that the file's comments announce."""
    return {(number, hint) for number, _, hint in _announced(path) if hint}


def diagnostics(path: Path) -> tuple[Diagnostic, ...]:
    """The diagnostics of the front end for the file."""
    source = Source(path.name, path.read_text("utf-8"))
    names = _OPEN.match(source.text.removeprefix(f"{language(path.name).descriptor.comment} "))
    try:
        text = parsed(source)
        if names is None:
            text.at({})
        else:
            text.open(names[1].split(", "), {})
    except DiagnosticError as error:
        return error.diagnostics
    return ()


def messages(path: Path) -> str:
    """The complete messages, as the user sees them."""
    return "".join(f"{diagnostic}\n\n" for diagnostic in diagnostics(path))


def _announced(path: Path) -> list[tuple[int, str, str | None]]:
    lines = enumerate(path.read_text("utf-8").split("\n"), 1)
    comment = f"{language(path.name).descriptor.comment} "
    announced = ((number, _EXPECTED.search(line)) for number, line in lines if comment + "E:" in line)
    return [(number, match[1], match[2]) for number, match in announced if match]


if __name__ == "__main__":
    for file in error_files():
        file.with_suffix(".txt").write_text(messages(file), encoding="utf-8")
