"""File names that are no UTF-8, and text that would act on a terminal: all of it is shown, nothing acts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, PROGRAM, Vsym, on_a_terminal, validator

ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
STRANGE = "\x1b]0;owned\x07 \x9b31m \u202e"
"""It would set the title of a terminal, its colour and its direction."""

PROGRAM_TEXT = f"""-- {STRANGE}
const n: 2;
type Process: scalarset(n);
var inside: array [Process] of boolean;
startstate "start {STRANGE}" for p: Process do inside[p] := false; end; end;
ruleset p: Process do
  rule "enter {STRANGE}" !inside[p] ==> put "put {STRANGE}"; inside[p] := true; end;
  rule "fail {STRANGE}" inside[p] ==> assert false "failed {STRANGE}"; end;
end;
invariant "outside {STRANGE}" forall p: Process do !inside[p] end
"""

Folder = Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A folder with models whose names are no UTF-8 and would act, all of them."""
    strange = tmp_path / os.fsdecode(b"m\xff\x1b[31m")
    strange.mkdir()
    model = (EXAMPLES / "rw_broken.gsst").read_text("utf-8")
    (strange / os.fsdecode(b"m\xff.gsst")).write_text(f"// {STRANGE}\n{model}", encoding="utf-8")
    (strange / os.fsdecode(b"m\xff.m")).write_text(PROGRAM_TEXT, encoding="utf-8")
    (strange / os.fsdecode(b"wrong\xff.m")).write_text(
        PROGRAM_TEXT.replace("of boolean;", f"of /* {STRANGE} */ boolea;"), encoding="utf-8"
    )
    monkeypatch.chdir(strange)
    return strange


FILES = [os.fsdecode(b"m\xff.gsst"), os.fsdecode(b"m\xff.m"), os.fsdecode(b"wrong\xff.m"), os.fsdecode(b"none\xff.m")]
OUT = os.fsdecode(b"out\xff")

COMMANDS = [
    ["check"],
    ["check", "--json"],
    ["check", "--trace", "full", "-v", "--sarif", OUT],
    ["symmetry"],
    ["explore"],
    ["emit-smv"],
    ["fmt", "--check"],
    ["report", "-o", OUT],
    ["draw", "-o", OUT],
    ["lab", "--export", OUT],
    ["step", "--script", os.devnull],
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("file", FILES, ids=["model", "program", "wrong", "missing"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_every_command_shows_what_would_act(command: list[str], file: str, vsym: Vsym) -> None:
    ran = vsym(command[0], file, *command[1:])
    assert ran.status in (0, 2, 10), ran.err
    assert not ACTING.search(ran.out + ran.err)
    if ran.status == 2:
        assert r"\udcff" in ran.err
    if Path(OUT).exists():
        written = Path(OUT).read_bytes().decode("utf-8")
        assert not ACTING.search(written)
        if written.startswith("<?xml"):
            ElementTree.fromstring(written)
    if "--json" in command:
        found = json.loads(ran.out)
        validator().validate(found)
        assert found["file"] == file


@pytest.mark.usefixtures("folder")
def test_the_log_names_a_file_by_its_bytes(vsym: Vsym) -> None:
    assert vsym("check", FILES[2], "--sarif", "log").status == 2
    [run] = json.loads(Path("log").read_bytes())["runs"]
    [location] = run["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "wrong%FF.m"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_rows_with_strange_text_are_read_back(form: str, vsym: Vsym) -> None:
    rows, arguments = f"{OUT}.{form}", ["-D", "n=1:2", "-q", "-j", "1"]
    model = Path(FILES[1]).read_text("utf-8").replace("failed", "failed {1 / (2 - n)}")
    Path(FILES[1]).write_text(model.replace("const n: 2;", "const n: 2; k: 2 / (n - 1);"), encoding="utf-8")
    assert vsym("sweep", FILES[1], *arguments, "-o", rows).status in (0, 10)
    Path(rows).read_bytes().decode("utf-8")
    again = vsym("sweep", FILES[1], *arguments, "-o", rows)
    assert again.status in (0, 10)


@pytest.mark.usefixtures("folder")
def test_states_in_a_strange_place_are_found_again(vsym: Vsym) -> None:
    first = vsym("explore", FILES[1], "--store", OUT)
    again = vsym("explore", FILES[1], "--store", OUT, "--resume")
    assert (first.status, again.status) == (0, 0), first.err + again.err


@pytest.mark.parametrize(
    "arguments", [[STRANGE], [f"--{STRANGE}"], ["check", "x", "-D", STRANGE], ["explain", STRANGE]]
)
def test_what_is_wrong_with_the_command_line_is_shown(arguments: list[str], vsym: Vsym) -> None:
    ran = vsym(*arguments)
    assert ran.status == 2
    assert not ACTING.search(ran.out + ran.err)


def test_a_terminal_gets_no_escape_of_a_file(folder: Folder) -> None:
    for arguments in (["check", FILES[1], "--color", "always"], ["fmt", FILES[1], "-o", "-"]):
        ran = on_a_terminal(arguments[0], str(folder / arguments[1]), *arguments[2:])
        assert not ACTING.search(re.sub(r"\x1b\[[\d;]*m|\r\n", "", ran.err))
        assert r"\u001b]0;owned" in ran.err


@pytest.mark.usefixtures("folder")
def test_a_formatted_file_and_what_changes_keep_every_character(vsym: Vsym) -> None:
    before = Path(FILES[1]).read_text("utf-8")
    changes = subprocess.run([PROGRAM, "fmt", FILES[1], "--diff"], capture_output=True, check=True).stdout
    assert changes.startswith(b"--- m\xff.m\n+++ m\xff.m\n")
    assert vsym("fmt", FILES[1]).status == 0
    written = Path(FILES[1]).read_text("utf-8")
    assert f"-- {STRANGE}\n" in written
    assert before.count(STRANGE) == written.count(STRANGE)
