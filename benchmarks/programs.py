"""The compiled engine on Murphi programs, beside rumur on the same texts: states a second, and bytes a state.

Both search on one thread, compiled with -O3; what is compared is processor time, without compilation. Where both count
they must count alike. rumur does not read multisets, and what it cannot read is measured by itself. The last column
is how much faster two threads of ours are by the clock: the median of `PAIRS` pairs of searches, one after the other.
"""

from __future__ import annotations

import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measuring import Measured, measure, rows

from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.engines.compiled.canonical import canonical_source
from vsym.engines.compiled.compiler import binary, find
from vsym.engines.compiled.search import questions
from vsym.engines.compiled.source import source
from vsym.languages.murphi.text import text

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples" / "programs"
SECONDS = 900
MEMORY = 8_000_000_000
PAIRS = 5


@dataclass(frozen=True)
class Row:
    """A model with a value for one of its constants."""

    path: Path
    constant: str
    value: int

    @property
    def name(self) -> str:
        """The name in the table."""
        return f"{self.path.stem} {self.constant}={self.value}"


FULL = rows(
    (
        Row(HERE / "models" / "filter.m", "N", 6),
        Row(HERE / "models" / "directory.m", "NODES", 4),
        Row(EXAMPLES / "election.m", "nodes", 8),
        Row(EXAMPLES / "mcs.m", "processes", 7),
        Row(EXAMPLES / "network.m", "clients", 9),
    ),
    1,
    2,
)
ORBITS = rows(
    (
        Row(HERE / "models" / "directory.m", "NODES", 4),
        Row(HERE / "models" / "directory.m", "NODES", 5),
        Row(EXAMPLES / "mcs.m", "processes", 7),
        Row(EXAMPLES / "network.m", "clients", 9),
    ),
    0,
    3,
)
HEAD = f"{'states':>11} {'bytes':>6} {'peak MB':>8} {'s':>7} {'states/s':>10} {'rumur s':>8} ratio 2 threads"


def ours(row: Row, folder: Path, *, symmetric: bool) -> tuple[dict[str, Any], Measured, float]:
    """The last message of a search, what it took, and how many times as fast two threads are."""
    program = text(Source(row.path.name, row.path.read_text(encoding="utf-8")), UNLIMITED).at({row.constant: row.value})
    asked = questions(program.properties, fair=False, everywhere=True).targets
    canonical = canonical_source(program, program.scalarsets) if symmetric else None
    made = binary(source(program, asked, canonical), ["-O3"])
    result, measured = searched(made, 1, folder)
    ratios = [searched(made, 1, folder)[0]["seconds"] / searched(made, 2, folder)[0]["seconds"] for _ in range(PAIRS)]
    return result, measured, statistics.median(ratios)


def searched(made: Path, threads: int, folder: Path) -> tuple[dict[str, Any], Measured]:
    """The last message of a search by so many threads, and what it took."""
    told = folder / "told"
    measured = measure([made, "memory", str(MEMORY), "threads", str(threads)], SECONDS, told)
    return json.loads(told.read_text(encoding="ascii").splitlines()[-1]), measured


def theirs(row: Row, folder: Path, *, symmetric: bool) -> tuple[tuple[int, int], Measured] | None:
    """The states and the rules fired that rumur counts, and what it took; None where it does not read the model."""
    written, made, told = folder / "model.m", folder / "rumur", folder / "rumur-told"
    given = row.path.read_text(encoding="utf-8")
    written.write_text(re.sub(rf"\b{row.constant}\s*:\s*\d+\s*;", f"{row.constant}: {row.value};", given, count=1))
    reduction = f"--symmetry-reduction={'exhaustive' if symmetric else 'off'}"
    command: list[str | Path] = ["rumur", written, reduction, "-o", folder / "rumur.c"]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return None
    flags = ["-O3", "-march=native", "-mcx16", "-w"]
    subprocess.run([*find().command, *flags, folder / "rumur.c", "-o", made, "-lpthread"], check=True)
    measured = measure([made, "--threads", "1"], SECONDS, told)
    said = told.read_text(errors="replace")
    found = re.search(r"(\d+) states, (\d+) rules fired in", said)
    # To copy an undefined value is an error for rumur, which ends there.
    if found is None or "No error found" not in said:
        return None
    return (int(found[1]), int(found[2])), measured


def main() -> None:
    """Print one table for the full space, and one for the orbits."""
    if shutil.which("rumur") is None:
        sys.exit("rumur was not found; Debian has a package of this name")
    with tempfile.TemporaryDirectory() as name:
        for title, chosen, symmetric in (("full space", FULL, False), ("orbits", ORBITS, True)):
            print(f"{title:<30} {HEAD}")
            for row in chosen:
                result, measured, faster = ours(row, Path(name), symmetric=symmetric)
                states = result["states"]
                bytes_per_state = result["bytes"] / states
                rate = states / max(measured.user, 1e-3)
                figures = f"{states:>11,} {bytes_per_state:>6.1f} {measured.peak / 1e6:>8.0f} {measured.user:>7.2f}"
                peer = theirs(row, Path(name), symmetric=symmetric)
                if peer is None:
                    beside = f"{'-':>8} {'':>5}"
                else:
                    if peer[0] != (states, result["fired"]):
                        sys.exit(f"{row.name}: rumur counts {peer[0]}, we {(states, result['fired'])}")
                    ratio = peer[1].user / max(measured.user, 1e-3)
                    beside = f"{peer[1].user:>8.2f} {ratio:>5.1f}"
                model = f"{row.name}{', orbits' * symmetric}"
                print(f"{model:<30} {figures} {rate:>10,.0f} {beside} {faster:>9.2f}", flush=True)


if __name__ == "__main__":
    main()
