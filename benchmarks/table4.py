"""CTL on the counter abstraction: table 4 of the paper on virtual symmetry, its figures beside vsym and NuSMV.

    python benchmarks/table4.py                     the table, for reading
    python benchmarks/table4.py --csv FILE          the same as CSV
    python benchmarks/table4.py --seconds 20        how long NuSMV may take for a counter model
    python benchmarks/table4.py --plot FILE         seconds by row as a picture (needs matplotlib)

The rows with a property, `mutex` or `all_used`, are the paper's; `paper s` has what it prints for checking the counter
model, `paper -f s` the same with the reachable states first, where the text that we have says it. The other rows are
ours, have guards that are less kind, and are checked for all their properties.

Each cell is a whole command, in seconds of the processor. vsym's includes identification, which is its own column too.
NuSMV has the counter model that `vsym emit-smv` writes, with -df and with the reachable states, and the direct model.
A quarter of the time that it may take for a counter model is the limit for the direct one, and for vsym's other
engines; `>` stands before the time of a command that was cut off. All must agree on every verdict. As in the paper,
NuSMV does not compute the reachable states of GR&W first: at d=5, q=20, m=10 it has not ended after 100 s.
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
from peers import verify

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
VSYM_SECONDS = 300.0
COLUMNS = (
    "model",
    "property",
    "counter states",
    "paper s",
    "paper -f s",
    "symmetry s",
    "mdd s",
    "mdd MB",
    "mdd nodes",
    "smt s",
    "explicit s",
    "-df s",
    "-df nodes",
    "reachable s",
    "direct s",
    "-df / mdd",
)
BESIDE = ("smt", "explicit")
"""The engines of vsym that stand beside decision diagrams."""


@dataclass(frozen=True)
class Case:
    """A model file with its parameters; a property of the paper, with seconds that it prints, without and with -f."""

    file: Path
    parameters: tuple[tuple[str, int], ...] = ()
    prop: str = ""
    printed: str = "-"
    printed_forward: str = "-"
    forward: bool = True

    @property
    def definitions(self) -> list[str]:
        """The parameters as options."""
        return [text for name, value in self.parameters for text in ("-D", f"{name}={value}")]

    @property
    def chosen(self) -> list[str]:
        """The parameters and the property as options."""
        return [*self.definitions, *(["--prop", self.prop] if self.prop else [])]

    def __str__(self) -> str:
        return f"{self.file.stem} {' '.join(f'{name}={value}' for name, value in self.parameters)}"


def readers_and_writers(d: int, q: int, m: int, printed: str) -> Case:
    """A row of the paper: d classes of q processes with m local states."""
    return Case(EXAMPLES / "grw.gsst", (("d", d), ("q", q), ("m", m)), "mutex", printed, forward=False)


def sharing(r: int, n: int, printed: str = "-", printed_forward: str = "-") -> Case:
    """A row of the paper: n processes share r resources, one process for each resource has no permission for it."""
    parameters = (("resources", r), ("full", n - r))
    return Case(EXAMPLES / "asr.gsst", parameters, "all_used", printed, printed_forward)


CASES = rows(
    (
        readers_and_writers(5, 20, 10, "0.27"),
        readers_and_writers(10, 20, 10, "0.53"),
        readers_and_writers(15, 20, 10, "1.26"),
        readers_and_writers(5, 20, 20, "0.59"),
        readers_and_writers(5, 20, 30, "1.35"),
        readers_and_writers(10, 10, 20, "0.58"),
        readers_and_writers(10, 30, 20, "24.14"),
        readers_and_writers(10, 50, 20, "67.21"),
        sharing(2, 20, "0.78", "0.13"),
        sharing(2, 40),
        sharing(2, 80, "36.83"),
        sharing(3, 20, "1.55"),
        sharing(3, 40),
        sharing(3, 80, "80.61"),
        sharing(5, 40, "28.31"),
        sharing(5, 80, "279.89"),
        sharing(10, 40, "251.87", "2.55"),
        sharing(10, 80, "1409.53", "6.13"),
        Case(EXAMPLES / "balance.gsst", (("left", 20), ("right", 20), ("machines", 9))),
        Case(HERE / "models" / "sum.gsst", (("n", 20), ("m", 8))),
        Case(HERE / "models" / "sum.gsst", (("n", 200), ("m", 20))),
        Case(HERE / "models" / "difference.gsst", (("n", 20), ("m", 6))),
        *(Case(HERE / "models" / "retry.gsst", (("n", n),)) for n in (50, 100, 200)),
        Case(HERE / "models" / "blocks.gsst", (("d", 2), ("q", 5))),
        Case(HERE / "models" / "blocks.gsst", (("d", 4), ("q", 10))),
    ),
    0,
    7,
    8,
    17,
    18,
    19,
    21,
    22,
    25,
)


def vsym(arguments: Sequence[str | Path], seconds: float, output: Path) -> Measured:
    """Run vsym; raises AssertionError where it ends with neither a verdict nor at the time limit."""
    program = [sys.executable, "-c", "from vsym.cli import main; main()"]
    found = measure([*program, *arguments], seconds, output)
    if found.finished and found.status not in (0, 10):
        raise AssertionError(f"vsym {' '.join(map(str, arguments))} ended with status {found.status}")
    return found


def row(case: Case, folder: Path, seconds: float) -> dict[str, str]:
    """One line of the table; NuSMV may take so many seconds for a counter model, all else a quarter."""
    answer = folder / "answer.json"
    symmetry = vsym(["symmetry", case.file, *case.definitions, "--json"], VSYM_SECONDS, answer)
    whole, verdicts, states = _checked(case, "mdd", VSYM_SECONDS, answer)
    vsym(["explore", case.file, *case.definitions, "--engine", "mdd", "--json"], VSYM_SECONDS, answer)
    nodes = json.loads(answer.read_text("utf-8"))["exploration"]["peak_nodes"]
    beside = [_checked(case, engine, seconds / 4, answer) for engine in BESIDE]
    counter, direct = folder / "counter.smv", folder / "direct.smv"
    vsym(["emit-smv", case.file, *case.chosen], VSYM_SECONDS, counter)
    vsym(["emit-smv", case.file, *case.chosen, "--model", "direct"], VSYM_SECONDS, direct)
    spared = verify(counter, reachable=False, seconds=seconds)
    forward = verify(counter, reachable=True, seconds=seconds) if case.forward else None
    processes = verify(direct, reachable=False, seconds=seconds / 4)
    for measured, others in (
        *((measured, others) for measured, others, _ in beside),
        *((peer.measured, sorted(peer.verdicts)) for peer in (spared, forward, processes) if peer is not None),
    ):
        if measured.finished and others != verdicts:
            raise AssertionError(f"{case}: all must have the same verdicts as decision diagrams: {others}")
    ratio = f"{'' if spared.measured.finished else '> '}{processor(spared.measured) / processor(whole):.1f}"
    cells = (
        str(case),
        case.prop or "all",
        _short(states),
        case.printed,
        case.printed_forward,
        _seconds(symmetry),
        _seconds(whole),
        f"{whole.peak / 1e6:.0f}",
        str(nodes),
        *(_seconds(measured) for measured, _, _ in beside),
        _seconds(spared.measured),
        str(spared.nodes or ""),
        "-" if forward is None else _seconds(forward.measured),
        _seconds(processes.measured),
        ratio,
    )
    return dict(zip(COLUMNS, cells, strict=True))


def _checked(case: Case, engine: str, seconds: float, answer: Path) -> tuple[Measured, list[str], int]:
    """A check by an engine: how it went, the verdicts in NuSMV's words, and the number of counter states."""
    measured = vsym(["check", case.file, *case.chosen, "--engine", engine, "--json"], seconds, answer)
    if not measured.finished:
        return measured, [], 0
    answers = json.loads(answer.read_text("utf-8"))
    names = {"holds": "true", "violated": "false"}
    verdicts = sorted(names.get(prop["verdict"], prop["verdict"]) for prop in answers["properties"])
    return measured, verdicts, answers["state_space"]["counter"]


