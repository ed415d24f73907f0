"""All benchmarks in one run, with a table of what vsym claims, the command that measures it, and the figure measured.

    python benchmarks/all.py --short               some rows of each, in under 20 minutes on two cores
    python benchmarks/all.py                       all rows, in some hours
    python benchmarks/all.py --short start sizes   these benchmarks alone

The folder `--results` (by default results/short or results/full, beside this file) gets the whole output of each
benchmark, the machine's facts, and the table as claims.md. A benchmark that fails, or ends none of its rows, makes this
command fail after the others have run; each checks its own verdicts and counts, and none checks a time.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Claim:
    """A claim of vsym on a row or on all rows of a benchmark; the pattern's group is the figure of a row."""

    text: str
    pattern: str
    unit: str = "times"

    def figure(self, output: str) -> str:
        """The figure of the only row, or the least, the median and the greatest; figures of cut runs are bounds."""
        cells = re.findall(self.pattern, output, re.MULTILINE)
        if not cells:
            return "no figure"
        figures = [float(cell.removeprefix("> ")) for cell in cells]
        bound = "over " if any(cell.startswith(">") for cell in cells) else ""
        if len(figures) == 1:
            return f"{bound}{figures[0]:g} {self.unit}".strip()
        spread = f"{min(figures):g} to {bound}{max(figures):g}, median {statistics.median(figures):g}"
        return f"{spread} {self.unit}, {len(figures)} rows".replace(" ,", ",")


RATIO = r"((?:> )?\d+\.\d)$"
"""The last cell of a row whose peer takes so many times as long."""

BENCHMARKS: Mapping[str, tuple[Claim, ...]] = {
    "start": (
        Claim("A small check takes", r"read before +least .* median ([\d.]+) s", "s"),
        Claim("Of that, Python with Z3 and NumPy takes the share", r"^python with Z3 and NumPy .* ([\d.]+)$", ""),
    ),
    "identification": (
        Claim("Full virtual symmetry of GR&W with 2,000 classes is decided in", r"^ +2000 +([\d.]+)", "s"),
        Claim("Z3 on the paper's formula as it stands takes, beside vsym,", RATIO),
        Claim("100 groups of which no two share a block are recognised in", r"^ +100 +([\d.]+) +[\d.]+ +\d+$", "s"),
    ),
    "bounds": (
        Claim(
            "With many groups whose guards differ, `--bounds auto` takes",
            r"^\w+ +\d+ +\d+ +([\d.]+)",
            "s of the processor",
        ),
        Claim("`--bounds never` takes, beside it,", RATIO),
    ),
    "nusmv": (Claim("NuSMV takes, with a variable per process beside the counter model,", RATIO),),
    "sizes": (
        Claim("In NuSMV's minute, vsym decides so many times as many processes", r"([\d.]+(?:e\+\d+)?)$"),
        Claim("For every size at once, it takes", r"^ +\w+ +all +([\d.]+)", "s"),
    ),
    "every_size": (Claim("Each protocol is proved for every size in", r"^ +\w+ +(\d+\.\d\d) ", "s of the processor"),),
    "thresholds": (
        Claim(
            "Threshold automata are decided for all parameters in",
            r"^ +\w+ +\d+ +\d+ +\d+ +\d+ +(\d+\.\d\d) ",
            "s of the processor",
        ),
    ),
    "nets": (
        Claim(
            "Programs with monitors and barriers are decided for every size in", r"(?:holds|violated) +([\d.]+)$", "s"
        ),
    ),
    "liveness": (
        Claim("Progress at 10^9 processes is decided in", r"^\w+ +1000000000 +([\d.]+)", "s of the processor"),
        Claim("Progress at all sizes is decided in", r"^\w+ +all +([\d.]+)", "s of the processor"),
    ),
    "portfolio": (Claim("`auto` takes, beside the best engine,", r" (\d+\.\d\d)$"),),
    "explicit": (Claim("A breadth-first search with a Python set takes, beside the explicit engine,", RATIO),),
    "saturation": (Claim("Saturation of a family, as a whole process, takes", r"([\d.]+) +\d+$", "s"),),
    "reach": (Claim("Storm's symbolic engine takes, for the reachable states,", RATIO),),
    "table4": (Claim("NuSMV takes, for CTL on the counter model beside `mdd`,", RATIO),),
    "hierarchical": (
        Claim("The best hierarchy of levels has fewer arcs for canonical sets by", r" canonical .* (\d+\.\d\d)$"),
    ),
    "programs": (
        Claim("rumur takes, state by state, beside the compiled engine,", r"^\w+ \w+=\d+ .* (\d+\.\d) +\d+\.\d\d$"),
        Claim("rumur takes, on orbits, beside the compiled engine,", r", orbits .* (\d+\.\d) +\d+\.\d\d$"),
    ),
    "symmetric_diagrams": (
        Claim("`auto` takes, beside saturation without symmetry,", r"^ +auto .* \d+\.\d\d +(\d+\.\d\d)\b"),
    ),
    "detection": (
        Claim("The known symmetries of a system are detected and proved in", r"(\d+\.\d\d)$", "s of the processor"),
    ),
    "virtual": (
        Claim(
            "Virtual symmetry is found and proved beyond ordinary symmetry in",
            r"^\w+ \w+=.* ([\d.]+) +[\d.]+ +(?:> )?[\d.]+$",
            "s of the processor",
        ),
        Claim("A program is explored up to it, as a whole process, in", r"^\w+ \w+=.* ([\d.]+) +(?:> )?[\d.]+$", "s"),
    ),
    "papers": (Claim("Rows of the papers that their command does not show", r"^(\d+) rows are not", ""),),
    "adaptive": (
        Claim("80 processes in 25 classes are explored adaptively in", r"^2 2 … rest,80,25,\d+,([\d.]+)", "s"),
        Claim("200 processes in 100 classes are explored adaptively in", r"^2 2 … 2,200,100,\d+,([\d.]+)", "s"),
    ),
    "cluster": (
        Claim("States on disk take, of the processor beside memory,", r"^\|(?: [^|]+ \|){4} ([\d.]+) \|"),
        Claim("One worker takes, beside two,", r"^\|(?: [^|]+ \|){7} ([\d.]+) \|"),
    ),
    "editor": (Claim("Answers to an editor that took over 0.1 s", r"^(\d+) of \d+ answers", ""),),
    "limits": (
        Claim("A limit of time is exceeded by at most", r"^worst excess: ([\d.]+) s", "s"),
        Claim("A limit of memory is exceeded by at most", r"^worst excess: .* (\d+) MB", "MB"),
    ),
}
"""Each benchmark with what it is there to show."""


