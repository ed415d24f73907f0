"""`vsym check` with the engine `auto` beside each engine by itself.

`python benchmarks/portfolio.py [SECONDS]` prints a table: the time of the whole command with `auto`, with each engine,
and how many times longer `auto` takes than the best of them that decides every property. A cell is in brackets where an
engine left properties unknown or refused them, and `>` where it was ended after SECONDS (by default 60).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from measuring import measure, patience, rows

ROOT = Path(__file__).parents[1]
PROGRAM = Path(sys.executable).with_name("vsym")
ENGINES = ("explicit", "mdd", "smt")
DECIDED = (0, 10)
"""The exit statuses of a command that has decided everything."""


@dataclass(frozen=True)
class Case:
    """A model with parameters."""

    file: Path
    parameters: Mapping[str, int]

    @property
    def name(self) -> str:
        """The model's name and its parameters."""
        return " ".join((self.file.stem, *(f"{name}={value:,}" for name, value in self.parameters.items())))


def _example(name: str, **parameters: int) -> Case:
    return Case(ROOT / "examples" / f"{name}.gsst", parameters)


def _model(name: str, **parameters: int) -> Case:
    return Case(ROOT / "benchmarks" / "models" / f"{name}.gsst", parameters)


CASES = rows(
    (
        _example("rw"),
        _example("mutex"),
        _example("mutex", processes=200),
        _example("grw", q=10),
        _model("msi", n=100),
        _model("msi", n=10**9),
        _model("leader", n=100),
        _model("leader", n=1000),
        _model("barrier", n=300),
        _model("barrier", n=1000),
    ),
    0,
    1,
    2,
    3,
    5,
    6,
)


def seconds(case: Case, engine: str, limit: float) -> tuple[float, bool]:
    """The time of the whole command, and whether it has decided every property."""
    definitions = [text for name, value in case.parameters.items() for text in ("-D", f"{name}={value}")]
    found = measure([PROGRAM, "check", case.file, *definitions, "--engine", engine, "-q"], limit, quiet=True)
    return found.wall, found.finished and found.status in DECIDED


def main() -> None:
    """Print the table row by row."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else patience(60.0, 10.0)
    print(f"{'model':28}{'auto':>10}" + "".join(f"{name:>12}" for name in ENGINES) + f"{'auto / best':>14}")
    for case in CASES:
        auto, decided = seconds(case, "auto", limit)
        cells, best = [], None
        for engine in ENGINES:
            wall, complete = seconds(case, engine, limit)
            text = f">{limit:.0f} s" if wall >= limit else f"{wall:.2f} s"
            cells.append(text if complete else f"({text})")
            if complete:
                best = wall if best is None else min(best, wall)
        ratio = "" if best is None or not decided else f"{auto / best:.2f}"
        first = f"{auto:.2f} s" if decided else f"({auto:.2f} s)"
        print(f"{case.name:28}{first:>10}" + "".join(f"{cell:>12}" for cell in cells) + f"{ratio:>14}", flush=True)


if __name__ == "__main__":
    main()
