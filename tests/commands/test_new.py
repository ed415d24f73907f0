"""`vsym new`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.running import Ran, Refused, Vsym
from vsym import check, load


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_model_can_be_checked_at_once(vsym: Vsym, tmp_path: Path) -> None:
    assert vsym("new", "printer") == Ran(0, "wrote printer.gsst; try: vsym check printer.gsst\n", "")
    text = (tmp_path / "printer.gsst").read_text("utf-8")
    assert vsym("fmt", "--check", "printer.gsst").status == 0
    model = load(tmp_path / "printer.gsst")
    assert model.name == "printer"
    checked = check(model)
    assert checked.verdicts == {"exclusive": "holds", "progress": "holds", "rest": "violated"}
    for name, verdict in checked.verdicts.items():
        assert re.search(rf"^// {verdict.capitalize()}: .*\n\w+ {name}: ", text, re.MULTILINE)
    assert checked.decided is not None
    assert checked.decided.full


def test_a_new_model_replaces_nothing(vsym: Vsym, refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "mine.gsst").write_text("mine", encoding="utf-8")
    assert "mine.gsst exists already" in refused("new", "mine")
    assert (tmp_path / "mine.gsst").read_text("utf-8") == "mine"
    assert vsym("new", "mine", "-o", "other.gsst").out.startswith("wrote other.gsst")
    assert vsym("new", "mine", "-o", "-").out == (tmp_path / "other.gsst").read_text("utf-8")


@pytest.mark.parametrize("name", ["", "7up", "a-b", "if", "a/b", "a/b.m", "x.txt", "ä", "all"])
def test_a_name_has_to_be_one(refused: Refused, tmp_path: Path, name: str) -> None:
    assert refused("new", name).startswith(f"vsym: `{name}` cannot be the name of a system")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", ["printer.gsst", "printer.m"])
def test_a_name_may_be_that_of_a_file(vsym: Vsym, tmp_path: Path, name: str) -> None:
    assert vsym("new", name) == Ran(0, f"wrote {name}; try: vsym check {name}\n", "")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert vsym("check", "-q", name).status == (10 if name.endswith(".gsst") else 0)
