"""The output of commands, compared with transcripts that a person has read (`pytest --update-goldens` writes them).

Each file in golden/ holds command lines with their output: `check` on six examples in full, and beside it one case for
each kind of table, document and refusal. tests/examples_facts.txt has the figures of all examples; tests/test_docs.py
compares the output that pages show. A line `$ vsym …` that is added to a file is a new case.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import EXAMPLES, Afresh, without_seconds, without_times

FOLDER = Path(__file__).parent.parent / "golden"
_CASE = re.compile(r"^\$ (?:COLUMNS=(?P<columns>\d+) )?vsym (?P<line>.*)\n(?P<printed>(?:(?!\$ ).*\n)*)", re.MULTILINE)
CASES = {path: [*_CASE.finditer(path.read_text("utf-8"))] for path in sorted(FOLDER.iterdir())}


@pytest.mark.parametrize(
    ("path", "case"),
    [pytest.param(path, case, id=f"{path.stem}: {case['line']}") for path, cases in CASES.items() for case in cases],
)
def test_the_output_is_the_one_that_was_reviewed(
    path: Path, case: re.Match[str], afresh: Afresh, request: pytest.FixtureRequest
) -> None:
    ran = afresh(shlex.split(case["line"]), EXAMPLES, columns=int(case["columns"] or 120))
    out = _values(ran.out) if "--json" in case["line"] else without_times(ran.out)
    errors = f"--- stderr\n{ran.err}" if ran.err else ""
    printed = f"{out}{errors}--- status {ran.status}\n"
    if request.config.getoption("--update-goldens"):
        path.write_text(path.read_text("utf-8").replace(case[0], case[0].removesuffix(case["printed"]) + printed))
    else:
        assert printed == case["printed"]


def _values(text: str) -> str:
    """A JSON document without times and with as many values on a line as fit; its own text is one of the standard's."""
    document = json.loads(without_seconds(text))
    assert without_seconds(text) == json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return f"{_filled(document, '')}\n"


def _filled(value: Any, margin: str) -> str:
    whole = json.dumps(value, ensure_ascii=False)
    if len(margin + whole) <= 140 or not value or not isinstance(value, dict | list):
        return whole
    inner = f"{margin}  "
    if isinstance(value, dict):
        parts = [f'"{key}": {_filled(part, inner)}' for key, part in value.items()]
    else:
        parts = [_filled(part, inner) for part in value]
    (start, end) = whole[0], whole[-1]
    return start + ",".join(f"\n{inner}{part}" for part in parts) + f"\n{margin}{end}"


def test_a_golden_file_holds_nothing_but_cases() -> None:
    for path in CASES:
        assert _CASE.sub("", path.read_text("utf-8")) == ""
