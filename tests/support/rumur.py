"""A real rumur, run on the text of a program."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Literal, NamedTuple

Symmetry = Literal["off", "heuristic", "exhaustive"]
_OPTIONS = ("--quiet", "--threads", "1", "--max-errors", "1000000", "--counterexample-trace", "off")
_NUMBERS = ("--value-type", "int32_t")


class Error(NamedTuple):
    """An error that rumur reports, with its line if rumur names one."""

    message: str
    line: int | None


class Checked(NamedTuple):
    """The report of rumur on a program; it counts neither states that violate an invariant nor firings in error.

    Only where nothing is wrong, it also has the number of states in which each `cover` is true.
    """

    states: int
    fired: int
    errors: tuple[Error, ...]
    covered: dict[str, int]


def rumur(text: str, symmetry: Symmetry, deadlock: Literal["off", "stuck", "stuttering"], folder: Path) -> Checked:
    """The verifier that rumur makes of a program, compiled and run to its end."""
    source, code, verifier = folder / "model.m", folder / "model.c", folder / "model"
    source.write_text(text, encoding="utf-8")
    modes = ("--symmetry-reduction", symmetry, "--deadlock-detection", deadlock)
    _run(
        "rumur", *_OPTIONS, "--output-format", "machine-readable", *modes, *_NUMBERS, str(source), "--output", str(code)
    )
    _run("gcc", "-O0", "-w", "-mcx16", str(code), "-o", str(verifier), "-lpthread")
    done = subprocess.run([verifier], capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    report = ET.fromstring(done.stdout)
    summary = report.find("summary")
    assert summary is not None, done.stdout
    messages = [one.findtext("message", "") for one in report.iter("error")]
    places = [re.match(r".*?\.m:(\d+)[.:]", message) for message in messages]
    errors = tuple(Error(text, int(at[1]) if at else None) for text, at in zip(messages, places, strict=True))
    covered = {one.get("message", ""): int(one.get("count", "")) for one in report.iter("cover_result")}
    return Checked(int(summary.get("states", "")), int(summary.get("rules_fired", "")), errors, covered)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
