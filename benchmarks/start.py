"""The start of a small check: the processor time of whole commands in turn, of a file read before and of one read anew.

Beside it what of it is not ours: Python by itself, and with the two libraries that every check loads; and NuSMV, where
it is there, on the model that `vsym emit-smv` writes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from measuring import measure

MODEL = Path(__file__).parents[1] / "examples" / "rw.gsst"
SECONDS = 60.0


def main() -> None:
    """Print the least and the median of each, and the ratio of the medians to that of a file read before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=15, help="how often each command is run")
    times = parser.parse_args().times
    # NumPy starts no threads in vsym, and what is compared with it starts none.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        commands = _commands(Path(folder))
        taken: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(times + 1):
            for name, command in commands.items():
                measured = measure(command(), SECONDS)
                if measured.status:
                    sys.exit(f"{name} ended with status {measured.status}")
                if turn:
                    taken[name].append(measured.user + measured.system)
    unit = statistics.median(taken["vsym check -q, read before"])
    for name, seconds in taken.items():
        median = statistics.median(seconds)
        print(f"{name:32} least {min(seconds):.3f} s, median {median:.3f} s, {median / unit:.2f}")


def _commands(folder: Path) -> dict[str, Callable[[], Sequence[str | Path]]]:
    program = Path(sys.executable).with_name("vsym")
    numbers = count()

    def anew() -> Sequence[str | Path]:
        """A check of a text that vsym has not read before."""
        file = folder / f"{next(numbers)}.gsst"
        file.write_text(f"// {file.name}\n{MODEL.read_text('utf-8')}", encoding="utf-8")
        return [program, "check", "-q", file]

    commands: dict[str, Callable[[], Sequence[str | Path]]] = {
        "vsym check -q, read before": lambda: [program, "check", "-q", MODEL],
        "vsym check -q, read anew": anew,
        "python": lambda: [sys.executable, "-c", "pass"],
        "python with Z3 and NumPy": lambda: [sys.executable, "-c", "import z3, numpy"],
    }
    if nusmv := shutil.which("NuSMV"):
        written = folder / "rw.smv"
        subprocess.run([program, "emit-smv", MODEL, "-o", written], check=True, stdout=subprocess.DEVNULL)
        commands["NuSMV on its counter model"] = lambda: [nusmv, written]
    return commands


if __name__ == "__main__":
    main()
