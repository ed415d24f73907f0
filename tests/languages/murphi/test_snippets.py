"""Odd pieces of syntax: what is accepted, and that what rumur accepts is, with a few exceptions that are meant."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.languages.murphi.texts import codes

_TABLE = Path(__file__).parent / "snippets.txt"
_ROWS = [line.split("\t") for line in _TABLE.read_text("utf-8").splitlines()[1:]]

MEANT = {
    "big": "VS345",
    "enum0": "VS352",
    "impure": "VS347",
    "nostart": "VS322",
    "numguard": "VS301",
    "prioo": "VS301",
    "ssmix": "VS341",
    "wrbinder": "VS342",
    "band": "VS441",
    "shl": "VS441",
}
"""What is refused though rumur accepts it: types too large or empty, guards that are numbers or change variables, no
start state, two scalarsets compared, a loop's name assigned, operators on bits."""


@pytest.mark.parametrize(("rumur", "vsym", "text"), [row[1:] for row in _ROWS], ids=[row[0] for row in _ROWS])
def test_what_is_accepted(rumur: str, vsym: str, text: str, request: pytest.FixtureRequest) -> None:
    found = codes(text)
    name = request.node.callspec.id
    assert vsym == ("refuses" if found else "accepts"), found
    if found and rumur == "accepts":
        assert found == [MEANT[name]]


@pytest.mark.parametrize(("rumur", "text"), [(row[1], row[3]) for row in _ROWS], ids=[row[0] for row in _ROWS])
def test_what_rumur_accepts(rumur: str, text: str, tmp_path: Path) -> None:
    model = tmp_path / "model.m"
    model.write_text(text, encoding="utf-8")
    ran = subprocess.run(["rumur", str(model), "-o", "/dev/null"], capture_output=True, timeout=60, check=False)
    assert rumur == ("refuses" if ran.returncode else "accepts"), ran.stderr
