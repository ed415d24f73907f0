"""`vsym check` on properties that hold by accident: in text, in JSON, on the page, and as an exit status."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.support.running import Vsym, document
from vsym.checking import vacuity
from vsym.show.text.verdicts import SHOWN
from vsym.system.report import Silence

MODEL = """system lazy
param spare = 4
states A, B, C
group P of 3
init A
trans A -> B
trans B -> C if #A > 3
ctl never: AG (#C >= 1 -> AF #B >= 1)
"""

LINES = """
lazy.gsst:2:7: warning: the parameter `spare` is never used
lazy.gsst:8:1: warning: `never` holds, but its left side, `#C >= 1`, is never true
lazy.gsst:3:14: warning: the local state `C` is never reached
lazy.gsst:7:1: warning: `B -> C` is never taken
"""


@pytest.fixture(autouse=True)
def _in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    Path("lazy.gsst").write_text(MODEL, "utf-8")
    Path("sound.gsst").write_text("system sound\nstates A, B\ngroup P of 3\ninit A\ntrans A -> B\n", "utf-8")


def test_one_line_each_after_the_verdicts(vsym: Vsym) -> None:
    ran = vsym("check", "lazy.gsst")
    assert ran.status == 0
    assert LINES in ran.out
    assert "warning" not in vsym("check", "lazy.gsst", "-q").out
    assert "warning" not in vsym("check", "sound.gsst").out


def test_strict(vsym: Vsym) -> None:
    assert vsym("check", "lazy.gsst", "--strict").status == 10
    assert vsym("report", "lazy.gsst", "--strict", "-o", "lazy.html").status == 10
    assert vsym("check", "sound.gsst", "--strict").status == 0
    quiet = vsym("check", "lazy.gsst", "--strict", "-q")
    assert LINES in quiet.out


def test_json(vsym: Vsym) -> None:
    record = document(vsym("check", "lazy.gsst", "--json"))
    assert [warning["kind"] for warning in record["warnings"]] == [
        "unused parameter",
        "vacuous property",
        "unreached local state",
        "untaken transition",
    ]
    assert record["warnings"][1] == {
        "kind": "vacuous property",
        "message": "`never` holds, but its left side, `#C >= 1`, is never true",
        "place": {"file": "lazy.gsst", "line": 8, "column": 1},
    }


class _Pressing(Silence):
    """A report that presses Ctrl-C when an engine reports its current work."""

    def say(self, _: str) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("processes", [3, 10**6])
def test_ctrl_c_while_they_are_looked_for_leaves_the_verdicts(
    processes: int, vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Vsym asks the explicit engine for few processes, and the SMT engine for many."""
    monkeypatch.setattr(vacuity, "Silence", _Pressing)
    Path("pressed.gsst").write_text(MODEL.replace("of 3", f"of {processes}").replace("> 3", f"> {processes}"), "utf-8")
    ran = vsym("check", "pressed.gsst", "--engine", "smt")
    assert (ran.status, ran.err) == (130, "")
    assert "never     holds" in ran.out
    assert "is never used" in ran.out
    assert "is never reached" not in ran.out
    document = json.loads(vsym("check", "pressed.gsst", "--engine", "smt", "--json").out)
    assert (document["stopped"], document["properties"][0]["verdict"]) == ("interrupted", "holds")


def test_the_page_lists_them(vsym: Vsym) -> None:
    vsym("report", "lazy.gsst", "-o", "lazy.html")
    page = Path("lazy.html").read_text("utf-8")
    assert 'aria-label="Warnings"' in page
    assert "is never taken" in page
    vsym("report", "sound.gsst", "-o", "sound.html")
    assert 'aria-label="Warnings"' not in Path("sound.html").read_text("utf-8")


def test_many_are_cut(vsym: Vsym) -> None:
    spare = "".join(f"param p{number} = 1\n" for number in range(20))
    Path("many.gsst").write_text(MODEL.replace("param spare = 4\n", spare), "utf-8")
    shown = vsym("check", "many.gsst").out
    assert shown.count("warning: ") == SHOWN
    assert f"{23 - SHOWN} more warnings (-v shows them)\n" in shown
    assert vsym("check", "many.gsst", "-v").out.count("warning: ") == 23
