"""A fuzz of limits: drawn large models under drawn limits of time and memory, and how far vsym exceeds the limits.

Each run must print its results so far as one JSON document. The time is that from the start of the process to its end,
less the time for a model of two processes; the memory is the most that the process held, less the same. A run that does
not end by itself is killed KILLED seconds beyond its limit.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from measuring import Measured, measure

KILLED = 30.0
"""Seconds beyond its limit after which a run is killed."""

STATUSES = {0, 5, 10}
"""Statuses with which a command may end under limits: it holds, is unknown, or is violated."""


def local_states(draw: random.Random) -> str:
    """Many local states in a chain."""
    n = draw.randint(1_000, 10_000)
    lines = ["states A[0..n - 1]", f"group P of {draw.choice([1, 3, 100])}", "init A[0]"]
    lines += ["for i in 0..n - 2 { trans A[i] -> A[i + 1] }", "ctl q: AG #A[n - 1] <= 1", "ctl r: AF #A[1] >= 1"]
    return _model(n, lines)


def groups(draw: random.Random) -> str:
    """Many groups, each with a guard of its own, or all with the same."""
    n = draw.randint(100, 10_000)
    guards = ["trans A -> B {", "  for i in 1..n { P[i]: #B[P[i]] = 0 }", "}"]
    if draw.random() < 0.5:
        guards = ["trans A -> B if #B[P[1]] = 0"]
    lines = ["states A, B", "group P[i in 1..n] of 2", "init A", *guards]
    return _model(n, [*lines, "trans B -> A", "ctl q: AG #B <= 3", "ctl r: AF #B >= 1"])


def ranges(draw: random.Random) -> str:
    """A shared variable with very many values."""
    n = 10 ** draw.randint(4, 9)
    lines = ["states A, B", "group P of 5", "shared votes : 0..n = 0", "init A"]
    lines += ["trans A -> B if votes < n do votes := votes + 1", "trans B -> A if votes >= 3 do votes := votes - 1"]
    return _model(n, [*lines, "ctl q: AG (#B <= 5 & votes <= n - 1)", "ctl r: AF votes >= 2"])


def processes(draw: random.Random) -> str:
    """Very many processes, of two kinds."""
    n = 10 ** draw.randint(3, 8)
    lines = ["states N, T, C", "group R of n", "group W of 2", "init N", "trans N -> T"]
    lines += ["trans T -> C { R: #C = 0 & #T[W] = 0  W: #C = 0 }", "trans C -> N"]
    return _model(n, [*lines, "ctl q: AG #C <= 1", "ctl r: AG (#T >= 1 -> AF #C >= 1)", "ctl s: EF #T = n"])


def formulas(draw: random.Random) -> str:
    """Guards and properties with very many parts."""
    n = draw.randint(100, 10_000)
    parts = " | ".join(f"(#B >= {draw.randint(0, 9)} & #A != {number})" for number in range(n))
    lines = ["states A, B", "group P of 9", "init A", f"trans A -> B if {parts}", "trans B -> A"]
    return _model(n, [*lines, "ctl q: AG #B <= 8"])


def nested(draw: random.Random) -> str:
    """A program with a loop, quantifier, ruleset or start state that takes up to all the time there is."""
    n, depth = 10 ** draw.randint(2, 6), draw.randint(2, 4)
    names = "ijkl"[:depth]
    loop = " ".join(f"for {name}: r do" for name in names) + " x := (x + 1) % 4;" + " end;" * depth
    forall = " ".join(f"forall {name}: r do" for name in names) + f" {' + '.join(names)} >= x" + " end" * depth
    ruleset = "ruleset " + "; ".join(f"{name}: r" for name in names) + " do"
    start = "startstate x := 0; end;"
    lines = draw.choice(
        [
            [start, f"rule {loop} end;"],
            [start, f"rule {forall} ==> x := (x + 1) % 4; end;"],
            [start, f"{ruleset} rule {' + '.join(names)} = x ==> x := 1; end; end;"],
            [f"{ruleset} startstate x := ({' + '.join(names)}) % 4; end; end;", "rule x := 1; end;"],
            [start, f"rule x := (x + 1) % 4; end; invariant {forall};"],
        ]
    )
    return "\n".join([f"const n: {n};", "type r: 0..n - 1;", "var x: 0..3;", *lines, ""])


MODELS: tuple[Callable[[random.Random], str], ...] = (local_states, groups, ranges, processes, formulas, nested)

ENGINES = ("auto", "auto", "explicit", "mdd", "smt", "adaptive")
OF_PROGRAMS = ("auto", "compiled", "interpreted", "mdd", "explicit")


def _model(n: int, lines: list[str]) -> str:
    return "\n".join(["system drawn", f"param n = {n}", *lines, ""])


def _run(file: Path, seconds: float, megabytes: int, *more: str) -> Measured:
    limits = ["--timeout", f"{seconds}", "--memory", f"{megabytes}", "-q", *more]
    command: list[str | Path] = [sys.executable, "-c", "from vsym.cli import main; main()", "check", file, *limits]
    return measure([*command, "--json"], seconds + KILLED, _document(file), quiet=True)


def _document(file: Path) -> Path:
    return file.with_suffix(".json")


def _said(written: Path) -> str:
    """The verdicts of the document, or the reason for having none; empty where it is no document."""
    try:
        document = json.loads(written.read_text("utf-8"))
    except ValueError:
        return ""
    if "diagnostics" in document:
        return str(document["diagnostics"][0]["message"])
    return ", ".join(str(found["verdict"]) for found in document["properties"])


def main() -> None:
    """Print a row for each run, and the worst of each column."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    draw = random.Random(given.seed)
    columns = f"{'limit s':>8} {'excess s':>9} {'limit MB':>9} {'excess MB':>10}  status verdicts"
    print(f"{'model':14} {'n':>11} {'engine':9} {columns}")
    worst_time = worst_memory = 0.0
    wrong = 0
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "drawn.gsst"
        file.write_text(_model(1, ["states A, B", "group P of 2", "init A", "trans A -> B", "ctl q: AG #B <= 2"]))
        base = _run(file, 60, 1_000)
        for number in range(given.runs):
            kind = MODELS[number % len(MODELS)]
            text = kind(draw)
            file = file.with_suffix(".m" if kind is nested else ".gsst")
            file.write_text(text)
            engine = draw.choice(OF_PROGRAMS if kind is nested else ENGINES)
            seconds, megabytes = round(draw.uniform(1.5, 6), 1), draw.choice([50, 200, 1_000])
            ran = _run(file, seconds, megabytes, "--engine", engine)
            late = max(0.0, ran.wall - base.wall - seconds)
            more = max(0.0, (ran.peak - base.peak) / 1e6 - megabytes)
            worst_time, worst_memory = max(worst_time, late), max(worst_memory, more)
            # Status 2 is an engine that refuses the properties.
            wrong += not ran.finished or ran.status not in {*STATUSES, 2}
            size = next(line for line in text.split("\n") if " n" in line).strip(";").split()[-1]
            ended = str(ran.status) if ran.finished else "killed"
            said = _said(_document(file))
            wrong += ran.finished and not said
            shown = f"{seconds:8.1f} {late:9.2f} {megabytes:9} {more:10.0f}  {ended:6} {said}"
            print(f"{kind.__name__:14} {size:>11} {engine:9} {shown}", flush=True)
    print(f"worst excess: {worst_time:.2f} s, {worst_memory:.0f} MB; {wrong} of {given.runs} ended as they must not")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
