"""`--memory` ends what needs more as `unknown`, with its reason and status 5; what fits is decided all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Vsym
from vsym.basics.limits import REASONS
from vsym.checking import choice

pytestmark = pytest.mark.usefixtures("in_examples")

LARGE = ("grw.gsst", "-D", "q=100", "-D", "m=20")


@pytest.mark.parametrize("engine", ["mdd", "explicit"])
def test_out_of_memory_is_unknown_with_its_reason(engine: str, vsym: Vsym) -> None:
    ran = vsym("check", *LARGE, "--engine", engine, "--memory", "3", "--prop", "mutex", "--json")
    assert (ran.status, ran.err) == (5, "")
    (found,) = json.loads(ran.out)["properties"]
    assert (found["verdict"], found["reason"]) == ("unknown", "the memory limit was reached")


@pytest.mark.parametrize("engine", ["mdd", "explicit"])
def test_an_exploration_out_of_memory_says_so(engine: str, vsym: Vsym) -> None:
    ran = vsym("explore", *LARGE, "--engine", engine, "--memory", "3")
    assert ran.status == 5
    assert "not all of them: the memory limit was reached" in " ".join(ran.out.split())


def test_a_small_system_fits(vsym: Vsym) -> None:
    assert vsym("check", "rw.gsst", "--prop", "mutex", "--engine", "mdd", "--memory", "3").status == 0


def test_more_processes_than_any_memory_has_values_for(
    tmp_path: Path, vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A level of so many values is not begun, and paths are not followed for ever: the reasons of both are said."""
    monkeypatch.setattr(choice, "LEVELS", 100)
    file = tmp_path / "mutex.gsst"
    asked = "ctl until: AG (some in T -> A [#N >= 0 U some in C])\n"
    file.write_text((EXAMPLES / "mutex.gsst").read_text("utf-8") + asked, encoding="utf-8")
    ran = vsym("check", str(file), "-D", "processes=1000000000000", "--json")
    assert (ran.status, ran.err) == (10, "")
    found = {prop["verdict"]: prop["reason"] for prop in json.loads(ran.out)["properties"]}
    reason = f"mdd: {REASONS['memory']}; explicit: {REASONS['bound']}"
    assert found == {"holds": None, "violated": None, "unknown": reason}
