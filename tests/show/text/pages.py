"""Pages written by the command line for the tests, each once, with the output of `vsym check --json` on the same
model."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tests.show.text.html_tree import Element, read
from tests.support.running import EXAMPLES
from vsym.cli import main

LONG_PATH = (
    "system long\nstates A, B\ngroup P of 1\nshared x : 0..125 = 0\ninit A\ntrans A -> B\nltl again: G F x = 0\n"
    "trans B -> A if x < 125 do x := x + 1\ntrans B -> A if x = 125 do x := 60\n"
)
MANY_PROCESSES = (
    "system many\nstates Home, Out\ngroup P of 60\ngroup Q of 60\ninit Home\ntrans Home -> Out\ntrans Out -> Home\n"
    "ctl few: AG #Out <= 2\nctl more: AG #Out <= 12\n"
)
HUNDRED_PROCESSES = (
    "system hundred\nstates Home, Out, Back\ngroup P of 60\ngroup Q of 40\ninit Home\ntrans Home -> Out\n"
    "trans Out -> Back if #Out >= 31\ntrans Back -> Home\nctl more: AG #Out <= 30\n"
)
MANY_COUNTERS = (
    "system wide\nstates S[1..50]\ngroup P of 1\ninit S[1]\nfor i in 1..49 { trans S[i] -> S[i+1] }\n"
    "invariant never: #S[50] = 0\n"
)
ONE_STATE = "system still\nstates A\ngroup P of 200\ninit A\nctl there: AG #A = 200\nctl gone: EF #A = 0\n"
NOBODY = (
    "system nobody\nstates A, B\ngroup P of 0\nshared x : bool = false\ninit A\ntrans A -> B do x := true\n"
    "ctl still: AG !x\nctl moved: AF x\n"
)
WITHOUT_PROPERTIES = "system without\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\n"


@dataclass(frozen=True)
class Written:
    """A page of a model, and the status that its command ended with."""

    status: int
    html: str
    _model: tuple[str, ...]

    @cached_property
    def document(self) -> Element:
        """The page as a tree."""
        return read(self.html)

    @property
    def record(self) -> Any:
        """The JSON document of the same run of `check`."""
        return json.loads(self._check[1])

    @property
    def check_status(self) -> int:
        """The status of that run."""
        return self._check[0]

    @cached_property
    def _check(self) -> tuple[int, str]:
        return _run(["check", "--json"], *self._model)


@cache
def page(file: str, *arguments: str) -> Written:
    """The page of an example, or of a model given as a text of several lines."""
    return Written(*_run(["report"], file, *arguments), (file, *arguments))


def _run(command: list[str], file: str, *arguments: str) -> tuple[int, str]:
    """The status of a command, and the text of the file that it writes."""
    with tempfile.TemporaryDirectory() as folder:
        path, written = EXAMPLES / file, Path(folder) / "written"
        if "\n" in file:
            path = Path(folder) / "model.gsst"
            path.write_text(file, encoding="utf-8")
        try:
            main([*command, str(path), "-o", str(written), *arguments], prog_name="vsym")
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        return status, written.read_text("utf-8")
