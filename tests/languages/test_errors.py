"""Every diagnostic of a front end, by comments in files with errors and by the complete messages beside them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import vsym.languages
from tests.languages.error_files import diagnostics, error_files, expected, expected_hints, messages

# These come from the text as a whole or from the command line, not from a place in a text.
_ELSEWHERE = {
    "gsst": {"VS103", "VS104", "VS204"},
    "murphi": {"VS103", "VS104", "VS204", "VS442"},
    "systems": {"VS103", "VS104", "VS204", "VS431"},
}


@pytest.mark.parametrize("path", error_files(), ids=lambda path: path.name)
def test_the_announced_errors_and_no_others_are_found(path: Path) -> None:
    found = {(one.span.source.position(one.span.start)[0], one.code) for one in diagnostics(path)}
    assert found == expected(path)


@pytest.mark.parametrize("path", error_files(), ids=lambda path: path.name)
def test_the_announced_hints_are_given(path: Path) -> None:
    given = [(one.span.source.position(one.span.start)[0], one.hint or "") for one in diagnostics(path)]
    for line, hint in expected_hints(path):
        assert any(number == line and hint in text for number, text in given), (line, hint)


@pytest.mark.parametrize("path", error_files(), ids=lambda path: path.name)
def test_the_messages_are_those_that_were_reviewed(path: Path) -> None:
    assert messages(path) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(_ELSEWHERE))
def test_every_code_of_a_front_end_has_a_file(name: str) -> None:
    folder = Path(vsym.languages.__path__[0])
    files = [*(folder / name).glob("*.py"), folder / "parsing.py", folder / "scanning.py"]
    used = {code for path in files for code in re.findall(r'"(VS\d{3})"', path.read_text("utf-8"))}
    announced = {code for path in error_files(name) for _, code in expected(path)}
    assert announced | _ELSEWHERE[name] == used
