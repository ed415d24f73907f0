"""`vsym explore`."""

from __future__ import annotations

import json

import pytest

from tests.support.running import EXAMPLES, Vsym, document


def test_engines_that_explore_one_by_one_count_alike(vsym: Vsym) -> None:
    explicit, compiled = (
        json.loads(vsym("explore", EXAMPLES / "rw.gsst", "--engine", engine, "--json").out)["exploration"]
        for engine in ("explicit", "compiled")
    )
    figures = ("states", "depth", "deadlock", "complete")
    assert [explicit[one] for one in figures] == [compiled[one] for one in figures]


@pytest.mark.parametrize("options", [(), ("--method", "adaptive")], ids=" ".join)
def test_the_document_has_figures_and_a_path_to_a_deadlock(options: tuple[str, ...], vsym: Vsym) -> None:
    ran = vsym("explore", EXAMPLES / "deadlock.gsst", *options, "--json")
    found = document(ran)
    figures = [found["exploration"][name] for name in ("states", "depth", "deadlocks", "deadlock", "complete")]
    assert (ran.status, figures) == (0, [5, 2, 1, True, True])
    trace = found["trace"]
    assert (trace["kind"], trace["loop"], found["stopped"]) == ("witness", None, None)
    states = [state["processes"] for state in trace["states"]]
    assert (states[0], sorted(states[2])) == (["Idle"] * 3, ["Idle", "Paper", "Pen"])
    assert [state["counters"]["Idle"] for state in trace["states"]] == [3, 2, 1]
    assert [state["step"] and state["step"]["target"] for state in trace["states"]] == [None, "Pen", "Paper"]
