"""Pages written by the command line for the tests, each once, with what `vsym check --json` says of the same model."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.running import EXAMPLES
from tests.show.text.html_tree import Element, read
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
group P of 500
group Q of 500
init Home
trans Home -> Out
ctl few: AG #Out <= 2
ctl more: AG #Out <= 30
"""

HUNDRED_PROCESSES = """system hundred
states Home, Out, Back
group P of 60
group Q of 40
init Home
trans Home -> Out
trans Out -> Back if #Out >= 31
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
    """A page, the status that its command ended with, and the JSON document of the same run of `check`."""

    status: int
    html: str
    document: Element
    record: Any
    check_status: int


@cache
def page(file: str, *arguments: str) -> Written:
    """The page of an example, or of a model given as a text of several lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = EXAMPLES / file
        if "\n" in file:
            path = Path(folder) / "model.gsst"
            path.write_text(file, encoding="utf-8")
        written, checked = Path(folder) / "page.html", Path(folder) / "check.json"
        status = _status(["report", str(path), "-o", str(written), *arguments])
        check_status = _status(["check", str(path), "--json", "-o", str(checked), *arguments])
        html = written.read_text("utf-8")
        return Written(status, html, read(html), json.loads(checked.read_text("utf-8")), check_status)


def _status(arguments: list[str]) -> int:
    try:
        main(arguments, prog_name="vsym")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    return 0
