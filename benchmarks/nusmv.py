"""Speed of NuSMV on the emitted counter models, and on the same systems as single processes.

`python benchmarks/nusmv.py` prints a table: `NuSMV -df` on `vsym emit-smv --model counter` and, with a time limit, on
`--model direct`, and how many times longer the latter took. NuSMV decides all properties named in the row, and both
models must agree.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measuring import Measured, measure, patience

from vsym.engines.nusmv.engine import NuSMVMissing, find

EXAMPLES = Path(__file__).parents[1] / "examples"
DIRECT_SECONDS = patience(20.0, 10.0)
COUNTER_SECONDS = 300.0


@dataclass(frozen=True)
class Case:
    """An example with its parameters and the properties to decide (all, if none is named)."""

    example: str
    parameters: tuple[tuple[str, int], ...] = ()
    properties: tuple[str, ...] = ()

    @property
    def options(self) -> list[str]:
        """The options of `vsym emit-smv`."""
        definitions = [text for name, value in self.parameters for text in ("-D", f"{name}={value}")]
        return [*definitions, *(text for name in self.properties for text in ("--prop", name))]

    def __str__(self) -> str:
        parameters = ", ".join(f"{name}={value}" for name, value in self.parameters)
        return f"{self.example} {parameters} {' '.join(self.properties)}".strip()


CASES = (
    Case("grw", (("d", 2), ("q", 3), ("m", 4)), ("mutex",)),
    Case("grw", (("d", 3), ("q", 4), ("m", 5)), ("mutex",)),
    Case("grw", (("d", 10), ("q", 50), ("m", 20)), ("mutex",)),
    Case("rw", (("readers", 4), ("writers", 4))),
    Case("rw", (("readers", 20), ("writers", 20))),
    Case("controller"),
    Case("asr"),
)


def emitted(case: Case, kind: str, file: Path) -> Measured:
    """Write a model with the command that a user types; the measured time is that of vsym."""
    program = Path(sys.executable).with_name("vsym")
    command: list[str | Path] = [program, "emit-smv", EXAMPLES / f"{case.example}.gsst", "--model", kind, *case.options]
    found = measure(command, COUNTER_SECONDS, file)
    if found.status != 0:
        raise AssertionError(f"{case}: vsym emit-smv ended with status {found.status}")
    return found


def verdicts(answer: Path) -> list[str]:
    """The verdicts that NuSMV has printed, in order."""
    return re.findall(r" is (true|false)$", answer.read_text("utf-8", errors="replace"), re.MULTILINE)


def main() -> None:
    """Print the table."""
    nusmv = find()
    if nusmv is None:
        raise NuSMVMissing
    print(f"{'model':44}" + " ".join(f"{name:>10}" for name in ("emit s", "counter s", "user s", "direct s", "ratio")))
    with tempfile.TemporaryDirectory() as folder:
        file, answer, other = (Path(folder) / name for name in ("model.smv", "counter.txt", "direct.txt"))
        for case in CASES:
            emitting = emitted(case, "counter", file)
            counter = measure([nusmv, "-df", "-dcx", file], COUNTER_SECONDS, answer)
            emitted(case, "direct", file)
            direct = measure([nusmv, "-df", "-dcx", file], DIRECT_SECONDS, other)
            if direct.finished and sorted(verdicts(answer)) != sorted(verdicts(other)):
                raise AssertionError(f"{case}: the two models must have the same verdicts")
            taken = f"{direct.wall:.2f}" if direct.finished else f"> {DIRECT_SECONDS:.0f}"
            ratio = f"{'' if direct.finished else '> '}{direct.wall / counter.wall:.1f}"
            cells = (f"{emitting.wall:.2f}", f"{counter.wall:.2f}", f"{counter.user:.2f}", taken, ratio)
            print(f"{case!s:44}" + " ".join(f"{cell:>10}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
