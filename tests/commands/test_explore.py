"""`vsym explore`."""

from __future__ import annotations

import json

from tests.support.running import EXAMPLES, Vsym


def test_engines_that_explore_one_by_one_count_alike(vsym: Vsym) -> None:
    explicit, compiled = (
        json.loads(vsym("explore", EXAMPLES / "rw.gsst", "--engine", engine, "--json").out)["exploration"]
        for engine in ("explicit", "compiled")
    )
    figures = ("states", "depth", "deadlock", "complete")
    assert [explicit[one] for one in figures] == [compiled[one] for one in figures]
