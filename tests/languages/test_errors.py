"""Every diagnostic of a front end, by comments in files with errors and by the complete messages beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import vsym.languages
from tests.languages.error_files import diagnostics, error_files, expected, expected_hints, messages

# These come from the text as a whole or from the command line, not from a place in a text.
_ELSEWHERE = {
    "gsst": {"VS103", "VS104", "VS204"},
    "murphi": {"VS103", "VS104", "VS204", "VS442"},
    "systems": {"VS103", "VS104", "VS204", "VS431"},
    "pp": {"VS103", "VS104", "VS204", "VS431"},
    "ta": {"VS103", "VS104", "VS204"},
}
_BUILT_ON = {"pp": "gsst"}
"""Languages whose expressions are those of another one, which finds the errors in them."""


@pytest.mark.parametrize("path", error_files(), ids=lambda path: path.name)
def test_the_errors_and_hints_are_those_that_are_announced_and_were_reviewed(path: Path) -> None:
    found = [(one.span.source.position(one.span.start)[0], one) for one in diagnostics(path)]
    assert {(line, one.code) for line, one in found} == expected(path)
    for line, hint in expected_hints(path):
        assert any(number == line and hint in (one.hint or "") for number, one in found), (line, hint)
    assert messages(path) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(_ELSEWHERE))
def test_every_code_of_a_front_end_has_a_file(name: str) -> None:
    folder = Path(vsym.languages.__path__[0])
    shared = () if name in ("systems", "pp", "ta") else (folder / "regular.py",)
    files = [*(folder / name).glob("*.py"), folder / "parsing.py", folder / "scanning.py", *shared]
    used = _codes(files)
    announced = {code for path in error_files(name) for _, code in expected(path)}
    others = _codes((folder / _BUILT_ON[name]).glob("*.py")) - used if name in _BUILT_ON else set[str]()
    assert (announced | _ELSEWHERE[name]) - others == used


def _codes(files: Iterable[Path]) -> set[str]:
    return {code for path in files for code in re.findall(r'"(VS\d{3})"', path.read_text("utf-8"))}