@dataclass(frozen=True)
class Run:
    """The output of a benchmark, its exit status, and seconds by the clock."""

    name: str
    output: str
    status: int
    seconds: float


def run(name: str, *, short: bool, folder: Path) -> Run:
    """Run a benchmark and keep its output in a file of the folder."""
    environment = {**os.environ, **({"VSYM_SHORT": "1"} if short else {})}
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, HERE / f"{name}.py"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - begun
    (folder / f"{name}.txt").write_text(done.stdout, encoding="utf-8")
    return Run(name, done.stdout, done.returncode, seconds)


def machine() -> str:
    """The machine and the versions that the figures are of, and the peers that are not installed."""
    libraries = ", ".join(f"{name} {version(name)}" for name in ("vsym", "z3-solver", "numpy", "pysmt"))
    peers = {"NuSMV": shutil.which("NuSMV"), "rumur": shutil.which("rumur"), "stormpy": find_spec("stormpy")}
    missing = ", ".join(name for name, place in peers.items() if place is None) or "none"
    return (
        f"{platform.system()} on {platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; "
        f"Python {platform.python_version()}, {libraries}. Peers that are missing: {missing}."
    )


def table(runs: Sequence[Run], *, short: bool) -> str:
    """The claims of these runs as a table in Markdown."""
    lines = ["| claim | command | figure |", "| --- | --- | --- |"]
    for one in runs:
        command = f"`{'VSYM_SHORT=1 ' * short}python benchmarks/{one.name}.py`"
        for claim in BENCHMARKS[one.name]:
            figure = f"failed with status {one.status}" if one.status else claim.figure(one.output)
            lines.append(f"| {claim.text} | {command} | {figure} |")
    return "\n".join(lines)


def main() -> None:
    """Run the benchmarks, print the table, and end with status 1 where one has failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", nargs="*", choices=[[], *BENCHMARKS], help="all where none is named")
    parser.add_argument("--short", action="store_true", help="some rows of each, in under 20 minutes")
    parser.add_argument("--results", type=Path, metavar="DIR", help="where the outputs go")
    options = parser.parse_args()
    folder: Path = options.results or HERE / "results" / ("short" if options.short else "full")
    folder.mkdir(parents=True, exist_ok=True)
    facts = machine()
    print(facts)
    runs: list[Run] = []
    for name in options.benchmark or BENCHMARKS:
        print(f"{name} …", end=" ", flush=True)
        runs.append(run(name, short=options.short, folder=folder))
        print(f"{'failed after' if runs[-1].status else ''} {runs[-1].seconds:.0f} s".strip(), flush=True)
    claims = table(runs, short=options.short)
    (folder / "claims.md").write_text(f"{facts}\n\n{claims}\n", encoding="utf-8")
    print(f"\n{claims}\n\nOutputs are in {folder}.")
    sys.exit(any(one.status for one in runs))


if __name__ == "__main__":
    main()
