"""`vsym check --store`: states on disk by one process and by several, interrupted and resumed; `test_clusters.py` has
those of a cluster."""

from __future__ import annotations

import functools
import itertools
import json
import math
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.running import awaited, descendants, gone
from tests.engines.disk.running import GRID
from tests.support.running import Ran, Refused, Vsym, started
from vsym.basics.limits import Budget
from vsym.cli import running
from vsym.engines.disk.storage import LOCK, MANIFEST

DEEP = """
var x: 0..99; y: boolean;
startstate x := 0; y := false; end;
rule "x" x < 99 ==> x := x + 1; end;
rule "y" x > 80 ==> y := !y; end;
"""
"""A hundred levels, so that one is there when it is looked for."""

SYSTEM = """
system turns
param n = 3
states N, T, C
group P of n
init N
trans N -> T
trans T -> C if #C = 0
trans C -> N
ctl mutex: AG #C <= 1
ctl inside: EF #C = 1
ltl live: G F #C = 1
"""

FIGURES = ("states", "depth", "rules_fired", "deadlocks", "complete")


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"grid.m": GRID, "deep.m": DEEP, "turns.gsst": SYSTEM}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


def _figures(ran: Ran) -> dict[str, Any]:
    found = json.loads(ran.out)["exploration"]
    return {name: found[name] for name in FIGURES}


def _verdicts(ran: Ran) -> list[tuple[str, object]]:
    found = json.loads(ran.out)["properties"]
    return [(one["verdict"], one["trace"] and len(one["trace"]["states"]) - 1) for one in found]


def _levels(store: Path) -> list[int]:
    """The number of states of each level that a store knows."""
    record = json.loads((store / MANIFEST).read_bytes())
    states = {file["name"]: sum(file["states"].values()) for file in record["files"]}
    return [*record["older"], *(sum(states[name] for name in files) for files in record["levels"])]


def test_a_check_with_a_store(vsym: Vsym, folder: Path) -> None:
    ran = vsym("check", "grid.m", "--store", folder, "--workers", "2", "--json")
    known = vsym("check", "grid.m", "--json")
    assert (ran.status, ran.err) == (known.status, "") == (10, "")
    assert _figures(ran) == _figures(known)
    assert _verdicts(ran) == _verdicts(known)
    again = vsym("check", "grid.m", "--store", folder, "--resume", "--json")
    assert (_figures(again), _verdicts(again)) == (_figures(known), _verdicts(known))


def test_a_counter_system_with_a_store(vsym: Vsym, folder: Path) -> None:
    ran = vsym("check", "turns.gsst", "--store", folder, "--json")
    known = vsym("check", "turns.gsst", "--engine", "explicit", "--json")
    verdicts = {one["name"]: one["verdict"] for one in json.loads(ran.out)["properties"]}
    assert verdicts == {"mutex": "holds", "inside": "holds", "live": "unknown"}
    explored, whole = (json.loads(one.out)["exploration"] for one in (ran, known))
    assert explored["states"] == whole["states"] > 0
    plain = vsym("explore", "turns.gsst", "--method", "plain", "--store", f"{folder}-plain")
    assert (plain.status, "20 reachable concrete states, depth 4, no deadlock" in plain.out) == (0, True), plain


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--workers", "2"], "--workers needs states on disk: name a folder with --store"),
        (["--parts", "2"], "--parts needs states on disk"),
        (["--cluster", "local:2"], "--cluster needs states on disk"),
        (["--resume"], "--resume continues an exploration that --store keeps: `--store DIR --resume`"),
        (["--resume", "file"], "--resume continues an exploration that --store keeps: `--store DIR --resume`"),
        (["--checkpoint", "file"], "`--store DIR` keeps an exploration, and `--store DIR --resume` continues it"),
        (["--store", "x", "--cluster", "local:2", "--workers", "2"], "--workers sets processes on this machine"),
        (["--store", "x", "--engine", "mdd"], "--engine mdd keeps no states on disk"),
        (["--store", "x", "--compact"], "--compact has no meaning with --store"),
        (["--store", "x", "--resume"], "x holds no store to resume"),
        (["--store", "grid.m"], "grid.m: "),
        (["--store", "x", "--cluster", "tcp://192.0.2.1:8786"], "tcp:// is for this machine only"),
        (["--store", "nothing://x"], "Protocol not known: nothing"),
    ],
)
def test_what_has_no_meaning_is_refused(options: list[str], said: str, refused: Refused, tmp_path: Path) -> None:
    assert said in refused("explore", "grid.m", *options)
    assert not (tmp_path / "x").exists()


def test_ctrl_c_leaves_a_store_that_goes_on(vsym: Vsym, folder: Path) -> None:
    """The figures are those of the finished levels, exactly, and no process is left."""
    explore = ["explore", "deep.m", "--store", str(folder), "--workers", "2", "--json"]
    with started(*explore) as process:
        awaited(lambda: (folder / MANIFEST).exists() and len(_levels(folder)) > 3)
        members = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    found, levels = _figures(Ran(130, out, err)), _levels(folder)
    assert (found["complete"], found["states"], found["depth"]) == (False, sum(levels), len(levels) - 1)
    assert not [*folder.glob("*.new.*"), *folder.glob(LOCK)]
    awaited(lambda: gone([*members]))
    assert _figures(vsym(*explore, "--resume")) == _figures(vsym("explore", "deep.m", "--json"))


def test_a_time_limit_leaves_a_store_that_goes_on(vsym: Vsym, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This clock ends the time after some 30 looks, as a real one would at some point."""
    asked = itertools.count()
    with monkeypatch.context() as patch:
        clock = functools.partial(Budget, clock=lambda: math.inf if next(asked) > 30 else 0.0)
        patch.setattr(running, "Budget", clock)
        ran = vsym("explore", "grid.m", "--store", folder, "--timeout", "6", "--json")
    assert ran.status == 5
    found, levels = _figures(ran), _levels(folder)
    assert len(levels) > 3
    assert (found["complete"], found["states"], found["depth"]) == (False, sum(levels), len(levels) - 1)
    again = vsym("explore", "grid.m", "--store", folder, "--resume", "--json")
    assert _figures(again) == _figures(vsym("explore", "grid.m", "--json"))


def test_a_second_run_is_refused(refused: Refused, folder: Path) -> None:
    with started("explore", "deep.m", "--store", folder) as process:
        awaited(lambda: (folder / MANIFEST).exists())
        process.send_signal(signal.SIGSTOP)
        assert f"in use by another run (process {process.pid} on " in refused(
            "explore", "deep.m", "--store", folder, "--resume"
        )
        process.kill()
