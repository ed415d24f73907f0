"""Paths of threshold automata: each step says which rule it is, in text, JSON and on pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Afresh

WRONG = (EXAMPLES / "thresholds" / "reliable_broadcast.ta").read_text("utf-8").replace("N > 3 * T", "N > 2 * T")
CHECK = ["wrong.ta", "-D", "N=3", "-D", "T=1", "-D", "F=1", "--prop", "relayed"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a broadcast that tolerates too little."""
    (tmp_path / "wrong.ta").write_text(WRONG, encoding="utf-8")
    return tmp_path


def test_a_step_says_its_rule(folder: Path, afresh: Afresh) -> None:
    shown = afresh(["check", *CHECK], folder).out
    assert "2: rule 0, told -> sent" in shown
    assert "2: rule 4, sent -> accepted" in shown
    assert "1: rule 5, quiet -> quiet" in shown


def test_json_and_pages_say_it_too(folder: Path, afresh: Afresh) -> None:
    document = json.loads(afresh(["check", *CHECK, "--json"], folder).out)
    [prop] = document["properties"]
    steps = [state["step"] for state in prop["trace"]["states"]]
    assert [step and step["rule"] for step in steps] == [None, "rule 0", "rule 4", "rule 5"]
    page = afresh(["report", *CHECK], folder).out
    assert "moves from told to sent by rule 0" in page


def test_a_path_is_written_and_replayed_in_the_own_names(folder: Path, afresh: Afresh) -> None:
    (folder / "script").write_text("1\n", encoding="utf-8")
    shown = afresh(["step", *CHECK[:7], "--script", "script"], folder).out
    assert "rule 0: told -> sent" in shown
    assert "votes = 1" in shown
