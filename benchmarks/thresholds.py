"""Threshold automata by paths in phases, for all parameters, beside other engines.

`python benchmarks/thresholds.py [SECONDS]` prints a table: for each automaton in examples/thresholds, and for agreement
by quorums, the specifications, how many of them hold, are violated and unknown, and the processor's seconds of the
whole command for all parameters. Beside them are the specifications that the general methods of the SMT engine decide
with their seconds, and the seconds of the engine `explicit` and of NuSMV at N = 4, 7 and 10 with as many faults as may
be, with `>` where it was ended after SECONDS (by default 20). The ratio is that of NuSMV, at the largest size that it
decides, to all parameters at once. Below are the smallest parameters of each violation.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from measuring import Measured, measure, patience, rows

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = Path(sys.executable).with_name("vsym")
MODELS = rows((*sorted((EXAMPLES / "thresholds").glob("*.ta")), EXAMPLES / "agreement.gsst"), 4, 5)
SIZES = rows((4, 7, 10), 0)

GENERAL = """import sys
from vsym.engines.smt import accepts, engine
accepts.left_to_others = lambda *_: "phases are left out"
engine._by_phases = engine._ranges_by_phases = lambda *_: None
from vsym.cli.program import main
sys.exit(main())
"""
"""The command `vsym` without phases."""


def asked(model: Path, n: int | None) -> list[str | Path]:
    """The arguments of a check, for all parameters where n is None."""
    gsst = model.suffix == ".gsst"
    if n is None:
        return ["check", model, *(("--for-all", "n,t,f") if gsst else ())]
    names, faults = ("ntf" if gsst else "NTF"), (n - 1) // (2 if "crash" in model.name or "ben_or" in model.name else 3)
    given = zip(names[:1] if "commit" in model.name else names, (n, faults, faults), strict=False)
    return ["check", model, *(word for name, value in given for word in ("-D", f"{name}={value}"))]


def answered(command: list[str | Path], limit: float) -> tuple[Measured, list[dict[str, Any]]]:
    """The measure of a command, and what it says of each property."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "answer.json"
        ran = measure([*command, "--json"], limit, output, quiet=True)
        text = output.read_text("utf-8")
        return ran, json.loads(text)["properties"] if ran.finished and text else []


def row(model: Path, limit: float) -> tuple[list[str], list[str]]:
    """The cells of a row, and what is violated where."""
    ran, properties = answered([PROGRAM, *asked(model, None)], 10 * limit)
    verdicts = Counter(one["verdict"] for one in properties)
    general, others = answered([sys.executable, "-c", GENERAL, *asked(model, None), "--timeout", str(limit)], 2 * limit)
    known = sum(one["verdict"] in ("holds", "violated") for one in others)
    cells = [str(len(properties)), *(str(verdicts[one]) for one in ("holds", "violated", "unknown")), f"{ran.user:.2f}"]
    cells += [str(known), f"{general.user:.2f}"]
    last = 0.0
    for engine in ("explicit", "nusmv"):
        for n in SIZES:
            by, there = answered([PROGRAM, *asked(model, n), "--engine", engine], limit)
            cells.append(f"{by.user:.2f}" if by.finished else ">")
            last = by.user if by.finished and engine == "nusmv" else last
            held = {one["name"] for one in properties if one["verdict"] == "holds"}
            if any(one["verdict"] == "violated" and one["name"] in held for one in there):
                raise AssertionError(f"{model.name}: {engine} refutes at n = {n} what holds for all parameters")
    cells.append(f"{last / ran.user:.1f}" if last else "-")
    wrong = [one for one in properties if one["verdict"] == "violated"]
    return cells, [f"{model.stem}, {one['name']}: violated at {one['parameters']}" for one in wrong]


def main() -> None:
    """Print the table."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else patience(20.0, 5.0)
    sizes = [f"{engine} {n}" for engine in ("explicit", "NuSMV") for n in SIZES]
    columns = ("specs", "hold", "violated", "unknown", "phases s", "general", "general s", *sizes, "ratio")
    print(f"{'automaton':>20}{''.join(f'{column:>12}' for column in columns)}")
    violations: list[str] = []
    for model in MODELS:
        cells, wrong = row(model, limit)
        violations += wrong
        print(f"{model.stem:>20}{''.join(f'{cell:>12}' for cell in cells)}", flush=True)
    print("", *violations, sep="\n")


if __name__ == "__main__":
    main()