def processor(measured: Measured) -> float:
    """Seconds of the processor."""
    return measured.user + measured.system


def _seconds(measured: Measured) -> str:
    return f"{'' if measured.finished else '> '}{processor(measured):.2f}"


def _short(count: int) -> str:
    return str(count) if count < 10**6 else f"{count:.1e}"


def plot(path: Path, rows: Sequence[dict[str, str]]) -> None:
    """Draw seconds by row, on a logarithmic scale; a run that was cut off stands at its limit."""
    from matplotlib import pyplot

    drawing, axes = pyplot.subplots(figsize=(9, 6), layout="constrained")
    for column, marker in zip(("paper s", "mdd s", "-df s", "direct s"), "os^x", strict=True):
        values = [float(cells[column].removeprefix("> ").replace("-", "nan")) for cells in rows]
        axes.semilogx(values, range(len(rows)), marker=marker, linestyle="", label=column)
    axes.set(
        xlabel="processor seconds",
        yticks=range(len(rows)),
        yticklabels=[cells["model"] for cells in rows],
    )
    axes.invert_yaxis()
    drawing.legend(loc="outside upper center", ncols=4)
    drawing.savefig(path)
    pyplot.close(drawing)


def main() -> None:
    """Print the table, and write the files asked for."""
    parser = argparse.ArgumentParser(description="Table 4 of the paper on virtual symmetry.")
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
