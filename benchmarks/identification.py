"""Cost of identification on GR&W (q = 20, m = 10) for more and more priority classes d.

`python benchmarks/identification.py` prints a table of the whole command `vsym symmetry`. Beside it stands Z3, with a
time limit, on the unsimplified question of the one transition that needs a solver (unsimplified.py). `growth` is the
processor time divided by that of the row above, `more d` the same of d. A second table has d groups that each guard on
themselves, so that no two may be counted together.
"""

from __future__ import annotations

import sys
from pathlib import Path

from measuring import Measured, measure, patience, rows

HERE = Path(__file__).parent
MODEL = HERE.parent / "examples" / "grw.gsst"
CLASSES = rows((10, 30, 100, 300, 1000, 2000), 0, 2, 5)
OWN_GUARDS = HERE / "models" / "own.gsst"
GROUPS = rows((10, 14, 20, 50, 100), 0, 4)
PEER_SECONDS = patience(60.0, 20.0)
OWN_SECONDS = 300.0


def own(d: int) -> Measured:
    """The command as a user types it."""
    program = Path(sys.executable).with_name("vsym")
    command: list[str | Path] = [program, "symmetry", MODEL, "-D", f"d={d}", "-D", "q=20", "-D", "m=10", "-q"]
    return measure(command, OWN_SECONDS)


def peer(d: int) -> Measured:
    """Z3 on the unsimplified question."""
    return measure([sys.executable, HERE / "unsimplified.py", str(d), "20", "10"], PEER_SECONDS)


def row(d: int, before: tuple[int, Measured] | None, found: Measured, other: Measured | None) -> list[str]:
    """The cells of one size."""
    growth, sizes = "-", "-"
    if before is not None:
        growth = f"{found.user / before[1].user:.1f}"
        sizes = f"{d / before[0]:.1f}"
    unsimplified, ratio = "not tried", "-"
    if other is not None:
        unsimplified = f"{other.wall:.2f}" if other.finished else f"> {PEER_SECONDS:.0f}"
        ratio = f"{'' if other.finished else '> '}{other.wall / found.wall:.1f}"
    own_cells = [f"{found.wall:.2f}", f"{found.user:.2f}", f"{found.peak / 1e6:.0f}"]
    return [str(d), *own_cells, growth, sizes, unsimplified, ratio]


def apart(d: int) -> Measured:
    """The search for blocks where no two of d groups, which all guard on themselves, may be merged."""
    program = Path(sys.executable).with_name("vsym")
    return measure([program, "symmetry", OWN_GUARDS, "-D", f"d={d}", "-q"], OWN_SECONDS)


def groups() -> None:
    """Print the table of the search for blocks."""
    print(" ".join(f"{column:>10}" for column in ("groups", "vsym s", "user s", "peak MB")))
    for d in GROUPS:
        found = apart(d)
        if not found.finished:
            raise AssertionError(f"d = {d} takes more than {OWN_SECONDS:.0f} s")
        cells = (str(d), f"{found.wall:.2f}", f"{found.user:.2f}", f"{found.peak / 1e6:.0f}")
        print(" ".join(f"{cell:>10}" for cell in cells), flush=True)


def main() -> None:
    """Print both tables."""
    columns = ("d", "vsym s", "user s", "peak MB", "growth", "more d", "plain Z3 s", "ratio")
    print(" ".join(f"{column:>10}" for column in columns))
    before: tuple[int, Measured] | None = None
    hopeless = False
    for d in CLASSES:
        found = own(d)
        if not found.finished or found.status != 0:
            raise AssertionError(f"d = {d} must be found fully virtually symmetric, not status {found.status}")
        other = None if hopeless else peer(d)
        print(" ".join(f"{cell:>10}" for cell in row(d, before, found, other)), flush=True)
        before = (d, found)
        # A size beyond one that took too long takes longer still.
        hopeless = other is None or not other.finished
    groups()


if __name__ == "__main__":
    main()
