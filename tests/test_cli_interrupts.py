"""Ctrl-C and `--timeout` in long runs of the real program: what was found so far is printed."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
from pathlib import Path

from tests.running import EXAMPLES, PROGRAM, Ran, environment, program

LONG_SYMMETRY = """
system long
param classes = 60
states A[1..200]
group P[k in 1..classes] of 5
init A[1]
for i in 1..199 {
  trans A[i] -> A[i+1] { for k in 1..classes { P[k]: #A[i+1] = 0 & #A[i][P[1..k-1]] = 0 } }
}
ctl there: EF #A[200] >= 1
"""

_DECIDING = r"deciding A\[([5-9]|[1-9][0-9])\] ->"
"""Any transition after the first few, as the progress need not show every one."""


def _interrupted(awaited: str, *arguments: str) -> Ran:
    """Press Ctrl-C once the progress on the terminal matches `awaited`; it is redrawn ten times a second only."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        cwd=EXAMPLES,
        env=environment(TERM="xterm", COLUMNS="200"),
    ) as process:
        os.close(theirs)
        shown = b""
        while not re.search(awaited.encode(), shown):
            shown += os.read(ours, 65536)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    os.close(ours)
    return Ran(process.returncode, out, "")


def test_an_interrupted_exploration_prints_what_it_found() -> None:
    ran = _interrupted("counter states", "explore", "grw.gsst", "--engine", "explicit")
    assert ran.status == 130
    assert "fully virtually symmetric" in ran.out
    assert "reachable counter states, depth" in ran.out
    assert "not all of them: interrupted" in ran.out


def test_an_interrupted_check_prints_the_symmetry_and_no_verdict() -> None:
    ran = _interrupted("counter states", "check", "grw.gsst", "--engine", "explicit", "--json")
    assert ran.status == 130
    found = json.loads(ran.out)
    assert found["symmetry"]["full"] is True
    assert {prop["reason"] for prop in found["properties"] if prop["verdict"] == "unknown"} == {"interrupted"}
    assert found["statistics"]["abstract_states"] > 1000


def test_interrupted_methods_print_what_they_found() -> None:
    for method, state in (("adaptive", "annotated states"), ("orbit", "orbits"), ("plain", "concrete states")):
        ran = _interrupted(state, "explore", "grw.gsst", "--method", method)
        assert ran.status == 130
        assert f"reachable {state}, depth" in ran.out
        assert "not all of them: interrupted" in ran.out


def test_an_interrupted_comparison_of_methods_prints_a_table() -> None:
    ran = _interrupted("annotated states", "explore", "grw.gsst", "--method", "all")
    assert ran.status == 130
    assert "fully virtually symmetric" in ran.out
    assert re.search(r"counter +[1-9]", ran.out)
    assert re.search(r"adaptive +>= [1-9]", ran.out)
    assert "orbit" not in ran.out.replace("orbits", "")


def test_an_interrupted_adaptive_check_prints_no_verdict() -> None:
    ran = _interrupted("annotated states", "check", "grw.gsst", "--engine", "adaptive", "--prop", "mutex", "--json")
    assert ran.status == 130
    found = json.loads(ran.out)
    assert [(prop["verdict"], prop["reason"]) for prop in found["properties"]] == [("unknown", "interrupted")]
    assert found["statistics"]["abstract_states"] > 100


def test_an_interrupted_run_of_nusmv_prints_the_symmetry() -> None:
    ran = _interrupted("running NuSMV", "check", "grw.gsst", "--engine", "nusmv")
    assert ran.status == 130
    assert "fully virtually symmetric" in ran.out
    assert "unknown" in ran.out
    assert "interrupted" in ran.out


def test_an_interrupted_identification_prints_what_it_decided(tmp_path: Path) -> None:
    model = tmp_path / "long.gsst"
    model.write_text(LONG_SYMMETRY, encoding="utf-8")
    ran = _interrupted(_DECIDING, "symmetry", str(model), "--json")
    assert ran.status == 130
    verdicts = [entry["verdict"] for entry in json.loads(ran.out)["symmetry"]["transitions"]]
    assert len(verdicts) == 199
    assert verdicts[0] == "virtually symmetric"
    assert verdicts[-1] == "undecided"
    checked = _interrupted(_DECIDING, "check", str(model))
    assert checked.status == 130
    assert "symmetry undecided: interrupted" in checked.out
    assert "there: interrupted" in checked.out


def test_a_time_limit_prints_what_was_explored() -> None:
    ran = program("explore", "grw.gsst", "--timeout", "2", "--engine", "explicit")
    assert (ran.status, ran.err) == (5, "")
    assert "reachable counter states, depth" in ran.out
    assert "not all of them: the time limit was reached" in ran.out


def test_a_time_limit_prints_what_was_decided(tmp_path: Path) -> None:
    model = tmp_path / "long.gsst"
    model.write_text(LONG_SYMMETRY, encoding="utf-8")
    ran = program("symmetry", str(model), "--timeout", "1.5", "--json")
    assert ran.status == 5
    verdicts = [entry["verdict"] for entry in json.loads(ran.out)["symmetry"]["transitions"]]
    assert verdicts.count("undecided") > 50
    assert json.loads(ran.out)["symmetry"]["full"] is None
