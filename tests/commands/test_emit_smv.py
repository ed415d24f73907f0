"""`vsym emit-smv` of processes, and of programs as counters."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.engines.nusmv.checks import program as nusmv
from tests.support.composing import reduced
from tests.support.running import EXAMPLES, Vsym
from vsym import load
from vsym.exchange.smv.writing import counter_model, direct_model


@pytest.mark.usefixtures("programs")
def test_nusmv_decides_as_vsym_does(vsym: Vsym, tmp_path: Path) -> None:
    model = tmp_path / "model.smv"
    model.write_text(vsym("emit-smv", "coherent.m", "--as", "counters").out)
    answers = subprocess.run([nusmv(), "-df", model], capture_output=True, text=True, check=True).stdout
    said = [line.rsplit(None, 1)[-1] for line in answers.splitlines() if line.startswith("-- inv")]
    ran = vsym("check", "coherent.m", "--as", "counters", "--json")
    verdicts = [one["verdict"] for one in json.loads(ran.out)["properties"]]
    assert said == ["true" if verdict == "holds" else "false" for verdict in verdicts]
    assert "0..1000" in vsym("emit-smv", "coherent.m", "--as", "counters", "-D", "N=1000").out


def test_the_counters_are_written_unless_the_model_itself_is_wanted(vsym: Vsym) -> None:
    """Both are compared as texts by tests/exchange/smv."""
    model = EXAMPLES / "rw.gsst"
    assert vsym("emit-smv", model).out == counter_model(reduced(load(model)).counters)
    assert vsym("emit-smv", model, "--model", "direct").out == direct_model(load(model))


@pytest.mark.parametrize("steps", ["may", "must"])
def test_nusmv_decides_by_bounds_what_vsym_decides(vsym: Vsym, tmp_path: Path, steps: str) -> None:
    """A verdict that a bound shows is right; one that it does not show may hold all the same."""
    names = ["mutex", "reader_served"]
    chosen = [part for name in names for part in ("--prop", name)]
    model = tmp_path / "model.smv"
    emitted = vsym("emit-smv", EXAMPLES / "rw_broken.gsst", "--bounds", steps, *chosen)
    model.write_text(emitted.out)
    answers = subprocess.run([nusmv(), model], capture_output=True, text=True, check=True).stdout
    said = [line.rsplit(None, 1)[-1] for line in answers.splitlines() if line.startswith("-- specification")]
    exact = [
        one["verdict"]
        for one in json.loads(vsym("check", EXAMPLES / "rw_broken.gsst", *chosen, "--json").out)["properties"]
    ]
    counts = "true" if steps == "may" else "false"
    assert counts in said
    for one, verdict in zip(said, exact, strict=True):
        assert one != counts or (verdict == "holds") == (one == "true")
    assert f"the steps that {steps} be possible" in emitted.out


def test_a_property_of_all_paths_and_of_some_needs_both_sides(vsym: Vsym) -> None:
    ran = vsym("emit-smv", EXAMPLES / "rw_broken.gsst", "--bounds", "may")
    assert ran.status == 2
    assert "error[VS402]: `possible` speaks of all paths and of some path" in ran.err
    assert (
        "--bounds is for counters of a .gsst model"
        in vsym("emit-smv", EXAMPLES / "systems" / "jugs.sys", "--bounds", "may").err
    )
