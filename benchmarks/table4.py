"""CTL on the counter abstraction: vsym with decision diagrams beside NuSMV, for GR&W, asr and guards less kind.

    python benchmarks/table4.py                     the table, for reading
    python benchmarks/table4.py --csv FILE          the same as CSV
    python benchmarks/table4.py --seconds 20        how long NuSMV may take for a counter model
    python benchmarks/table4.py --plot FILE         seconds by row as a picture (needs matplotlib)

Each cell is a whole command. vsym's includes identification, which is its own column too; NuSMV has the counter model
that `vsym emit-smv` writes, with -df and with the reachable states, and the direct model with a time limit. All must
agree on every verdict. The rows are ours: the printed table 4 of the paper is not in the text that we have.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from measuring import Measured, measure, patience, rows
from peers import Answer, verify

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
VSYM_SECONDS = 300.0
COLUMNS = (
    "model",
    "counter states",
    "symmetry s",
    "mdd s",
    "mdd MB",
    "mdd nodes",
    "-df s",
    "-df nodes",
    "reachable s",
    "direct s",
    "-df / mdd",
)


@dataclass(frozen=True)
class Case:
    """A model file with its parameters."""

    file: Path
    parameters: tuple[tuple[str, int], ...] = ()

    @property
    def definitions(self) -> list[str]:
        """The parameters as options."""
        return [text for name, value in self.parameters for text in ("-D", f"{name}={value}")]

    def __str__(self) -> str:
        return f"{self.file.stem} {' '.join(f'{name}={value}' for name, value in self.parameters)}"


def readers_and_writers(d: int, q: int, m: int) -> Case:
    return Case(EXAMPLES / "grw.gsst", (("d", d), ("q", q), ("m", m)))


def resources(r: int, full: int) -> Case:
    return Case(EXAMPLES / "asr.gsst", (("resources", r), ("full", full)))


CASES = rows(
    (
        *(readers_and_writers(d, q, m) for d, q, m in ((2, 5, 5), (5, 5, 8), (5, 10, 8), (5, 20, 8), (5, 20, 10))),
        readers_and_writers(10, 50, 10),
        readers_and_writers(10, 50, 20),
        *(resources(r, 2 * r) for r in (3, 5, 8, 10)),
        Case(EXAMPLES / "balance.gsst", (("left", 20), ("right", 20), ("machines", 9))),
        Case(HERE / "models" / "sum.gsst", (("n", 20), ("m", 8))),
        Case(HERE / "models" / "sum.gsst", (("n", 200), ("m", 20))),
        Case(HERE / "models" / "difference.gsst", (("n", 20), ("m", 6))),
        *(Case(HERE / "models" / "retry.gsst", (("n", n),)) for n in (50, 100, 200)),
        Case(HERE / "models" / "blocks.gsst", (("d", 2), ("q", 5))),
        Case(HERE / "models" / "blocks.gsst", (("d", 4), ("q", 10))),
    ),
    0,
    2,
    6,
    7,
    11,
    12,
    14,
    15,
    18,
)


def vsym(arguments: Sequence[str | Path], seconds: float, output: Path) -> Measured:
    """Run vsym; raises AssertionError where it ends with neither a verdict nor at the time limit."""
    program = [sys.executable, "-c", "from vsym.cli import main; main()"]
    found = measure([*program, *arguments], seconds, output)
    if found.finished and found.status not in (0, 10):
        raise AssertionError(f"vsym {' '.join(map(str, arguments))} ended with status {found.status}")
    return found


def row(case: Case, folder: Path, seconds: float) -> dict[str, str]:
    """One line of the table; NuSMV may take so many seconds for a counter model, a quarter for a direct one."""
    answer = folder / "answer.json"
    symmetry = vsym(["symmetry", case.file, *case.definitions, "--json"], VSYM_SECONDS, answer)
    whole = vsym(["check", case.file, *case.definitions, "--engine", "mdd", "--json"], VSYM_SECONDS, answer)
    found = json.loads(answer.read_text("utf-8"))
    verdicts = sorted("true" if prop["verdict"] == "holds" else "false" for prop in found["properties"])
    vsym(["explore", case.file, *case.definitions, "--engine", "mdd", "--json"], VSYM_SECONDS, answer)
    nodes = json.loads(answer.read_text("utf-8"))["exploration"]["peak_nodes"]
    counter, direct = folder / "counter.smv", folder / "direct.smv"
    vsym(["emit-smv", case.file, *case.definitions], VSYM_SECONDS, counter)
    vsym(["emit-smv", case.file, *case.definitions, "--model", "direct"], VSYM_SECONDS, direct)
    spared = verify(counter, reachable=False, seconds=seconds)
    forward = verify(counter, reachable=True, seconds=seconds)
    processes = verify(direct, reachable=False, seconds=seconds / 4)
    for peer in (spared, forward, processes):
        if peer.measured.finished and sorted(peer.verdicts) != verdicts:
            raise AssertionError(f"{case}: vsym and NuSMV must have the same verdicts")
    ratio = f"{'' if spared.measured.finished else '> '}{spared.measured.wall / whole.wall:.1f}"
    cells = (
        str(case),
        _short(found["state_space"]["counter"]),
        f"{symmetry.wall:.2f}",
        f"{whole.wall:.2f}",
        f"{whole.peak / 1e6:.0f}",
        str(nodes),
        _seconds(spared),
        str(spared.nodes or ""),
        _seconds(forward),
        _seconds(processes),
        ratio,
    )
    return dict(zip(COLUMNS, cells, strict=True))


def _seconds(answer: Answer) -> str:
    return f"{'' if answer.measured.finished else '> '}{answer.measured.wall:.2f}"


def _short(count: int) -> str:
    return str(count) if count < 10**6 else f"{count:.1e}"


def plot(path: Path, rows: Sequence[dict[str, str]]) -> None:
    """Draw seconds by row, on a logarithmic scale; a run that was cut off stands at its limit."""
    from matplotlib import pyplot

    drawing, axes = pyplot.subplots(figsize=(9, 6), layout="constrained")
    for column, marker in zip(("mdd s", "-df s", "reachable s", "direct s"), "os^x", strict=True):
        values = [float(cells[column].removeprefix("> ")) for cells in rows]
        axes.semilogx(values, range(len(rows)), marker=marker, linestyle="", label=column)
    axes.set(xlabel="seconds, whole commands", yticks=range(len(rows)), yticklabels=[cells["model"] for cells in rows])
    axes.invert_yaxis()
    drawing.legend(loc="outside upper center", ncols=4)
    drawing.savefig(path)
    pyplot.close(drawing)


def main() -> None:
    """Print the table, and write the files asked for."""
    parser = argparse.ArgumentParser(description="vsym's decision diagrams beside NuSMV.")
    parser.add_argument("--csv", type=Path, metavar="FILE")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    parser.add_argument(
        "--seconds", type=float, default=patience(60.0, 10.0), help="how long NuSMV may take for a counter model"
    )
    options = parser.parse_args()
    widths = [34, *(max(10, len(name) + 2) for name in COLUMNS[1:])]
    print("".join(f"{name:>{width}}" for name, width in zip(COLUMNS, widths, strict=True)))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            rows.append(row(case, Path(folder), options.seconds))
            print("".join(f"{rows[-1][n]:>{w}}" for n, w in zip(COLUMNS, widths, strict=True)), flush=True)
    if options.csv is not None:
        with options.csv.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
    if options.plot is not None:
        plot(options.plot, rows)


if __name__ == "__main__":
    main()
