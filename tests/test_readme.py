"""The README shows the output of vsym."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.running import Afresh, squeezed

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _output(afresh: Afresh, *arguments: str) -> str:
    return squeezed(afresh(arguments, ROOT).out)


def test_the_model_is_the_example() -> None:
    text = (ROOT / "examples" / "rw.gsst").read_text(encoding="utf-8")
    assert text[text.index("system rw") :].rstrip() in README


def test_the_output_is_the_tool_s(afresh: Afresh) -> None:
    assert _output(afresh, "check", "examples/rw.gsst") in squeezed(README)


def test_the_broken_one_is_shown_to_be_so(afresh: Afresh) -> None:
    said = _output(afresh, "symmetry", "examples/rw_broken.gsst")
    assert "T -> C is broken: these states have the same counters" in said


def test_the_program_is_the_example_and_has_as_many_orbits(afresh: Afresh) -> None:
    text = (ROOT / "examples" / "programs" / "spinlock.m").read_text(encoding="utf-8")
    assert text[text.index("const n") :].rstrip() in README
    assert "7 reachable orbits (20 concrete states)" in _output(afresh, "check", "examples/programs/spinlock.m")


def test_the_first_command_ends_well(afresh: Afresh) -> None:
    assert ".venv/bin/vsym check examples/rw.gsst\n```" in README
    assert afresh(("check", "examples/rw.gsst"), ROOT).status == 0


def test_the_picture_is_the_tool_s(afresh: Afresh) -> None:
    """Only texts are compared, since Graphviz decides where the parts stand."""
    drawn = _output(afresh, "draw", "examples/rw.gsst", "--what", "quotient")
    shown = (ROOT / "docs" / "pictures" / "rw.svg").read_text("utf-8")
    said = [sorted(re.findall(r">([^<>]+)</text>", svg)) for svg in (drawn, shown)]
    assert len(said[0]) > 40
    assert said[0] == said[1]
