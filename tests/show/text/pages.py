"""Pages written by the command line for the tests, each once, with what `vsym check --json` says of the
same model."""

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

LONG_PATH = """system long
states A, B
group P of 1
shared x : 0..125 = 0
init A
trans A -> B
trans B -> A if x < 125 do x := x + 1
trans B -> A if x = 125 do x := 60
ltl again: G F x = 0
"""

MANY_PROCESSES = """system many
states Home, Out
group P of 60
group Q of 60
init Home
trans Home -> Out
trans Out -> Home
ctl few: AG #Out <= 2
ctl more: AG #Out <= 12
"""

HUNDRED_PROCESSES = """system hundred
states Home, Out, Back
group P of 60
group Q of 40
init Home
trans Home -> Out
trans Out -> Back if #Out >= 31
trans Back -> Home
ctl more: AG #Out <= 30
"""

MANY_COUNTERS = """system wide
states S[1..50]
group P of 1
init S[1]
for i in 1..49 { trans S[i] -> S[i+1] }
invariant never: #S[50] = 0
"""

ONE_STATE = """system still
states A
group P of 200
init A
ctl there: AG #A = 200
ctl gone: EF #A = 0
"""

NOBODY = """system nobody
states A, B
group P of 0
shared x : bool = false
init A
trans A -> B do x := true
ctl still: AG !x
ctl moved: AF x
"""

WITHOUT_PROPERTIES = """system without
states A, B
group P of 2
init A
trans A -> B
"""


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
    """The status of a command, and what it writes."""
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
