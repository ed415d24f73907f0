"""Every diagnostic of the language, by comments in files with errors and by the complete messages beside them.

Run as a module, it writes the messages anew, for review.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vsym.basics.source import Diagnostic, DiagnosticError, Source
from vsym.languages.systems import LANGUAGE

FILES = sorted((Path(__file__).parent / "errors").glob("*.sys"))
_EXPECTED = re.compile(r"// E:((?: VS\d+)+)(?: hint: (.+))?$")
_ELSEWHERE = {"VS103", "VS104", "VS204", "VS431"}
"""These come from the text as a whole or from the command line, not from a place in a text."""


def _diagnostics(path: Path) -> tuple[Diagnostic, ...]:
    try:
        LANGUAGE.parsed(Source(path.name, path.read_text("utf-8"))).at({})
    except DiagnosticError as error:
        return error.diagnostics
    return ()


def _announced(path: Path) -> list[tuple[int, list[str], str]]:
    """The lines with errors, their codes, and what a hint has to say there."""
    lines = enumerate(path.read_text("utf-8").split("\n"), 1)
    return [(number, found[1].split(), found[2] or "") for number, line in lines if (found := _EXPECTED.search(line))]


def _messages(path: Path) -> str:
    return "".join(f"{diagnostic}\n\n" for diagnostic in _diagnostics(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_announced_errors_and_no_others_are_found(path: Path) -> None:
    found = [(one.span.source.position(one.span.start)[0], one.code, one.hint or "") for one in _diagnostics(path)]
    announced = _announced(path)
    assert {(line, code) for line, code, _ in found} == {(line, code) for line, codes, _ in announced for code in codes}
    for number, _, hint in announced:
        assert any(line == number and hint in said for line, _, said in found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_messages_are_those_that_were_reviewed(path: Path) -> None:
    assert _messages(path) == path.with_suffix(".txt").read_text("utf-8")


def test_every_code_of_the_language_has_a_file() -> None:
    folder = Path(__file__).parents[3] / "vsym" / "languages"
    files = (*(folder / "systems").glob("*.py"), folder / "parsing.py", folder / "scanning.py")
    used = {code for path in files for code in re.findall(r'"(VS\d{3})"', path.read_text("utf-8"))}
    assert {code for path in FILES for _, codes, _ in _announced(path) for code in codes} | _ELSEWHERE == used


if __name__ == "__main__":
    for file in FILES:
        file.with_suffix(".txt").write_text(_messages(file), encoding="utf-8")
