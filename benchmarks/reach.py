"""Reachable counter states: vsym's saturation beside Storm's symbolic engine and NuSMV, as whole commands.

    python benchmarks/reach.py                      every row, as CSV on standard output
    python benchmarks/reach.py --seconds 20         how long a peer may take

GR&W for (n, m) up to (1000, 20), guards on sums and differences, several blocks with a shared variable, and the growth
of the resource controller and of asr with the number of processes. The counts must agree wherever a peer ends. Storm
comes with `pip install -e '.[bench]'`; its column says where it is missing.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from pathlib import Path

from measuring import measure, patience, rows
from peers import nusmv, storm
from table4 import EXAMPLES, HERE, Case, vsym

from vsym import abstract, load
from vsym.reductions.counters.lowering import lowered
from vsym.system.system import System

_SCRIPT = "set on_failure_script_quits\ngo\ncompute_reachable\nprint_reachable_states\nquit\n"

MODELS = HERE / "models"
CASES = rows(
    (
        *(
            Case(EXAMPLES / "grw.gsst", (("d", 5), ("q", n // 5), ("m", m)))
            for n, m in ((20, 5), (50, 8), (100, 10), (200, 20), (500, 20), (1000, 20))
        ),
        *(Case(MODELS / "sum.gsst", (("n", n), ("m", m))) for n, m in ((20, 5), (50, 8), (200, 20))),
        *(Case(MODELS / "difference.gsst", (("n", n), ("m", m))) for n, m in ((10, 5), (20, 6), (40, 8))),
        *(Case(MODELS / "blocks.gsst", (("d", d), ("q", q))) for d, q in ((2, 5), (4, 5), (6, 10), (12, 10))),
        *(Case(EXAMPLES / "controller.gsst", (("classes", 9), ("size", size))) for size in (2, 10, 50, 200)),
        *(Case(EXAMPLES / "asr.gsst", (("resources", 5), ("full", n))) for n in (10, 100, 1000)),
    ),
    0,
    1,
    3,
    6,
    9,
    12,
    14,
    16,
    18,
    20,
)


def counter_system(case: Case) -> System:
    """The counter system that the peers explore."""
    return lowered(abstract(load(case.file, **dict(case.parameters))).system)


def by_nusmv(case: Case, folder: Path, seconds: float) -> tuple[str, int | None]:
    """The seconds that NuSMV takes for the reachable states of the emitted counter model, and their number."""
    model, script, answer = folder / "counter.smv", folder / "script", folder / "answer"
    vsym(["emit-smv", case.file, *case.definitions], 300, model)
    script.write_text(_SCRIPT, encoding="utf-8")
    found = measure([nusmv(), "-source", script, model], seconds, answer)
    counted = re.search(r"reachable states: ([0-9.e+]+)", answer.read_text("utf-8", errors="replace"))
    # NuSMV prints six digits.
    count = float(counted.group(1)) if counted and found.finished else None
    return _cell(found.wall, finished=found.finished), None if count is None else int(count)


def by_storm(case: Case, folder: Path, seconds: float, ours: float) -> tuple[str, int | None, str]:
    """The seconds that Storm takes, the states that it counts, and how many times `ours` that is."""
    try:
        theirs, counted = storm(counter_system(case), folder / "counters.prism", seconds)
    except ModuleNotFoundError:
        return "no stormpy", None, "-"
    ratio = f"{'' if theirs.finished else '> '}{theirs.wall / ours:.1f}"
    return _cell(theirs.wall, finished=theirs.finished), counted, ratio


def _cell(seconds: float, *, finished: bool) -> str:
    return f"{'' if finished else '> '}{seconds:.2f}"


def row(case: Case, folder: Path, seconds: float) -> str:
    """One line; raises AssertionError where a peer counts other states."""
    answer = folder / "vsym.json"
    ours = vsym(["explore", case.file, *case.definitions, "--engine", "mdd", "--json"], 300, answer)
    found = json.loads(answer.read_text("utf-8"))["exploration"]
    storm_seconds, counted, ratio = by_storm(case, folder, seconds, ours.wall)
    smv, about = by_nusmv(case, folder, seconds)
    if counted not in (None, found["states"]) or (about is not None and abs(about / found["states"] - 1) > 1e-4):
        raise AssertionError(f"{case}: {found['states']} states here, {counted} by Storm, {about} by NuSMV")
    figures = f"{ours.wall:.2f}", f"{ours.peak / 1e6:.0f}", found["peak_nodes"]
    return ",".join(map(str, (case, found["states"], *figures, storm_seconds, smv, ratio)))


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(description="Reachable counter states beside Storm and NuSMV.")
    parser.add_argument("--seconds", type=float, default=patience(60.0, 10.0), help="how long a peer may take")
    seconds: float = parser.parse_args().seconds
    print("model,states,vsym s,vsym MB,vsym nodes,Storm s,NuSMV s,Storm / vsym")
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            print(row(case, Path(folder), seconds), flush=True)


if __name__ == "__main__":
    main()
