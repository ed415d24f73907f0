"""Time of the SMT engine by the number of processes, beside NuSMV on the emitted counter model.

`python benchmarks/sizes.py [FILE.csv]` prints a table and writes it as CSV. For each model, it has the whole command
`vsym check --engine smt` at growing sizes. Beside them stands the largest power of ten n whose counter model NuSMV
decides within a minute. The last column is the factor by which vsym's n is larger, if it also takes at most a minute.
The row `all` is the whole command with `--for-all`, which answers for every size at once.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from measuring import measure, patience

from vsym.engines.nusmv.engine import NuSMVMissing, find

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = Path(sys.executable).with_name("vsym")
SECONDS = patience(60.0, 10.0)


@dataclass(frozen=True)
class Case:
    """A property of an example, with the parameters for about n processes at sizes 10^low … 10^high.

    `open` are the options that leave the sizes open, () where the property is not decided so.
    """

    example: str
    prop: str
    parameters: Callable[[int], Mapping[str, int]]
    low: int
    high: int
    open: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        """The example."""
        return EXAMPLES / f"{self.example}.gsst"

    def options(self, n: int) -> list[str]:
        """The options of vsym."""
        definitions = [text for name, value in self.parameters(n).items() for text in ("-D", f"{name}={value}")]
        return [str(self.file), "--prop", self.prop, *definitions]


CASES = (
    Case("mutex", "mutex", lambda n: {"processes": n}, 1, 9, ("--for-all", "processes")),
    Case("rw", "mutex", lambda n: {"readers": n // 2, "writers": n // 2}, 1, 9, ("--for-all", "readers,writers")),
    Case("grw", "mutex", lambda n: {"q": n // 5}, 1, 7, ("--for-all", "q")),
    Case(
        "controller",
        "recorded",
        lambda n: {"classes": 4, "size": n // 4},
        1,
        9,
        ("-D", "classes=4", "--for-all", "size"),
    ),
    Case("asr", "all_used", lambda n: {"resources": 10, "full": n}, 2, 6),
)


def vsym(options: Sequence[str | Path]) -> float | None:
    """Seconds of the whole command, None if it did not end in time."""
    found = measure([PROGRAM, "check", *options, "--engine", "smt", "-q"], SECONDS)
    if found.finished and found.status != 0:
        raise AssertionError(f"vsym check {' '.join(map(str, options))} ended with status {found.status}")
    return found.wall if found.finished else None


def nusmv(program: Path, case: Case, n: int) -> float | None:
    """Seconds of NuSMV alone on the counter model, None if it did not end in time or cannot hold the model."""
    with tempfile.TemporaryDirectory() as folder:
        file, answer = Path(folder) / "model.smv", Path(folder) / "answer.txt"
        if measure([PROGRAM, "emit-smv", *case.options(n)], SECONDS, file).status != 0:
            return None
        found = measure([program, "-df", "-dcx", file], SECONDS, answer)
        if not found.finished or found.status != 0:
            return None
        if " is true" not in answer.read_text("utf-8", errors="replace"):
            raise AssertionError(f"{case.example} with {n} processes: NuSMV gives another verdict")
    return found.wall


def largest(program: Path, case: Case) -> tuple[int, float | None]:
    """The largest n that NuSMV decides, 0 for none, and its seconds."""
    best: tuple[int, float | None] = (0, None)
    for exponent in range(case.low, case.high + 1):
        seconds = nusmv(program, case, 10**exponent)
        if seconds is None:
            break
        best = (10**exponent, seconds)
    return best


def main() -> None:
    """Print the table and write it."""
    program = find()
    if program is None:
        raise NuSMVMissing
    columns = ("model", "n", "vsym s", "NuSMV n", "NuSMV s", "ratio of n")
    rows: list[tuple[str, ...]] = []
    print("".join(f"{column:>14}" for column in columns))
    for case in CASES:
        reached, seconds = largest(program, case)
        for exponent in sorted({case.low, (case.low + case.high) // 2, case.high}):
            n = 10**exponent
            taken = vsym(case.options(n))
            told = "-" if seconds is None else f"{seconds:.2f}"
            faster = taken is not None and (seconds is None or taken <= SECONDS)
            ratio = f"{n / reached:g}" if faster and reached else "-"
            row = (case.example, f"{n:g}", "-" if taken is None else f"{taken:.2f}", f"{reached:g}", told, ratio)
            rows.append(row)
            print("".join(f"{cell:>14}" for cell in row), flush=True)
        if case.open:
            taken = vsym([case.file, "--prop", case.prop, *case.open])
            rows.append((case.example, "all", "-" if taken is None else f"{taken:.2f}", "-", "-", "-"))
            print("".join(f"{cell:>14}" for cell in rows[-1]), flush=True)
    if len(sys.argv) > 1:
        with Path(sys.argv[1]).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([columns, *rows])


if __name__ == "__main__":
    main()
