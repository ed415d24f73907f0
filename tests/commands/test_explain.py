"""`vsym explain`."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.support.running import Refused, Vsym
from vsym.basics.resources import find, sections


def test_explain_prints_the_section(vsym: Vsym) -> None:
    ran = vsym("explain", "fully", "virtually", "symmetric")
    assert ran.status == 0
    assert ran.out.startswith("virtual symmetry\n\nA system is fully virtually symmetric if")
    coloured = vsym("explain", "--color", "always", "vs203")
    assert "\x1b[" in coloured.out
    assert "VS203: an unknown group" in coloured.out
    listed = vsym("explain").out.splitlines()
    assert listed == [section.title for section in sections()]


@pytest.mark.parametrize(("columns", "width"), [(60, 60), (90, 90), (200, 100)])
@pytest.mark.parametrize("color", ["never", "always"])
def test_explain_wraps_a_paragraph_once(
    columns: int, width: int, color: str, vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line has room for the first word of the next one."""
    monkeypatch.setenv("COLUMNS", str(columns))
    out = re.sub(r"\x1b\[[\d;]*m", "", vsym("explain", "virtual symmetry", "--color", color).out)
    lines = [line.rstrip() for line in out.split("\n\n")[1].splitlines() if line.strip()]
    assert len(lines) > 5
    for line, following in itertools.pairwise(lines):
        assert len(line) <= width < len(f"{line} {following.split()[0]}")


def test_explain_keeps_the_lines_of_models(vsym: Vsym) -> None:
    section = find("VS208")
    assert section is not None
    out = vsym("explain", "VS208").out
    for block in re.findall(r"```gsst\n.*?```", section.text, re.DOTALL):
        assert block in out


def test_explain_says_what_it_does_not_know(vsym: Vsym, refused: Refused) -> None:
    err = refused("explain", "permutatio")
    assert err == "vsym: the handbook has nothing on `permutatio`; did you mean `permutation`?\n"
    assert "`vsym explain` lists all" in vsym("explain", "qqq").err
