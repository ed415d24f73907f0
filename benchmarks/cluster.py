"""Exploration with states on disk, beside the compiled engine in memory: whole commands, on one machine.

For each row: seconds of the processor in memory and in a store with one worker, and their ratio; seconds by the clock
with one worker and with two, and their ratio; the peak memory of a process, the bytes that a state takes on disk and
those that were written for it. States are counted alike, or this fails. `--large` adds a row of more than 10^8 states,
which runs with one worker and 800 MB alone; `--plots DIR` draws the growth (needs matplotlib).
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measuring import Measured, measure, rows

HERE = Path(__file__).parent
PETERSON = HERE.parent / "examples" / "programs" / "peterson.m"
FILTER = HERE / "models" / "filter.m"
SECONDS = 3600


@dataclass(frozen=True)
class Row:
    """A model with a value for its constant; one that is large is explored once, in a store."""

    path: Path
    constant: str
    value: int
    large: bool = False

    @property
    def name(self) -> str:
        """The name in the table."""
        return f"{self.path.stem} {self.constant}={self.value}"

    @property
    def command(self) -> list[str]:
        """The command without where states are kept."""
        given = ["-D", f"{self.constant}={self.value}", "--group", "none", "--json"]
        return [str(Path(sys.executable).with_name("vsym")), "explore", str(self.path), *given]


@dataclass(frozen=True)
class Run:
    """A measured command, how many states it has counted, and what it has left in its store."""

    measured: Measured
    states: int
    kept: int = 0
    written: int = 0


ROWS = rows((Row(PETERSON, "N", 4), Row(PETERSON, "N", 5), Row(FILTER, "N", 5), Row(PETERSON, "N", 6)), 0, 1, 2)
LARGE = Row(PETERSON, "N", 7, large=True)

HEADER = (
    "| model | states | memory cpu s | store cpu s | ratio | 1 worker s | 2 workers s | speed-up | peak MB | "
    "bytes a state | written |\n" + "| --- |" + " ---: |" * 10
)


def main() -> None:
    """Print the table, each row as soon as it is measured."""
    chosen = (*ROWS, LARGE) if "--large" in sys.argv else ROWS
    plots = Path(sys.argv[sys.argv.index("--plots") + 1]) if "--plots" in sys.argv else None
    growth: list[tuple[Row, Run | None, Run]] = []
    print(HEADER)
    for row in chosen:
        memory = None if row.large else explored(row, ())
        one = explored(row, ("--memory", "800") if row.large else (), workers=1)
        two = None if row.large else explored(row, (), workers=2)
        if any(run is not None and run.states != one.states for run in (memory, two)):
            raise SystemExit(f"{row.name}: the runs count different states")
        growth.append((row, memory, one))
        print(line(row, memory, one, two), flush=True)
    if plots is not None:
        draw(growth, plots)


def explored(row: Row, options: tuple[str, ...], workers: int = 0) -> Run:
    """A run in memory, or with so many workers in a store that is removed."""
    with tempfile.TemporaryDirectory() as folder:
        store, output = Path(folder) / "store", Path(folder) / "out.json"
        kept = ["--store", str(store), "--workers", str(workers), "--parts", "8"] if workers else []
        done = measure([*row.command, *options, *kept], SECONDS, output)
        if not done.finished or done.status:
            raise SystemExit(f"{row.name}: the command ended with status {done.status}")
        states = json.loads(output.read_text("utf-8"))["exploration"]["states"]
        if not workers:
            return Run(done, states)
        size = sum(file.stat().st_size for file in store.iterdir())
        figures = json.loads((store / "manifest.json").read_text("utf-8"))["figures"]
        return Run(done, states, size, figures["written"])


def line(row: Row, memory: Run | None, one: Run, two: Run | None) -> str:
    """A row of the table."""
    cells = [row.name, f"{one.states:,}"]
    cells += ["-" if memory is None else f"{memory.measured.user:.1f}", f"{one.measured.user:.1f}"]
    cells += ["-" if memory is None else f"{one.measured.user / memory.measured.user:.2f}", f"{one.measured.wall:.1f}"]
    cells += ["-" if two is None else f"{two.measured.wall:.1f}"]
    cells += ["-" if two is None else f"{one.measured.wall / two.measured.wall:.2f}"]
    cells += [f"{one.measured.peak / 1e6:.0f}", f"{one.kept / one.states:.1f}", f"{one.written / one.states:.1f}"]
    return f"| {' | '.join(cells)} |"


def draw(growth: list[tuple[Row, Run | None, Run]], folder: Path) -> None:
    """Seconds of the processor and peak memory by states, in memory and in a store."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(9, 4))
    for axis, what in zip(axes, ("seconds of the processor", "peak memory of a process, MB"), strict=True):
        for name, which in (("in memory", 1), ("in a store, one worker", 2)):
            points = sorted((run.states, run) for entry in growth if isinstance(run := entry[which], Run))
            values = [run.measured.user if axis is axes[0] else run.measured.peak / 1e6 for _, run in points]
            axis.plot([states for states, _ in points], values, marker="o", label=name)
        axis.set(xscale="log", yscale="log", xlabel="states", ylabel=what)
        axis.legend()
    figure.tight_layout()
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / "cluster.svg")


if __name__ == "__main__":
    main()
