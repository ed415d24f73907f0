"""The rows of docs/papers.md at the papers' sizes: each paper's figure, vsym's beside it, and their ratio.

    python benchmarks/papers.py                     all rows
    python benchmarks/papers.py "State space"       the rows of the papers whose title begins so
    python benchmarks/papers.py --seconds 60        the time that each command may take

A row of the page names a command and, in code, what it prints. `vsym` is run as a user runs it, `pytest` on four
times as many drawn models, `python` on another benchmark. Seconds are of the processor, for the whole command. A ratio
compares them where the paper has seconds; where it has another number, the first number that the command prints. A
command that fails, or does not print what its row says, makes this one end with status 1. In a short run, rows of
`vsym` have the sizes of the tests, and no others are run.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from measuring import SHORT, Measured, measure

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "papers.md"
COLUMNS = ("in the paper", "its figure", "command", "here", "in the tests")
"""The heads of each table of the page."""

_CODE = re.compile(r"`([^`]+)`")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SECONDS = re.compile(r"(?:> )?[\d,.]+ s")


@dataclass(frozen=True)
class Row:
    """A row of a table: the paper, a fact of it, its figure (a number, or words), and the words of a command.

    The command prints `printed`; `tested`, the same at the small size of the tests, prints `small`. Both are empty
    for a command that is no `vsym`. The five `cells` are as they stand.
    """

    paper: str
    cells: tuple[str, ...]
    command: tuple[str, ...]
    printed: tuple[str, ...]
    tested: tuple[str, ...]
    small: tuple[str, ...]


def read(text: str) -> Iterator[Row]:
    """The rows of all tables of the page; raises ValueError for one that is not of its form."""
    paper = ""
    for line in text.splitlines():
        if line.startswith("## "):
            paper = line.removeprefix("## ")
        if not line.startswith("| ") or line.startswith("| ---"):
            continue
        cells = tuple(cell.strip() for cell in line.strip("|").split(" | "))
        if cells == COLUMNS:
            continue
        if len(cells) != len(COLUMNS) or not all(cells):
            raise ValueError(f"not five cells, or an empty one: {line}")
        yield _row(paper, cells)


def _row(paper: str, cells: tuple[str, ...]) -> Row:
    commands, printed, tested = (tuple(_CODE.findall(cell)) for cell in cells[2:])
    if len(commands) != 1:
        raise ValueError(f"not one command: {cells}")
    command = tuple(shlex.split(commands[0]))
    if command[0] != "vsym":
        return Row(paper, cells, command, (), command, ())
    if cells[4] == "the same":
        tested = printed
    smaller = tuple(shlex.split(tested[0])) if tested and tested[0].startswith("-") else ()
    small = tested[1:] if smaller else tested
    if not printed or not small:
        raise ValueError(f"nothing in code that the command prints: {cells}")
    return Row(paper, cells, command, printed, _with(command, smaller), small)


def _with(command: tuple[str, ...], smaller: tuple[str, ...]) -> tuple[str, ...]:
    """The command with these words added, and without the values of parameters that they give another."""
    names = {word.partition("=")[0] for option, word in pairwise(smaller) if option == "-D"}
    words = list(command)
    for index in reversed(range(len(words) - 1)):
        if words[index] == "-D" and words[index + 1].partition("=")[0] in names:
            del words[index : index + 2]
    return (*words, *smaller)


def prints(output: str, text: str) -> bool:
    """True if a text stands in an output, whatever the blanks, and not as a part of a longer number."""
    found = re.escape(" ".join(text.split()))
    return re.search(rf"(?<![\d,.]){found}(?![,.]?\d)", " ".join(output.split())) is not None


def ratio(row: Row, seconds: float) -> str:
    """The ratio of vsym's figure to the paper's, `-` where the paper has no number."""
    numbers = _NUMBER.findall(" ".join(row.printed))
    if (theirs := _NUMBER.match(row.cells[1].removeprefix("> "))) is None or float(theirs[0].replace(",", "")) == 0:
        return "-"
    if _SECONDS.fullmatch(row.cells[1]):
        ours = seconds
    elif numbers:
        ours = float(numbers[0].replace(",", ""))
    else:
        return "-"
    return f"{ours / float(theirs[0].replace(',', '')):.3g}"


def run(row: Row, seconds: float, output: Path) -> tuple[Measured, bool]:
    """Run the command of a row; True where it ends well and prints what the row says."""
    words = row.tested if SHORT else row.command
    program = Path(sys.executable).with_name("vsym") if words[0] == "vsym" else sys.executable
    rest = ["-m", *words] if words[0] == "pytest" else words[1:]
    measured = measure([program, *rest], seconds, output)
    said = output.read_text("utf-8", "replace")
    expected = row.small if SHORT else row.printed
    if words[0] == "vsym":
        return measured, all(prints(said, text) for text in expected)
    return measured, measured.finished and measured.status == 0


def main() -> None:
    """Print the table, and end with status 1 where a row is not as it says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paper", nargs="?", default="", help="the beginning of a title; all where none is given")
    parser.add_argument("--seconds", type=float, default=600.0, help="the time that each command may take")
    options = parser.parse_args()
    os.chdir(ROOT)
    os.environ.setdefault("VSYM_DRAWN", "4")
    print(f"{'in the paper':<60} {'its figure':>16} {'here':>34} {'ratio':>9} {'seconds':>8}")
    failed, title = 0, ""
    with tempfile.TemporaryDirectory() as folder:
        for row in read(PAGE.read_text("utf-8")):
            if not row.paper.startswith(options.paper) or (SHORT and row.command[0] != "vsym"):
                continue
            if row.paper != title:
                title = row.paper
                print(f"\n{title}")
            measured, right = run(row, options.seconds, Path(folder) / "output")
            failed += not right
            seconds = measured.user + measured.system
            ours = ("; ".join(row.small if SHORT else row.printed) or "passed") if right else "NOT AS THE ROW SAYS"
            theirs = row.cells[1] if len(row.cells[1]) <= 16 else "-"
            compared = "-" if SHORT or not right else ratio(row, seconds)
            print(f"{row.cells[0]:<60.60} {theirs:>16} {ours:>34.34} {compared:>9} {seconds:>8.2f}", flush=True)
    print(f"\n{failed} rows are not as they say")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
