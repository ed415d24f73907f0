"""Ctrl-C and `--timeout` in long runs of the real program, which prints the results found so far."""

from __future__ import annotations

import functools
import itertools
import json
import math
import re
from pathlib import Path

import pytest

from tests.support.running import Vsym, on_a_terminal
from vsym.basics.limits import Budget
from vsym.cli import running

LONG_SYMMETRY = """
system long
param classes = 30
states A[1..100]
group P[k in 1..classes] of 5
init A[1]
for i in 1..99 {
  trans A[i] -> A[i+1] { for k in 1..classes { P[k]: #A[i+1] = 0 & #A[i][P[1..k-1]] = 0 } }
}
ctl there: EF #A[100] >= 1
"""

_FOUND = r"\d,\d{3} "
"""A count of more than a thousand; the progress names the states already before there are any."""

_DECIDING = r"deciding A\[([5-9]|[1-9][0-9])\] ->"
"""Any transition after the first few, as the progress need not show every one."""


@pytest.mark.parametrize(
    ("options", "state"),
    [
        (["--engine", "explicit"], "counter states"),
        (["--method", "adaptive"], "annotated states"),
        (["--method", "orbit"], "orbits"),
        (["--method", "plain"], "concrete states"),
    ],
)
def test_an_interrupted_exploration_prints_what_it_found(options: list[str], state: str) -> None:
    ran = on_a_terminal("explore", "grw.gsst", *options, awaited=_FOUND + state)
    assert ran.status == 130
    assert ("fully virtually symmetric" in ran.out) == (state == "counter states")
    assert f"reachable {state}, depth" in ran.out
    assert "not all of them: interrupted" in ran.out


def test_an_interrupted_check_prints_the_symmetry_and_no_verdict() -> None:
    ran = on_a_terminal("check", "grw.gsst", "--engine", "explicit", "--json", awaited=_FOUND + "counter states")
    assert ran.status == 130
    found = json.loads(ran.out)
    assert found["symmetry"]["full"] is True
    assert {prop["reason"] for prop in found["properties"] if prop["verdict"] == "unknown"} == {"interrupted"}
    assert found["exploration"]["states"] > 1000


def test_an_interrupted_comparison_of_methods_prints_a_table() -> None:
    ran = on_a_terminal("explore", "grw.gsst", "--method", "all", awaited=_FOUND + "annotated states")
    assert ran.status == 130
    assert "fully virtually symmetric" in ran.out
    assert re.search(r"counter +[1-9]", ran.out)
    assert re.search(r"adaptive +>= [1-9]", ran.out)
    assert "orbit" not in ran.out.replace("orbits", "")


def test_an_interrupted_adaptive_check_prints_no_verdict() -> None:
    arguments = ("check", "grw.gsst", "--engine", "adaptive", "--prop", "mutex", "--json")
    ran = on_a_terminal(*arguments, awaited=_FOUND + "annotated states")
    assert ran.status == 130
    found = json.loads(ran.out)
    assert [(prop["verdict"], prop["reason"]) for prop in found["properties"]] == [("unknown", "interrupted")]
    assert found["exploration"]["states"] > 100


def test_an_interrupted_run_of_nusmv_prints_the_symmetry() -> None:
    ran = on_a_terminal("check", "grw.gsst", "--engine", "nusmv", awaited="running NuSMV")
    assert ran.status == 130
    assert "fully virtually symmetric" in ran.out
    assert "unknown" in ran.out
    assert "interrupted" in ran.out


def test_an_interrupted_identification_prints_what_it_decided(tmp_path: Path) -> None:
    model = tmp_path / "long.gsst"
    model.write_text(LONG_SYMMETRY, encoding="utf-8")
    ran = on_a_terminal("symmetry", str(model), "--json", awaited=_DECIDING)
    assert ran.status == 130
    verdicts = [entry["verdict"] for entry in json.loads(ran.out)["symmetry"]["transitions"]]
    assert len(verdicts) == 99
    assert verdicts[0] == "virtually symmetric"
    assert verdicts[-1] == "undecided"
    checked = on_a_terminal("check", str(model), awaited=_DECIDING)
    assert checked.status == 130
    assert "symmetry undecided: interrupted" in checked.out
    assert "there: interrupted" in checked.out


@pytest.mark.usefixtures("in_examples")
def test_a_time_limit_prints_what_was_explored(vsym: Vsym, monkeypatch: pytest.MonkeyPatch) -> None:
    """This clock ends the time after some 500 looks, as a real one would at some point."""
    asked = itertools.count()

    def clock() -> float:
        return math.inf if next(asked) > 500 else 0.0

    monkeypatch.setattr(running, "Budget", functools.partial(Budget, clock=clock))
    sizes = ("-D", "readers=20000", "-D", "writers=20000")
    ran = vsym("explore", "rw.gsst", *sizes, "--timeout", "6", "--engine", "explicit")
    assert ran.status == 5
    assert "reachable counter states, depth" in ran.out
    assert "not all of them: the time limit was reached" in ran.out
